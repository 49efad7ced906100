import { useId } from "react";

/**
 * Progress of an upload, then of the server's processing.
 * @param sent 0 to 1; undefined where none runs
 */
export function UploadProgress({ sent }: { sent: number | undefined }) {
  const id = useId();
  if (sent === undefined) return null;
  const all = sent >= 1;
  return (
    <div className="mb-6">
      <label htmlFor={id} className="mb-1 block font-semibold tabular-nums">
        <span aria-live="polite">{all ? "All sent. The photos are being prepared…" : "Sending the photos…"}</span>
        {all ? null : ` ${Math.floor(sent * 100)} %`}
      </label>
      <progress
        id={id}
        max={1}
        value={sent}
        className="h-3 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunk [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-signal"
      />
    </div>
  );
}
