import type { ReactNode } from "react";

const TONES = {
  live: { box: "border-danger bg-danger-soft", dot: "bg-danger" },
  quiet: { box: "border-line-strong bg-sunk", dot: "bg-grey" },
  done: { box: "border-green bg-green-soft", dot: "bg-green" },
};

export function Chip({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { box, dot } = TONES[tone];
  return (
    <span
      className={`inline-flex max-w-full items-center gap-2 rounded-full border px-2.5 py-0.5 text-sm font-semibold [overflow-wrap:normal] md:whitespace-nowrap ${box}`}
    >
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      {children}
    </span>
  );
}
