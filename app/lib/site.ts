/** Name of the software, and default name of a site. */
export const SOFTWARE = "Paddock";

/** Characters of a site's name and line. */
export const MAX_SITE_NAME = 40;
export const MAX_SITE_LINE = 120;

/** Shown until the operator writes a line. */
export const DEFAULT_SITE_LINE = "Garages and the vehicles in them";

export const SITE_NAME_LOCKED = "The name is set by SITE_NAME in the environment. Change it there.";
export const SITE_NAME_REQUIRED = "Please enter the site's name.";

/** Texts of the operator, each a page, in the footer's order. */
export const SITE_TEXTS = ["imprint", "privacy", "terms", "rules"] as const;
export type SiteText = (typeof SITE_TEXTS)[number];

export const SITE_TEXT_LABELS: Record<SiteText, string> = {
  imprint: "Imprint",
  privacy: "Privacy",
  terms: "Terms",
  rules: "Rules",
};

/** Icon sizes, pixels: for tabs, home screens and feeds, and splash screens. */
export const ICON_SIDES = [48, 192, 512] as const;
export type IconSide = (typeof ICON_SIDES)[number];

const BUILT_IN_ICONS: Record<IconSide, string> = { 48: "/icon.ico", 192: "/icon-192.png", 512: "/icon-512.png" };

/** Address of the site's icon: its logo, else the built-in mark. @param logo name of a stored image */
export const iconAddress = (logo: string | null, side: IconSide) =>
  logo === null ? BUILT_IN_ICONS[side] : `/icons/${logo.replace(/\.jpg$/, "")}-${side}.png`;

/** The site's identity on every page. */
export interface SiteIdentity {
  name: string;
  line: string;
  /** The operator's email address, or "". */
  contact: string;
  /** The texts that exist. */
  texts: readonly SiteText[];
  /** Name of a stored image of the kind `users`; null for the built-in mark. */
  logo: string | null;
  /** CSS rules of its accent colour; "" for the default. */
  accentStyle: string;
}
