import { useEffect, useState } from "react";
import { Button } from "./forms/button";

interface CopyButtonProps {
  text: string;
  /** What it says once it is done: "Link copied". */
  done: string;
}

/** Puts a text on the clipboard; with script only, and where the browser lets it. */
export function CopyButton({ text, done }: CopyButtonProps) {
  const [available, setAvailable] = useState(false);
  const [copied, setCopied] = useState(false);
  // It needs a secure context (https).
  useEffect(() => setAvailable("clipboard" in navigator), []);
  if (!available) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button type="button" small onClick={copy}>
      <span aria-live="polite">{copied ? done : "Copy"}</span>
    </Button>
  );
}
