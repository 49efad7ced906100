/** Not escaped again; made by `element` only. */
export class Xml {
  constructor(readonly text: string) {}
}

type XmlChild = Xml | string | null | undefined;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser would turn these into spaces in an attribute, and a bare CR into LF.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Removes characters that XML 1.0 cannot contain (2.2); half a surrogate pair becomes U+FFFD. */
function representable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is left out here
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

/** For text between tags of XML or HTML. */
export function escapeXml(text: string): string {
  return representable(text).replace(/[&<>"'\r]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** Keeps line ends and tabs. */
function escapeAttribute(text: string): string {
  return representable(text).replace(/[&<>"'\t\n\r]/g, (letter) => ENTITIES[letter] ?? letter);
}

/**
 * Leaves out undefined attributes and null or undefined children; escapes text.
 * @param name never user input
 */
export function element(name: string, attributes: Record<string, string | undefined>, ...children: XmlChild[]): Xml {
  const present = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escapeAttribute(value)}"`))
    .join("");
  const inside = children.map((child) => (child instanceof Xml ? child.text : escapeXml(child ?? ""))).join("");
  return new Xml(inside === "" ? `<${name}${present}/>` : `<${name}${present}>${inside}</${name}>`);
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
}
