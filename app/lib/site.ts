/** The software's name, and a site's until its operator gives it another. */
export const SOFTWARE = "Paddock";

/** Characters of a site's name, and of the line about it. */
export const MAX_SITE_NAME = 40;
export const MAX_SITE_LINE = 120;

/** What stands for the line until the operator writes one. */
export const DEFAULT_SITE_LINE = "Garages and the vehicles in them";

/** What is wrong with a site's name. */
export const SITE_NAME_LOCKED = "The name is set by SITE_NAME in the environment. Change it there.";
export const SITE_NAME_REQUIRED = "Please enter the site's name.";

/** The texts that an operator writes, each a page of its own, in the footer's order. */
export const SITE_TEXTS = ["imprint", "privacy", "terms", "rules"] as const;
export type SiteText = (typeof SITE_TEXTS)[number];

export const SITE_TEXT_LABELS: Record<SiteText, string> = {
  imprint: "Imprint",
  privacy: "Privacy",
  terms: "Terms",
  rules: "Rules",
};

/** Sides of the site's icon, pixels: in tabs, on home screens and in feeds, and while an app starts. */
export const ICON_SIDES = [48, 192, 512] as const;
export type IconSide = (typeof ICON_SIDES)[number];

const BUILT_IN_ICONS: Record<IconSide, string> = { 48: "/icon.ico", 192: "/icon-192.png", 512: "/icon-512.png" };

/** Where the site's icon is: its logo's, or the built-in mark. @param logo name of a stored image */
export const iconAddress = (logo: string | null, side: IconSide) =>
  logo === null ? BUILT_IN_ICONS[side] : `/icons/${logo.replace(/\.jpg$/, "")}-${side}.png`;

/** What a page shows of the site it belongs to. */
export interface SiteIdentity {
  name: string;
  /** One line about it. */
  line: string;
  /** An email address for everybody, or empty. */
  contact: string;
  /** The texts that there are. */
  texts: readonly SiteText[];
  /** Name of a stored image of the kind `users`; null for the built-in mark. */
  logo: string | null;
  /** The style rules of its accent colour; empty for the built-in one. */
  accentStyle: string;
}
