import type { ReactNode } from "react";

interface FactProps {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}

export function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? "col-span-full lg:col-span-1" : undefined}>
      <dt className="text-sm text-grey">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** Leaves out rows with null. */
export function FactRows({ rows }: { rows: [term: string, value: ReactNode][] }) {
  const present = rows.filter(([, value]) => value !== null);
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-b border-line md:max-lg:grid-cols-4 lg:grid-cols-1">
      {present.map(([term, value]) => (
        <div
          key={term}
          className="min-w-0 border-t border-line py-2 max-md:last:odd:col-span-2 lg:grid lg:grid-cols-[6rem_1fr] lg:gap-4 lg:py-2.5"
        >
          <dt className="text-sm text-grey lg:text-base">{term}</dt>
          <dd dir="auto" className="min-w-0 tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
