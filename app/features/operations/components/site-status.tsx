import { Chip } from "~/ui/chip";
import type { StatusLine, Tone } from "../words.server";

const CHIPS: Record<Tone, { tone: "done" | "quiet" | "live"; word: string }> = {
  fine: { tone: "done", word: "OK" },
  warning: { tone: "quiet", word: "Note" },
  error: { tone: "live", word: "Problem" },
};

/** How the site is running, a line for each thing. */
export function SiteStatusList({ lines }: { lines: StatusLine[] }) {
  return (
    <dl className="overflow-hidden rounded-lg border border-line bg-surface">
      {lines.map(({ label, tone, words: [first, ...more] }) => (
        <div
          key={label}
          className="grid gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <dt className="flex items-start justify-between gap-3 text-grey">{label}</dt>
          <dd className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 max-w-measure wrap-anywhere">
              <p className="font-semibold">{first}</p>
              {more.map((words) => (
                <p key={words} className="text-grey">
                  {words}
                </p>
              ))}
            </div>
            <Chip tone={CHIPS[tone].tone}>{CHIPS[tone].word}</Chip>
          </dd>
        </div>
      ))}
    </dl>
  );
}
