import { plural } from "~/lib/text";
import type { Confirmation } from "~/ui/confirm";

/** The second step before a vehicle goes, the same words on its page and in the dialog. */
export function deleteVehicleStep(id: string, name: string, photoCount: number): Confirmation {
  const photos = photoCount === 0 ? "" : ` with ${plural(photoCount, "photo")}`;
  return {
    to: `/vehicles/${id}/delete`,
    question: `Delete ${name}?`,
    consequence: `It leaves your garage${photos}, its story, likes and comments. This cannot be undone.`,
    act: "Delete Vehicle",
  };
}
