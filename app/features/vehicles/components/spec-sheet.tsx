import type { SpecRow } from "../specs";

/** A vehicle's spec sheet as a plain table, in the owner's order; nothing where it has no rows. */
export function SpecSheet({ specs }: { specs: readonly SpecRow[] }) {
  if (specs.length === 0) return null;
  return (
    <section aria-labelledby="specs" className="mt-6 min-w-0 lg:row-start-3">
      <h2 id="specs" className="mb-2 text-lg">
        Spec sheet
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 border-b border-line lg:grid-cols-3 lg:gap-x-8">
        {specs.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
          <div key={at} className="min-w-0 border-t border-line py-2 max-lg:last:odd:col-span-2">
            <dt className="text-sm text-grey">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
