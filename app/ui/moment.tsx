import { formatTime, toIso } from "~/lib/time";

interface MomentProps {
  /** Ms, or as JSON has it. */
  at: number | string;
  /** To the minute where not given. */
  say?: (ms: number) => string;
}

/** A point in time, on one line where there is room; to the minute when it is pointed at. */
export function Moment({ at, say = formatTime }: MomentProps) {
  const ms = new Date(at).getTime();
  return (
    <time
      dateTime={toIso(ms)}
      title={say === formatTime ? undefined : formatTime(ms)}
      className="tabular-nums md:whitespace-nowrap"
      // "3 minutes ago" may be four by the time that the page's script runs.
      suppressHydrationWarning
    >
      {say(ms)}
    </time>
  );
}
