// A file can be dropped on any page of one's own sessions.
import { useEffect, useState } from "react";
import { go, type Place } from "../place";
import { takeIn } from "./jobs";

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/** Takes files in, and shows what becomes of them. */
export function takeFiles(files: Iterable<File>): void {
  const names = new Map<string, number>();
  const sources = [...files].map((file) => {
    const many = (names.get(file.name) ?? 0) + 1;
    names.set(file.name, many);
    // Of another folder.
    return { name: many > 1 ? `${file.name} (${many})` : file.name, blob: file };
  });
  const [first] = sources;
  if (first) takeIn(sources.length === 1 ? first.name : `${sources.length} files`, sources);
}

export function Drop({ simulated }: Pick<Place, "simulated">) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const heard = new AbortController();
    const on = (type: "dragenter" | "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      addEventListener(type, (event) => holdsFiles(event) && listener(event), heard);
    // Else the browser would leave the page and show the file.
    const over = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = simulated ? "none" : "copy";
      setOver(!simulated);
    };
    on("dragenter", over);
    on("dragover", over);
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      event.preventDefault();
      setOver(false);
      if (simulated) return;
      takeFiles(event.dataTransfer?.files ?? []);
      go({ simulated: false, page: "data", id: null, query: {} });
    });
    return () => heard.abort();
  }, [simulated]);
  return isOver ? (
    <div className="drop" aria-hidden="true">
      <p>Drop it to take it in</p>
    </div>
  ) : null;
}
