// The address of what is looked at, to be given to somebody else.
import { useEffect, useState } from "react";

const LONG = 3000;
const FAILED = "Copy it from the address bar";

/** An address brings to the same place; the sessions themselves stay in the browser that has them. */
export function CopyLink({ isOfSession }: { isOfSession: boolean }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), LONG);
    return () => clearTimeout(timer);
  }, [said]);
  const here = `The link opens where its ${isOfSession ? "session is" : "sessions are"} kept: in this browser.`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Copied");
    } catch {
      // Where a page may not, its address bar still has it.
      setSaid(FAILED);
    }
  };
  return (
    <>
      <button type="button" className="copy" onClick={copy} title={here} aria-describedby="copy-here">
        {said || (
          <>
            <svg className="sign" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M6.5 9.5a3 3 0 0 0 4.2 0l2-2a3 3 0 0 0-4.2-4.2l-1 1 M9.5 6.5a3 3 0 0 0-4.2 0l-2 2a3 3 0 0 0 4.2 4.2l1-1" />
            </svg>
            <span>Copy link</span>
          </>
        )}
      </button>
      <span className="hidden" id="copy-here">
        {here}
      </span>
      <span className="hidden" role="status">
        {said && said !== FAILED ? `${said}. ${here}` : said}
      </span>
    </>
  );
}
