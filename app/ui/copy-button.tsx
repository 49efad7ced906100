import { useEffect, useState } from "react";
import { Button } from "./forms/button";

interface CopyButtonProps {
  text: string;
  done: string;
}

/** Only with script, if the browser supports it. */
export function CopyButton({ text, done }: CopyButtonProps) {
  const [available, setAvailable] = useState(false);
  const [copied, setCopied] = useState(false);
  // Needs https.
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
