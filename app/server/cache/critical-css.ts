import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { cspHash } from "../request/security-headers";

export interface CriticalCss {
  html: string;
  styleHashes: string[];
}

/** In every page, before the style sheets (`root.tsx`). */
const PLACE = /(<style\b[^>]*>)([^<]*)<\/style>/;
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * Inlines the rules used by a page and defers its style sheets to the script (`ui/document/deferred-script.tsx`). The
 * rules come first: the loaded sheets decide the cascade.
 * @param sheets the build's; others stay unchanged
 */
export function withCriticalCss(sheets: StyleSheets): (html: string) => CriticalCss {
  const rulesFor = criticalRules(sheets);
  return (html) => {
    const place = PLACE.exec(html);
    const addresses = [...html.matchAll(SHEET)]
      .map(([, address = ""]) => address)
      .filter((address) => address in sheets);
    if (!place || addresses.length === 0) return { html, styleHashes: [] };
    const css = place[2] + rulesFor(html, addresses);
    const styledHtml = html
      .replace(PLACE, () => `${place[1]}${css}</style>`)
      .replace(SHEET, (link, address) =>
        address in sheets ? link.replace('rel="stylesheet"', 'rel="later-stylesheet"') : link,
      );
    return { html: styledHtml, styleHashes: [cspHash(css)] };
  };
}

/** @throws without a build */
export function readStyleSheets(): StyleSheets {
  return JSON.parse(readFileSync("build/style-rules.json", "utf8"));
}

/** In source order, written by the build (`cli/build/style-rules.mjs`). */
type StyleNode =
  | string
  /** A conditional group or layer, such as `@media print`. */
  | { head: string; nodes: StyleNode[] }
  /** Each selector, with the classes, ids and elements that a match requires. */
  | { selectors: [text: string, ...needs: string[]][]; declarations: [property: string, value: string][] }
  | { property: string; text: string }
  | { animation: string; text: string };

export type StyleSheets = Record<string, StyleNode[]>;

/** The rules of the `sheets` (addresses) that a page can use, in source order. */
type CriticalRules = (html: string, sheets: string[]) => string;

/** By inventory, about 12 kB each. */
const MAX_REMEMBERED_PAGES = 200;

/**
 * Finds the rules usable without script, with states (`:hover`, `[open]`, `:target`), dark mode, reduced motion, print,
 * custom properties and keyframes, so that the page looks as with the full sheets.
 */
export function criticalRules(styleSheets: StyleSheets): CriticalRules {
  const classNames = new Set(Object.values(styleSheets).flatMap(namesIn));
  const cache = new LRUCache<string, string>({ max: MAX_REMEMBERED_PAGES });
  return (html, sheets) => {
    const inventory = inventoryOf(html);
    const names = new Set([...inventory.names].filter((name) => classNames.has(name)));
    const key = [...sheets, ...[...names].sort(), ...[...inventory.variables].sort()].join(" ");
    let css = cache.get(key);
    if (css === undefined) {
      const rules = choose(
        sheets.flatMap((address) => styleSheets[address] ?? []),
        names,
      );
      css = write(rules, findReferences(rules, inventory.variables));
      cache.set(key, css);
    }
    return css;
  };
}

function namesIn(nodes: StyleNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string" || "text" in node) return [];
    return "head" in node ? namesIn(node.nodes) : node.selectors.flatMap(([, ...needs]) => needs);
  });
}

interface Inventory {
  names: Set<string>;
  variables: Set<string>;
}

const TAG = /<([a-z][\w-]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi;
const SCRIPT = /<script\b[\s\S]*?<\/script>/g;
const VARIABLE = /var\((--[\w-]+)/g;

const TIMES = /^(?:datetime-local|month|time|week)$/;

/** Expects React's HTML: double-quoted attributes, no `<` or `>` outside tags and attributes. */
function inventoryOf(html: string): Inventory {
  const page = html.replace(SCRIPT, "");
  const names = new Set<string>();
  for (const [, element = "", attributes = ""] of page.matchAll(TAG)) {
    names.add(element.toLowerCase());
    for (const [, name, value = ""] of attributes.matchAll(/\s(class|id|type)="([^"]*)"/g)) {
      if (name === "id") names.add(`#${decode(value)}`);
      else if (name === "type") names.add(TIMES.test(value) ? "type=date" : `type=${value}`);
      else for (const className of decode(value).split(/\s+/)) names.add(`.${className}`);
    }
  }
  return { names, variables: new Set([...page.matchAll(VARIABLE)].map(([, name = ""]) => name)) };
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

function decode(value: string): string {
  return value.includes("&") ? value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? "") : value;
}

/** Drops the other selectors of a matching rule. */
function choose(nodes: StyleNode[], names: Set<string>): StyleNode[] {
  return nodes.flatMap((node): StyleNode[] => {
    if (typeof node === "string" || "text" in node) return [node];
    if ("head" in node) {
      const inner = choose(node.nodes, names);
      return inner.length > 0 ? [{ head: node.head, nodes: inner }] : [];
    }
    const selectors = node.selectors.filter(([, ...needs]) => needs.every((need) => names.has(need)));
    return selectors.length > 0 ? [{ ...node, selectors }] : [];
  });
}

/** Directly or through another property. */
function findReferences(nodes: StyleNode[], variables: Set<string>): Set<string> {
  const references = new Set<string>();
  const custom = new Map<string, string[]>();
  const follow = (value: string, isAnimation: boolean) => {
    for (const [, name = ""] of value.matchAll(VARIABLE)) addReference(name);
    if (isAnimation) for (const [word] of value.matchAll(/[\w-]+/g)) references.add(word);
  };
  const addReference = (name: string) => {
    if (references.has(name)) return;
    references.add(name);
    for (const value of custom.get(name) ?? []) follow(value, true);
  };
  const plain: [string, string][] = [];
  const visit = (node: StyleNode) => {
    if (typeof node === "string" || "text" in node) return;
    if ("head" in node) return node.nodes.forEach(visit);
    for (const [property, value] of node.declarations) {
      if (!property.startsWith("--")) plain.push([property, value]);
      else custom.set(property, [...(custom.get(property) ?? []), value]);
    }
  };
  nodes.forEach(visit);
  for (const name of variables) addReference(name);
  for (const [property, value] of plain) follow(value, /animation/.test(property));
  return references;
}

function write(nodes: StyleNode[], references: Set<string>): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if ("text" in node) return references.has("property" in node ? node.property : node.animation) ? node.text : "";
      if ("head" in node) {
        const inner = write(node.nodes, references);
        return inner === "" ? "" : `${node.head}{${inner}}`;
      }
      const declarations = node.declarations.filter(
        ([property]) => !property.startsWith("--") || references.has(property),
      );
      if (declarations.length === 0) return "";
      const selectors = node.selectors.map(([text]) => text).join(",");
      return `${selectors}{${declarations.map(([property, value]) => `${property}:${value}`).join(";")}}`;
    })
    .join("");
}
