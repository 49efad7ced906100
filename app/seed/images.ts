import { storePictures } from "./picture-files";
import { MODELS, type SampleModel, type View } from "./texts/models";

/** Of one model; the first is the cover. */
export interface SampleGallery {
  model: SampleModel;
  /** `bytes`: of its files. */
  photos: { name: string; view: View; bytes: number }[];
}

/** Up to this number, every vehicle is a different model with its own photos; above, vehicles share them. */
export const MAX_OWN_PHOTO_VEHICLES = MODELS.length;
const AVATARS = 26;
const EVENT_PICTURES = 12;

/**
 * Of the first models, as many as there are vehicles.
 * @param photos maximum per model
 * @param onProgress stored photos and total
 */
export async function storeGalleries(
  { vehicles, photos }: { vehicles: number; photos: number },
  onProgress: (done: number, all: number) => void,
): Promise<SampleGallery[]> {
  const galleries = MODELS.slice(0, vehicles).map((model) => ({ model, views: model.views.slice(0, photos) }));
  const files = galleries.flatMap(({ model, views }) => views.map((view) => vehiclePicture(model, view)));
  const images = await storePictures("photos", files, (done) => onProgress(done, files.length));
  return galleries.map(({ model, views }) => ({ model, photos: views.map((view) => ({ view, ...images.shift()! })) }));
}

export const vehiclePicture = ({ body }: SampleModel, view: View) => `vehicles/${body}-${view}`;

/** Distinct, up to the number of avatars. @returns their names */
export function storeAvatars(garages: number): Promise<string[]> {
  return storeNumbered("users", "avatars", Math.min(garages, AVATARS));
}

/** Pictures of matching vehicles. @returns their names */
export function storeEventPictures(events: number): Promise<string[]> {
  return storeNumbered("photos", "events", Math.min(events, EVENT_PICTURES));
}

async function storeNumbered(kind: "photos" | "users", folder: string, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => `${folder}/${index + 1}`);
  return (await storePictures(kind, files)).map(({ name }) => name);
}
