import { isolate } from "~/lib/text";
import { Isolated } from "~/ui/linked-text";
import { ThumbRow } from "~/ui/thumb-rows";
import type { NewEntryView } from "../newest.server";

export function FreshEntries({ entries }: { entries: readonly NewEntryView[] }) {
  return (
    <ul className="thumb-rows">
      {entries.map(({ id, kind, title, year, make, model, ownerName, photo }) => (
        <ThumbRow key={id} photo={photo} to={`/build/${id}`} title={title}>
          {kind} · <Isolated text={`${isolate(`${year} ${make} ${model}`)}, ${isolate(ownerName)}`} />
        </ThumbRow>
      ))}
    </ul>
  );
}
