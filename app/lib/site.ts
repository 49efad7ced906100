/** Also the default name of a site. */
export const SOFTWARE = "Paddock";

export const MAX_SITE_NAME = 40;
export const MAX_SITE_LINE = 120;

/** Until the operator writes one. */
export const DEFAULT_SITE_LINE = "Garages and the vehicles in them";

export const SITE_NAME_LOCKED = "The name is set by SITE_NAME in the environment. Change it there.";
export const SITE_NAME_REQUIRED = "Please enter the site’s name.";

/** The operator's texts, in the footer's order. */
export const SITE_TEXTS = ["imprint", "privacy", "terms", "rules"] as const;
export type SiteText = (typeof SITE_TEXTS)[number];

export const SITE_TEXT_LABELS: Record<SiteText, string> = {
  imprint: "Imprint",
  privacy: "Privacy",
  terms: "Terms",
  rules: "Rules",
};

/** Pixels: for tabs, home screens and feeds, and splash screens. */
export const ICON_SIDES = [48, 192, 512] as const;
export type IconSide = (typeof ICON_SIDES)[number];

const BUILT_IN_ICONS: Record<IconSide, string> = { 48: "/icon.ico", 192: "/icon-192.png", 512: "/icon-512.png" };

/** The logo, else the built-in mark. @param logo a stored image */
export const iconAddress = (logo: string | null, side: IconSide) =>
  logo === null ? BUILT_IN_ICONS[side] : `/icons/${logo.replace(/\.jpg$/, "")}-${side}.png`;

export interface SiteIdentity {
  name: string;
  line: string;
  /** Email address, or "". */
  contact: string;
  texts: readonly SiteText[];
  /** Stored image of the kind `users`; null for the built-in mark. */
  logo: string | null;
  /** Of the link to `/signup`; null for members, and while registration is closed. */
  signUpLabel: string | null;
  /** Label of the login provider; null without one. */
  provider: string | null;
  /** "" for the default. */
  accentStyle: string;
}
