import { Link } from "@remix-run/react";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import { imageSources } from "~/lib/image-url";
import { parseImageName } from "~/lib/images";
import { HiddenChip } from "~/ui/hidden-mark";
import { Photo } from "~/ui/photo";
import type { ReportOf } from "./lightbox";
import { useLightbox } from "./use-lightbox";

/** The caption, else the vehicle and the position. */
export function photoAlt(photo: Pick<PhotoView, "caption" | "position">, vehicleName: string): string {
  return photo.caption === "" ? `${vehicleName}, photo ${photo.position}` : photo.caption;
}

interface PhotoGalleryProps {
  photos: PhotoView[];
  vehicleId: number;
  vehicleName: string;
  /** Page with an anchor for each photo, if photos have no own pages. */
  shownAt?: string;
  /** The last picture then links to the page with all. */
  most?: number;
  controls?: (photo: PhotoView) => ReactNode;
  report?: ReportOf;
}

/** Full rows; each picture links to its own page, with script to the lightbox. */
export function PhotoGallery(props: PhotoGalleryProps) {
  const { photos, vehicleId, vehicleName, shownAt, most = photos.length, controls, report } = props;
  const pageOf = ({ id }: PhotoView) => (shownAt ? `${shownAt}#photo-${id}` : `/vehicles/${vehicleId}/photos/${id}`);
  const { open, lightbox } = useLightbox(photos, pageOf, (at) => photoAlt(photos[at]!, vehicleName), report);
  const visiblePhotos = photos.slice(0, most);
  const hidden = photos.slice(most);
  const places = layOut(visiblePhotos);
  const at = (index: number) => ({ photo: visiblePhotos[index]!, place: places[index]! });
  return (
    <>
      <ul className="mosaic">
        {(hidden.length > 0 ? visiblePhotos.slice(0, -1) : visiblePhotos).map((photo, index) => (
          <li key={photo.id} id={`photo-${photo.id}`} className="card" style={at(index).place.style}>
            <GalleryLink
              {...at(index)}
              to={shownAt ? imageSources("photos", photo.photo, { view: "full" }).src : pageOf(photo)}
              isFile={shownAt !== undefined}
              alt={photoAlt(photo, vehicleName)}
              onClick={open(index)}
            />
            {photo.caption === "" ? null : (
              <p dir="auto" aria-hidden="true" className="mt-1 line-clamp-2 px-0.5 text-sm text-grey">
                {photo.caption}
              </p>
            )}
            <HiddenChip {...photo} />
            {controls?.(photo)}
          </li>
        ))}
        {hidden.length > 0 ? (
          <li className="card" style={at(most - 1).place.style}>
            {/* Anchors for links to photos beyond the maximum. */}
            {[visiblePhotos.at(-1)!, ...hidden].map(({ id }) => (
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
  /** At least half the page wide, too large for card files. */
  large: boolean;
}

/** Variables for the style sheet: position and size on phones and larger screens. */
function layOut(photos: readonly PhotoView[]): Place[] {
  const ratios = photos.map(({ photo }) => {
    const facts = parseImageName(photo);
    return facts ? facts.width / facts.height : undefined;
  });
  const [phone, desktop] = [mosaic(ratios, PHONE), mosaic(ratios, DESKTOP)];
  return photos.map((_, index) => placeOf(phone[index]!, desktop[index]!));
}

function placeOf(phone: Tile, desktop: Tile): Place {
  const [narrow, wide] = [phone.share * 100, desktop.share * 100].map(Math.ceil) as [number, number];
  return {
    style: { ...measures("p", phone), ...measures("d", desktop) } as CSSProperties,
    sizes: `(min-width: 77rem) ${wide * 12}px, (min-width: 48rem) ${wide}vw, ${narrow}vw`,
    large: desktop.share > 0.5,
  };
}

/** Leaves a little of each row, so that rounding never breaks it. */
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

export interface Tile {
  /** Of the row's width without gaps; a row's shares sum to 1. */
  share: number;
  inRow: number;
  /** Width divided by height. */
  ratio: number;
  /** Not cropped: the rest of the box has the picture's own colour. */
  whole: boolean;
}

interface Layout {
  /** Intended sum of ratios per row: 4 means a row a quarter as high as wide. */
  target: number;
  /** Minimum sum: a higher row gets boxes flatter than their pictures. */
  least: number;
  most: number;
  /** In a shared row, so that no picture is too narrow to tap. */
  narrowest: number;
  widest: number;
}

export const PHONE: Layout = { target: 2.3, least: 0.9, most: 2, narrowest: 0.66, widest: 1.8 };
export const DESKTOP: Layout = { target: 4, least: 2, most: 4, narrowest: 0.56, widest: 2.2 };

/** For pictures of unknown size. */
const DEFAULT_RATIO = 1.5;
/** Of a landscape picture, as a quotient of ratios. */
const SLIGHT_CUT = 1.35;

interface Row {
  from: number;
  count: number;
}

/**
 * Full rows: no picture stands alone in part of a row. Never crops portraits.
 * @param ratios width divided by height; undefined if unknown
 * @returns the boxes, in the same order
 */
export function mosaic(ratios: readonly (number | undefined)[], layout: Layout): Tile[] {
  const knownRatios = ratios.map((ratio) => ratio ?? DEFAULT_RATIO);
  return bestRows(knownRatios, layout).flatMap(({ from, count }) =>
    tilesOf(knownRatios.slice(from, from + count), layout),
  );
}

function tilesOf(row: readonly number[], layout: Layout): Tile[] {
  const boxes = boxesOf(row, layout);
  const sum = total(boxes);
  return boxes.map((box, index) => ({
    share: box / sum,
    inRow: row.length,
    ratio: box,
    whole: isWhole(row[index]!, box),
  }));
}

/** The pictures' own, unless one is too narrow or the row too high. */
function boxesOf(row: readonly number[], { least, narrowest, widest }: Layout): number[] {
  const rowRatios = row.length === 1 ? [...row] : row.map((ratio) => Math.min(widest, Math.max(narrowest, ratio)));
  const stretch = Math.max(1, least / total(rowRatios));
  return rowRatios.map((ratio) => ratio * stretch);
}

function isWhole(picture: number, box: number): boolean {
  const cutRatio = Math.max(picture / box, box / picture);
  return picture < 1 ? cutRatio > 1.02 : cutRatio > SLIGHT_CUT;
}

/** Lowest total cost; of equal splits, emptier rows come first. */
function bestRows(ratios: readonly number[], layout: Layout): Row[] {
  const best: { cost: number; rows: Row[] }[] = [{ cost: 0, rows: [] }];
  for (let end = 1; end <= ratios.length; end++) {
    for (let count = 1; count <= Math.min(layout.most, end); count++) {
      const from = end - count;
      const before = best[from]!;
      const late = (0.0005 * from * (layout.most - count)) / layout.most;
      const cost = before.cost + costOf(ratios.slice(from, end), layout) + late;
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) {
        best[end] = { cost, rows: [...before.rows, { from, count }] };
      }
    }
  }
  return best[ratios.length]!.rows;
}

function costOf(row: readonly number[], layout: Layout): number {
  const boxes = boxesOf(row, layout);
  const unfit = row.reduce((sum, ratio, at) => sum + Math.abs(Math.log(boxes[at]! / ratio)), 0);
  return Math.log(total(boxes) / layout.target) ** 2 + unfit;
}

function total(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + ratio, 0);
}
