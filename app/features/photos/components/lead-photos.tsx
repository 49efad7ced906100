import { Link } from "@remix-run/react";
import type { PhotoView } from "~/features/photos/rows.server";
import { parseImageName } from "~/lib/images";
import { buttonClass } from "~/ui/forms/button";
import { Photo } from "~/ui/photo";
import { MAX_ON_PAGE } from "../limits";
import type { ReportOf } from "./lightbox";
import { photoAlt } from "./photo-gallery";
import { useLightbox } from "./use-lightbox";

interface LeadPhotosProps {
  photos: PhotoView[];
  /** First in the row. */
  coverPhoto: string | null;
  vehicleId: number;
  vehicleName: string;
  report?: ReportOf;
}

/** Narrower pictures are not cropped. */
const NEARLY_UPRIGHT = 1.2;

function isUpright(name: string): boolean {
  const facts = parseImageName(name);
  return facts !== null && facts !== undefined && facts.width < facts.height * NEARLY_UPRIGHT;
}

/** On larger screens. */
const tilesOf = (count: number) => (count >= 5 ? 5 : (Math.min(count, 3) as 1 | 2 | 3));

/** Of the page's width, by the number of tiles: the first one and the others. */
const SHARES = { 1: [1, 1], 2: [1 / 2, 1 / 2], 3: [2 / 3, 1 / 3], 5: [1 / 2, 1 / 4] } as const;

/** Each picture links to its own page, with script to the lightbox. */
export function LeadPhotos({ photos, coverPhoto, vehicleId, vehicleName, report }: LeadPhotosProps) {
  const pageOf = ({ id }: PhotoView) => `/vehicles/${vehicleId}/photos/${id}`;
  const { open, lightbox } = useLightbox(photos, pageOf, (at) => photoAlt(photos[at]!, vehicleName), report);
  const cover = photos.findIndex(({ photo }) => photo === coverPhoto);
  const order = [cover, ...photos.map((_, index) => index).filter((index) => index !== cover)].slice(0, MAX_ON_PAGE);
  const tiles = tilesOf(photos.length);
  return (
    <div className="lead-photos" data-tiles={tiles} data-more={photos.length > MAX_ON_PAGE || undefined}>
      <ul>
        {order.map((index, at) => (
          <li key={photos[index]!.id}>
            <Link to={pageOf(photos[index]!)} onClick={open(index)}>
              <Photo
                kind="photos"
                name={photos[index]!.photo}
                alt={photoAlt(photos[index]!, vehicleName)}
                view={at === 0 ? "full" : "card"}
                sizes={sizesOf(at, tiles)}
                priority={at === 0}
                className={isUpright(photos[index]!.photo) ? "is-upright" : ""}
              />
            </Link>
            {photos.length > 1 ? (
              <span aria-hidden="true" className="photo-tag">
                {at + 1}/{photos.length}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {photos.length > tiles ? (
        <Link to={`/vehicles/${vehicleId}/photos/all`} className={buttonClass("secondary", true, "lead-photos-all")}>
          All {photos.length} photos
        </Link>
      ) : null}
      {lightbox}
    </div>
  );
}

function sizesOf(at: number, tiles: keyof typeof SHARES): string {
  const share = SHARES[tiles][at === 0 ? 0 : 1];
  return `(min-width: 77rem) ${Math.round(share * 1200)}px, (min-width: 48rem) ${Math.round(share * 100)}vw, 100vw`;
}
