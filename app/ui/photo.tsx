import { type ImageView, imageSources } from "~/lib/image-url";
import type { ImageKind } from "~/lib/images";

interface PhotoProps {
  kind: ImageKind;
  /** A stored name or a full URL; nothing shows the default image. */
  name: string | null | undefined;
  /** Empty where the words beside it say the same. */
  alt: string;
  view?: ImageView;
  /** How wide it is shown, for the browser's choice among the widths. */
  sizes?: string;
  /** The page's main image: loaded eagerly with high priority instead of lazily. */
  priority?: boolean;
  className?: string;
  /** Fitted inside its box (object-fit: contain) instead of covering it. */
  contain?: boolean;
}

/** An image in a box of fixed ratio, with a placeholder colour while it loads. */
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

/**
 * As wide as a phone without the page's padding, and half a rem less: browsers take the next file that is wide enough, and
 * on 360 px at two device pixels each that of 640 px shall do for 656, which nobody sees.
 */
export const PHONE_IMAGE_SIZE = "calc(100vw - 2.5rem)";

/** How wide the image of a card in a grid is, from the width on where a phone's list ends. */
export const WIDE_CARD_SIZES = "(min-width: 64rem) 18rem, (min-width: 40rem) 45vw";

/**
 * The same on every screen: on a phone two stand side by side, on the smallest one. Of two each takes 44 % of the screen,
 * and says a quarter less: with twice as many pictures in sight a list shall not weigh more than with one a row.
 */
const CARD_SIZES = `${WIDE_CARD_SIZES}, (min-width: 21.25rem) 33vw, ${PHONE_IMAGE_SIZE}`;

/** The image on top of a card in a grid; its alt text is empty, as the card's text describes it. */
export function CardPhoto(card: Pick<PhotoProps, "name" | "priority" | "sizes">) {
  return <Photo sizes={CARD_SIZES} {...card} kind="photos" alt="" className="aspect-3/2" />;
}
