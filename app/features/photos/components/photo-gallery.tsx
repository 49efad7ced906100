import { Link } from "@remix-run/react";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { parseImageName } from "~/lib/image-name";
import { imageSources } from "~/lib/image-url";
import { Photo } from "~/ui/photo";
import { DESKTOP, mosaic, PHONE, type Tile } from "../mosaic";
import { useLightbox } from "./use-lightbox";

/** What a picture shows, in words: its caption, else the vehicle and its place in the gallery. */
export function photoAlt(photo: Pick<PhotoView, "caption" | "position">, vehicleName: string): string {
  return photo.caption === "" ? `${vehicleName}, photo ${photo.position}` : photo.caption;
}

interface PhotoGalleryProps {
  photos: PhotoView[];
  vehicleId: string;
  /** Names pictures that have no caption. */
  vehicleName: string;
  /** Of photos that have no pages of their own: the page that shows them, where each has an anchor. */
  shownAt?: string;
  /** Shows no more than these; the last of them then leads to the page with all. */
  most?: number;
  /** What the owner can do with a photo, below it. */
  controls?: (photo: PhotoView) => ReactNode;
}

/** A mosaic of full rows; each picture leads to its own page, with script into the lightbox. */
export function PhotoGallery(props: PhotoGalleryProps) {
  const { photos, vehicleId, vehicleName, shownAt, most = photos.length, controls } = props;
  const pageOf = ({ id }: PhotoView) => (shownAt ? `${shownAt}#photo-${id}` : `/vehicles/${vehicleId}/photos/${id}`);
  const { open, lightbox } = useLightbox(photos, pageOf, (at) => photoAlt(photos[at]!, vehicleName));
  const shown = photos.slice(0, most);
  const hidden = photos.slice(most);
  const places = layOut(shown);
  const at = (index: number) => ({ photo: shown[index]!, place: places[index]! });
  return (
    <>
      <ul className="mosaic">
        {(hidden.length > 0 ? shown.slice(0, -1) : shown).map((photo, index) => (
          <li key={photo.id} id={`photo-${photo.id}`} className="card" style={at(index).place.style}>
            <GalleryLink
              {...at(index)}
              to={shownAt ? imageSources("photos", photo.photo, { view: "full" }).src : pageOf(photo)}
              isFile={shownAt !== undefined}
              alt={photoAlt(photo, vehicleName)}
              onClick={open(index)}
            />
            {photo.caption === "" ? null : (
              <p aria-hidden="true" className="mt-1 line-clamp-2 px-0.5 text-sm text-grey">
                {photo.caption}
              </p>
            )}
            {controls?.(photo)}
          </li>
        ))}
        {hidden.length > 0 ? (
          <li className="card" style={at(most - 1).place.style}>
            {/* Links to photos that are not shown here still lead to the gallery. */}
            {[shown.at(-1)!, ...hidden].map(({ id }) => (
              <span key={id} id={`photo-${id}`} />
            ))}
            <GalleryLink {...at(most - 1)} to={`/vehicles/${vehicleId}/photos/all`} alt="">
              <span className="mosaic-more">
                +{hidden.length + 1}
                <span className="sr-only"> more: all {photos.length} photos</span>
              </span>
            </GalleryLink>
          </li>
        ) : null}
      </ul>
      {lightbox}
    </>
  );
}

interface Place {
  style: CSSProperties;
  sizes: string;
  /** Of half the page or more, for which cards' files are too small. */
  large: boolean;
}

/** Where each picture stands, on phones and on larger screens: numbers that the style sheet takes up. */
function layOut(photos: readonly PhotoView[]): Place[] {
  const ratios = photos.map(({ photo }) => {
    const facts = parseImageName(photo);
    return facts ? facts.width / facts.height : undefined;
  });
  const [phone, desktop] = [mosaic(ratios, PHONE), mosaic(ratios, DESKTOP)];
  return photos.map((_, at) => placeOf(phone[at]!, desktop[at]!));
}

function placeOf(phone: Tile, desktop: Tile): Place {
  const [narrow, wide] = [phone.share * 100, desktop.share * 100].map(Math.ceil) as [number, number];
  return {
    style: { ...measures("p", phone), ...measures("d", desktop) } as CSSProperties,
    sizes: `(min-width: 77rem) ${wide * 12}px, (min-width: 48rem) ${wide}vw, ${narrow}vw`,
    large: desktop.share > 0.5,
  };
}

/** A little is left of each row, so that rounding never breaks it; the boxes grow into it. */
function measures(screen: "p" | "d", { share, inRow, ratio, whole }: Tile): Record<string, string> {
  return {
    [`--${screen}w`]: (share - 0.0005).toFixed(4),
    [`--${screen}n`]: String(inRow),
    [`--${screen}r`]: ratio.toFixed(3),
    ...(whole ? { [`--${screen}f`]: "contain" } : {}),
  };
}

interface GalleryLinkProps {
  photo: PhotoView;
  place: Place;
  to: string;
  alt: string;
  /** It leads to the picture itself. */
  isFile?: boolean;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  children?: ReactNode;
}

function GalleryLink({ photo, place, to, alt, isFile, onClick, children }: GalleryLinkProps) {
  return (
    <Link to={to} reloadDocument={isFile} className="relative block rounded-md" onClick={onClick}>
      <Photo
        kind="photos"
        name={photo.photo}
        alt={alt}
        view={place.large ? "full" : "card"}
        sizes={place.sizes}
        className="mosaic-photo"
      />
      {children}
    </Link>
  );
}
