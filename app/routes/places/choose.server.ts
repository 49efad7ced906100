import type { PlaceChoiceView } from "~/features/places/placement";
import { placeChoice } from "~/features/places/schema.server";
import { readInput } from "~/http/page/submitted-form.server";

export function choicesFor<T>(request: Request, list: (search: string) => PlaceChoiceView & T): PlaceChoiceView & T {
  return list(new URL(request.url).searchParams.get("q") ?? "");
}

/**
 * null for no position.
 * @throws DomainError invalid
 */
export async function readPlaceId(request: Request): Promise<number | null> {
  return (await readInput(request, placeChoice)).placeId;
}
