import { Link } from "@remix-run/react";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import { imageSources } from "~/lib/image-url";
import { parseImageName } from "~/lib/images";
import { HiddenChip } from "~/ui/hidden-mark";
import { Photo } from "~/ui/photo";
import type { ReportOf } from "./lightbox";
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
  /** Of somebody else's: leads to the form that reports one. */
  report?: ReportOf;
}

/** A mosaic of full rows; each picture leads to its own page, with script into the lightbox. */
export function PhotoGallery(props: PhotoGalleryProps) {
  const { photos, vehicleId, vehicleName, shownAt, most = photos.length, controls, report } = props;
  const pageOf = ({ id }: PhotoView) => (shownAt ? `${shownAt}#photo-${id}` : `/vehicles/${vehicleId}/photos/${id}`);
  const { open, lightbox } = useLightbox(photos, pageOf, (at) => photoAlt(photos[at]!, vehicleName), report);
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

/** How pictures are laid out in full rows, worked out from their proportions. No browser and no server in it. */

export interface Tile {
  /** Share of its row's width, the gaps left out; those of a row add up to 1. */
  share: number;
  /** Boxes in its row. */
  inRow: number;
  /** Width by height of the box. */
  ratio: number;
  /** Shown whole with the rest of the box in its own colour; else it fills the box, and loses little or nothing. */
  whole: boolean;
}

interface Layout {
  /** The sum of ratios that a row should have: 4 is a row a quarter as high as wide. */
  target: number;
  /** The least of it: flatter boxes than their pictures where the row would be higher. */
  least: number;
  /** Pictures in a row at most. */
  most: number;
  /** Ratios of boxes that share a row, so that none is too narrow to press. */
  narrowest: number;
  widest: number;
}

export const PHONE: Layout = { target: 2.3, least: 0.9, most: 2, narrowest: 0.66, widest: 1.8 };
export const DESKTOP: Layout = { target: 4, least: 2, most: 4, narrowest: 0.56, widest: 2.2 };

/** Of pictures whose proportions are not known. */
const DEFAULT_RATIO = 1.5;
/** What a landscape picture may lose of its height or width, as a ratio of ratios. */
const SLIGHT_CUT = 1.35;

interface Row {
  from: number;
  count: number;
}

/**
 * Lays pictures out in rows that are always full, so that no picture ever stands alone in part of a row. Portraits are
 * never cut.
 * @param ratios width by height of each picture; undefined where it is not known
 * @returns the boxes, in the same order
 */
export function mosaic(ratios: readonly (number | undefined)[], layout: Layout): Tile[] {
  const known = ratios.map((ratio) => ratio ?? DEFAULT_RATIO);
  return bestRows(known, layout).flatMap(({ from, count }) => tilesOf(known.slice(from, from + count), layout));
}

function tilesOf(row: readonly number[], layout: Layout): Tile[] {
  const boxes = boxesOf(row, layout);
  const sum = total(boxes);
  return boxes.map((box, at) => ({
    share: box / sum,
    inRow: row.length,
    ratio: box,
    whole: isWhole(row[at]!, box),
  }));
}

/** The boxes' ratios: the pictures' own, unless one would be too narrow, or the row too high. */
function boxesOf(row: readonly number[], { least, narrowest, widest }: Layout): number[] {
  const own = row.length === 1 ? [...row] : row.map((ratio) => Math.min(widest, Math.max(narrowest, ratio)));
  const stretch = Math.max(1, least / total(own));
  return own.map((ratio) => ratio * stretch);
}

function isWhole(picture: number, box: number): boolean {
  const cut = Math.max(picture / box, box / picture);
  return picture < 1 ? cut > 1.02 : cut > SLIGHT_CUT;
}

/** Breaks the pictures into the rows that cost least together; of equal ones, the emptier rows come first. */
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
