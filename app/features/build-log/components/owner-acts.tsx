import { ButtonLink } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm";
import { PencilIcon, TrashIcon } from "~/ui/icons";
import { deleteEntryStep } from "./delete-step";

interface OwnerActsProps {
  entry: { id: string; title: string };
  photoCount: number;
}

/** What only the owner can do with an entry. */
export function OwnerActs({ entry: { id, title }, photoCount }: OwnerActsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ButtonLink to={`/build/${id}/edit`}>
        <PencilIcon className="size-4" /> Edit entry
      </ButtonLink>
      <ConfirmLink confirm={deleteEntryStep(id, title, photoCount)}>
        <TrashIcon className="size-4" /> Delete entry
      </ConfirmLink>
    </div>
  );
}
