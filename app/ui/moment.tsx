import { formatTime, toIso } from "~/lib/time";

interface MomentProps {
  /** Ms since 1970, or ISO text. */
  at: number | string;
  say?: (ms: number) => string;
}

/** The title shows the time to the minute. */
export function Moment({ at, say = formatTime }: MomentProps) {
  const ms = new Date(at).getTime();
  return (
    <time
      dateTime={toIso(ms)}
      title={say === formatTime ? undefined : formatTime(ms)}
      className="tabular-nums md:whitespace-nowrap"
      // "3 minutes ago" may be four at hydration.
      suppressHydrationWarning
    >
      {say(ms)}
    </time>
  );
}
