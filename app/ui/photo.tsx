import { type ImageView, imageSources } from "~/lib/image-url";
import type { ImageKind } from "~/lib/images";

interface PhotoProps {
  kind: ImageKind;
  /** A stored name or a full URL; null: the default image. */
  name: string | null | undefined;
  /** Empty if the text next to it says the same. */
  alt: string;
  view?: ImageView;
  sizes?: string;
  /** The page's main image: loaded eagerly. */
  priority?: boolean;
  className?: string;
  contain?: boolean;
}

export function Photo({
  kind,
  name,
  alt,
  view = "card",
  sizes,
  priority = false,
  className = "",
  contain = false,
}: PhotoProps) {
  const { src, srcSet, width, height, color, sizes: shownSizes } = imageSources(kind, name, { view, sizes });
  const style = color ? { backgroundColor: color } : undefined;
  const fetching = priority ? { fetchPriority: "high" as const } : { loading: "lazy" as const };
  return (
    <span className={`photo-frame ${className}`} style={style}>
      <img
        {...fetching}
        src={src}
        srcSet={srcSet}
        sizes={srcSet ? shownSizes : undefined}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        style={contain ? { objectFit: "contain", ...style } : style}
      />
    </span>
  );
}

/** Minus the page's padding and half a rem. On 360 px at two device pixels each the 640 px file must do for 656 px. */
export const PHONE_IMAGE_SIZE = "calc(100vw - 2.5rem)";

export const WIDE_CARD_SIZES = "(min-width: 64rem) 18rem, (min-width: 40rem) 45vw";

/**
 * Phones show two cards per row. Each takes 44 % of the screen and declares a quarter less, because two pictures must
 * not load more bytes than one.
 */
const CARD_SIZES = `${WIDE_CARD_SIZES}, (min-width: 21.25rem) 33vw, ${PHONE_IMAGE_SIZE}`;

/** The card's text describes it. */
export function CardPhoto(card: Pick<PhotoProps, "name" | "priority" | "sizes">) {
  return <Photo sizes={CARD_SIZES} {...card} kind="photos" alt="" className="aspect-3/2" />;
}
