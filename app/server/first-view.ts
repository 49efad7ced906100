import { readFileSync } from "node:fs";
import { policyHash } from "./policy-hash";
import { type StyleSheets, usedStyles } from "./used-styles";

/** A page that needs no style sheet to be drawn. */
export interface FirstView {
  html: string;
  /** For `style-src` of the page's policy, in quotes. */
  styleHashes: string[];
}

/** The place for the rules, which every page has before its style sheets (`root.tsx`), with what it holds already. */
const PLACE = /(<style\b[^>]*>)([^<]*)<\/style>/;
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * Puts the style rules that a page uses into it and makes its style sheets wait for the script (`ui/late-script.tsx`),
 * so that a browser draws the page as soon as it has it. The rules stand before the sheets: once those have come they
 * decide everything, so that the order of the cascade is theirs.
 * @param sheets the build's style sheets; one that is not among them stays as it is
 */
export function firstView(sheets: StyleSheets): (html: string) => FirstView {
  const usedIn = usedStyles(sheets);
  return (html) => {
    const place = PLACE.exec(html);
    const named = [...html.matchAll(SHEET)].map(([, address = ""]) => address).filter((address) => address in sheets);
    if (!place || named.length === 0) return { html, styleHashes: [] };
    const css = place[2] + usedIn(html, named);
    const filled = html
      .replace(PLACE, () => `${place[1]}${css}</style>`)
      .replace(SHEET, (link, address) =>
        address in sheets ? link.replace('rel="stylesheet"', 'rel="later-stylesheet"') : link,
      );
    return { html: filled, styleHashes: [policyHash(css)] };
  };
}

/** The style sheets of the build in use. @throws where there is no build */
export function builtStyleSheets(): StyleSheets {
  return JSON.parse(readFileSync("build/style-rules.json", "utf8"));
}
