import { formatTime, toIso } from "~/lib/time";

interface MomentProps {
  /** Ms, or as JSON has it. */
  at: number | string;
  /** To the minute where not given. */
  say?: (ms: number) => string;
}

/** A point in time, on one line where there is room. */
export function Moment({ at, say = formatTime }: MomentProps) {
  const ms = new Date(at).getTime();
  return (
    <time dateTime={toIso(ms)} className="tabular-nums md:whitespace-nowrap">
      {say(ms)}
    </time>
  );
}
