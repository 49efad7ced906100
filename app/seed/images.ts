import { storePictures } from "./picture-files";
import { MODELS, type SampleModel, type View } from "./texts/models";

/** Of one model; the first is the cover. */
export interface SampleGallery {
  model: SampleModel;
  /** `bytes`: of its files. */
  photos: { name: string; view: View; bytes: number }[];
}

/** Up to this number, every vehicle is a different model with its own photos; above, vehicles share them. */
export const OWN_UP_TO = MODELS.length;
const AVATARS = 26;
const EVENT_PICTURES = 12;

/**
 * Of the first models, as many as there are vehicles.
 * @param photos per model, at most two
 * @param onProgress stored photos and total
 */
export async function storeGalleries(
  { vehicles, photos }: { vehicles: number; photos: number },
  onProgress: (done: number, all: number) => void,
): Promise<SampleGallery[]> {
  const shown = MODELS.slice(0, vehicles).map((model) => ({ model, views: galleryViews(model).slice(0, photos) }));
  const files = shown.flatMap(({ model, views }) => views.map((view) => vehiclePicture(model, view)));
  const images = await storePictures("photos", files, (done) => onProgress(done, files.length));
  return shown.map(({ model, views }) => ({ model, photos: views.map((view) => ({ view, ...images.shift()! })) }));
}

export const galleryViews = ({ view }: SampleModel): View[] => ["profile", view];

export const vehiclePicture = ({ body }: SampleModel, view: View) => `vehicles/${body}-${view}`;

/** Different ones, as far as there are any. @returns their names */
export function storeAvatars(garages: number): Promise<string[]> {
  return storeNumbered("users", "avatars", Math.min(garages, AVATARS));
}

/** Of matching vehicles. @returns their names */
export function storeEventPictures(events: number): Promise<string[]> {
  return storeNumbered("photos", "events", Math.min(events, EVENT_PICTURES));
}

async function storeNumbered(kind: "photos" | "users", folder: string, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, at) => `${folder}/${at + 1}`);
  return (await storePictures(kind, files)).map(({ name }) => name);
}
