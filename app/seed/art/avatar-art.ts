import { HEADS, type Person } from "./avatar-heads";
import { darken, lighten, mix } from "./color";

const SKINS = ["#f0cdb0", "#8d5a3b", "#e0ac84", "#5b3826", "#c98d62", "#f3d9c6"] as const;
const HAIR: readonly string[] = ["#2a211d", "#17120f", "#8a4f27", "#1c1512", "#4a3324", "#c9a063", "#b9b4aa"];
const GROUNDS = [
  "#d9c19a",
  "#8fa58c",
  "#3f6387",
  "#c9795a",
  "#ece4d3",
  "#66717b",
  "#1f5138",
  "#d49a2a",
  "#8fb9c9",
  "#cfa79a",
];
const CLOTHES = ["#b3261a", "#1c2c47", "#e6dcc2", "#2a2d32", "#1f5138", "#7c4a28", "#d49a2a", "#5c7a94", "#6a1f2b"];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Neck, ears, face; light from the upper left, features only hinted at. */
function face({ skin, hair, beard }: Person): string {
  const shade = mix(skin, "#5e2414", 0.26);
  return `<path d="M208 300h96v86c0 34 -96 34 -96 0z" fill="${shade}"/>
    <ellipse cx="164" cy="246" rx="17" ry="25" fill="${skin}"/><ellipse cx="348" cy="246" rx="17" ry="25" fill="${shade}"/>
    <path d="M166 212C166 140 204 108 256 108S346 140 346 212C346 300 312 352 256 352S166 300 166 212Z" fill="${skin}"/>
    <path d="M300 116C332 134 346 166 346 212C346 300 312 352 256 352C298 330 318 280 318 214C318 170 314 140 300 116Z" fill="${shade}" opacity=".5"/>
    <path d="M202 224c10 -9 26 -9 36 -2M274 222c10 -7 26 -7 36 2" stroke="${darken(hair, 0.2)}" stroke-width="8" fill="none" stroke-linecap="round"/>
    <ellipse cx="221" cy="246" rx="7" ry="8" fill="#1d1613"/><ellipse cx="291" cy="246" rx="7" ry="8" fill="#1d1613"/>
    <path d="M256 240c-2 18 -10 30 -12 38c4 8 18 8 24 3" stroke="${mix(skin, "#5e2414", 0.5)}" stroke-width="6" fill="none" stroke-linecap="round"/>
    ${
      beard
        ? `<path d="M166 226C164 312 200 372 256 372S348 312 346 226C338 268 322 292 300 292C284 284 228 284 212 292C190 292 174 268 166 226Z" fill="${hair}"/><path d="M226 312c18 9 42 9 60 0" stroke="${lighten(skin, 0.1)}" stroke-width="8" fill="none" stroke-linecap="round"/>`
        : `<path d="M224 308c18 14 46 14 64 0" stroke="${mix(skin, "#4a1a10", 0.68)}" stroke-width="7" fill="none" stroke-linecap="round"/>`
    }`;
}

/** Shoulders in a jacket, overall or jumper. */
function bust({ cloth, accent, skin }: Person, style: number): string {
  const body = `<path d="M56 512C60 424 118 392 206 372C224 404 288 404 306 372C394 392 452 424 456 512Z" fill="${cloth}"/>
    <path d="M306 372C394 392 452 424 456 512H330C346 470 336 420 306 372Z" fill="#000" opacity=".14"/>`;
  const details = [
    `<path d="M206 372L256 450L306 372L330 384L262 512H250L182 384Z" fill="${darken(cloth, 0.28)}"/><path d="M256 452V512" stroke="${accent}" stroke-width="5"/>`,
    `<path d="M196 366C204 420 308 420 316 366L322 392C300 434 212 434 190 392Z" fill="${darken(cloth, 0.25)}"/><path d="M104 512C106 470 116 440 136 414M408 512C406 470 396 440 376 414" stroke="${accent}" stroke-width="20" fill="none"/>`,
    `<path d="M206 372C224 404 288 404 306 372L256 440Z" fill="${skin}"/><path d="M206 372L256 444L306 372L326 380L262 476L256 462L250 476L186 380Z" fill="${accent}"/>`,
    `<path d="M186 372C214 440 298 440 326 372L340 404C300 470 212 470 172 404Z" fill="${accent}"/><path d="M250 448L236 512H284L268 448Z" fill="${darken(accent, 0.16)}"/>`,
  ];
  return body + pick(details, style);
}

/**
 * A portrait of an invented member, 512 x 512 px, as an SVG document.
 * @param index 0, 1, 2 ...; the first ninety are all different
 */
export function avatarArt(index: number): string {
  const ground = pick(GROUNDS, index * 3 + Math.floor(index / GROUNDS.length));
  const away = (color: string) => color.toLowerCase() !== ground;
  const cloth = pick(CLOTHES.filter(away), index * 4 + 1);
  const accent = pick(
    CLOTHES.filter((c) => away(c) && c !== cloth),
    index * 5 + 2,
  );
  const round = Math.floor(index / HEADS.length);
  const head = pick(HEADS, index);
  const skin = pick(SKINS, index + round);
  const person: Person = {
    skin,
    // Brown and fair hair would melt into the darker skins.
    hair: pick(skin > "#d" ? HAIR : HAIR.filter((c) => c < "#3" || c.startsWith("#b9")), index * 2 + round),
    cloth,
    accent,
    beard: head.beard === "often" && (index + round) % 2 === 0,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient></defs>
    <rect width="512" height="512" fill="${ground}"/><circle cx="256" cy="262" r="204" fill="${lighten(ground, 0.28)}"/>
    <rect width="512" height="512" fill="url(#light)"/>
    ${head.behind?.(person) ?? ""}${face(person)}${bust(person, index + round)}${head.over(person)}</svg>`;
}
