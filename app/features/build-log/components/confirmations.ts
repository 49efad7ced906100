import { isolate, plural } from "~/lib/text";
import type { Confirmation } from "~/ui/forms/confirm";

export function deleteEntryConfirmation(id: number, title: string, photoCount: number): Confirmation {
  const photos = photoCount === 0 ? "" : `, along with its ${plural(photoCount, "photo")}`;
  return {
    to: `/build/${id}/delete`,
    question: "Delete this entry?",
    consequence: `“${isolate(title)}” will be deleted${photos}. This cannot be undone.`,
    act: "Delete entry",
  };
}
