// The address of what is looked at, to be given to somebody else.
import { useEffect, useState } from "react";

const LONG = 3000;

export function CopyLink() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), LONG);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Copied");
    } catch {
      // Where a page may not, its address bar still has it.
      setSaid("Copy it from the address bar");
    }
  };
  return (
    <>
      <button type="button" className="copy" onClick={copy}>
        {said || "Copy link"}
      </button>
      <span className="hidden" role="status">
        {said}
      </span>
    </>
  );
}
