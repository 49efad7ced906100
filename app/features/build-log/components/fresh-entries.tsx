import { Link } from "@remix-run/react";
import { isolate } from "~/lib/text";
import { Isolated, NoBreakText } from "~/ui/linked-text";
import { Photo } from "~/ui/photo";
import type { NewEntryView } from "../newest.server";

export function FreshEntries({ entries }: { entries: readonly NewEntryView[] }) {
  return (
    <ul className="thumb-rows">
      {entries.map(({ id, kind, title, year, make, model, ownerName, photo }) => (
        <li key={id} className="card">
          <Photo kind="photos" name={photo} alt="" view="thumbnail" sizes="7rem" className="aspect-3/2" />
          <div className="min-w-0">
            <h3>
              <Link to={`/build/${id}`} prefetch="intent" className="card-link">
                <NoBreakText text={title} />
              </Link>
            </h3>
            <p className="text-sm text-grey">
              {kind} · <Isolated text={`${isolate(`${year} ${make} ${model}`)}, ${isolate(ownerName)}`} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
