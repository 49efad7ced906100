import { type ImageKind, lightWidths, parseImageName, renditionWidths } from "./images";

/** In a list, on a card (or as an avatar), or as large as the page. */
export type ImageView = "thumbnail" | "card" | "full";

/** Number of stored widths, the smallest first. */
const OFFERED: Record<ImageView, number> = { thumbnail: 1, card: 2, full: Number.POSITIVE_INFINITY };

/** For an `<img>`. A foreign URL has no size. */
interface ImageSources {
  src: string;
  srcSet: string | undefined;
  sizes: string | undefined;
  width: number | undefined;
  height: number | undefined;
  color: string | undefined;
}

const DEFAULTS: Record<ImageKind, { src: string; width: number; height: number }> = {
  photos: { src: "/img/photos/default-vehicle.png", width: 1600, height: 1067 },
  users: { src: "/img/users/default.jpg", width: 256, height: 256 },
};

const CLOUDINARY_UPLOAD = /^(https?:\/\/res\.cloudinary\.com\/[^/]+\/image\/upload\/)(.*)$/i;
const CARD_TRANSFORM = "f_auto,q_auto,w_400";

/**
 * Stored images come in the existing widths (cards 240, 400, 640 and 800); a full URL is used as it is (on cards a
 * Cloudinary upload gets its transformation); anything else is the default image (photos README, Who sees a file).
 * @param nameOrUrl a stored name, an http(s) URL, or nothing
 * @param options.sizes the `sizes` attribute for the srcSet
 */
export function imageSources(
  kind: ImageKind,
  nameOrUrl: string | null | undefined,
  options: { view?: ImageView; sizes?: string } = {},
): ImageSources {
  const { view = "card", sizes } = options;
  const text = nameOrUrl?.trim() ?? "";
  if (isHttpUrl(text)) return plain(view === "full" ? text : cloudinaryCard(text));
  const facts = parseImageName(text);
  if (!facts) return { ...plain(DEFAULTS[kind].src), ...DEFAULTS[kind] };

  const { width, height, color, isAnimated } = facts;
  const path = `/img/${kind}/${text}`;
  const storedFacts = { width, height, color: `#${color}` };
  // Animations are stored in the largest size only.
  if (view === "full" && isAnimated) return { ...plain(path), ...storedFacts };

  const all = renditionWidths(kind, width);
  const src = `${path}?w=${view === "full" ? all.at(-1) : all[0]}`;
  const offeredWidths = all.slice(0, OFFERED[view]);
  const light = lightWidths(kind, width).filter((lightWidth) => lightWidth < offeredWidths.at(-1)!);
  // The lightest is for thumbnails, and for cards in two columns on a phone.
  const extraWidths = view === "full" ? light.filter((lightWidth) => lightWidth > offeredWidths[0]!) : light;
  const widths = [...offeredWidths, ...extraWidths].sort((a, b) => a - b);
  if (widths.length === 1) return { ...plain(src), ...storedFacts };
  const srcSet = widths.map((nominal) => `${path}?w=${nominal} ${Math.min(nominal, width)}w`).join(", ");
  return { src, srcSet, sizes, ...storedFacts };
}

/** A width in pixels, or the next stored one. */
export const imageWidthAddress = (kind: ImageKind, name: string, width: number) => `/img/${kind}/${name}?w=${width}`;

/** Absolute `imageSources(…).src`: for feeds, link previews and mails. */
export function imageAddress(kind: ImageKind, nameOrUrl: string | null | undefined, origin: string): string {
  return new URL(imageSources(kind, nameOrUrl, { view: "full" }).src, origin).href;
}

function plain(src: string): ImageSources {
  return { src, srcSet: undefined, sizes: undefined, width: undefined, height: undefined, color: undefined };
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function cloudinaryCard(url: string): string {
  const [, upload, rest] = CLOUDINARY_UPLOAD.exec(url) ?? [];
  if (upload === undefined || rest === undefined || rest.startsWith(`${CARD_TRANSFORM}/`)) return url;
  return `${upload}${CARD_TRANSFORM}/${rest}`;
}
