import type { ReactNode } from "react";

/** Of a state: waiting for somebody, done, or over (cancelled, closed, hidden, off). */
export type ChipTone = "waiting" | "done" | "over";

export function Chip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
  return (
    <span className="chip" data-tone={tone}>
      {children}
    </span>
  );
}
