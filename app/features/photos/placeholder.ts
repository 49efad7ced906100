import { type ImageKind, parseImageName } from "~/lib/image-name";

/** Half the width of the sign in the middle, as a part of the shorter side. */
const SIGN = 0.09;

/**
 * What is shown in the place of a stored image that cannot be read at the moment: its mean colour in its proportions, with
 * a crossed-out picture in the middle.
 * @param name of a stored image
 * @returns an SVG document
 */
export function placeholderImage(kind: ImageKind, name: string): string {
  const { width = 4, height = 3, color = "808080" } = parseImageName(name) ?? {};
  const [wide, high] = kind === "users" ? [width, width] : [width, height];
  const unit = Math.min(wide, high) * SIGN;
  const place = `translate(${wide / 2} ${high / 2}) scale(${unit})`;
  const ink = isLight(color) ? "#000" : "#fff";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">` +
    `<rect width="100%" height="100%" fill="#${color}"/>` +
    `<g transform="${place}" fill="none" stroke="${ink}" stroke-opacity=".55" stroke-width=".16" ` +
    `stroke-linecap="round" stroke-linejoin="round"><rect x="-1" y="-.75" width="2" height="1.5" rx=".2"/>` +
    `<path d="M-1 .45l.6-.6.45.45.3-.3.65.65"/><circle cx=".4" cy="-.3" r=".14"/><path d="M-1.1 1.05l2.2-2.1"/></g></svg>`
  );
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
