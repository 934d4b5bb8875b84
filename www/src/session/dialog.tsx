// A dialog of the browser's own: it holds the focus while it is open, Escape closes it, and what opened it has the focus again.
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { focusDoable } from "./focus";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Before it is taken out of the page: then it no longer gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Where there is nothing to fill in one reads first: no button is pressed by whatever key comes next.
    if (heading.current && document.activeElement instanceof HTMLButtonElement) {
      // Not before: it would have the focus in place of the first field.
      heading.current.tabIndex = -1;
      heading.current.focus();
    }
    return () => {
      shown?.close();
      // What opened it is gone, so that nothing else has it.
      const held = document.activeElement;
      if (held === document.body || shown?.contains(held)) focusDoable();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={id}
      // At once: what is opened right behind it is not closed with it.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <h2 id={id} ref={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
