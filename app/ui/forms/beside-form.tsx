import { useId } from "react";
import { Photo } from "../photo";

/** On a desktop beside the form, on a phone below it. */
export function Tips({ title, tips }: { title: string; tips: readonly string[] }) {
  const id = useId();
  return (
    <aside aria-labelledby={id} className="max-lg:mt-12">
      <h2 id={id} className="mb-4 text-base">
        {title}
      </h2>
      <ul className="grid max-w-measure gap-3 border-t border-line pt-4">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </aside>
  );
}

/** What the form is about; not on a phone. */
export function AsidePhoto({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <div className="max-lg:hidden">
      <Photo
        kind="photos"
        name={name}
        alt=""
        view="full"
        sizes="(min-width: 64rem) 35rem, 1px"
        className="aspect-3/2"
      />
    </div>
  );
}
