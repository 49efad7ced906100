/** Serialized XML, which is not escaped again. Made by `element` only. */
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

/**
 * Text that XML 1.0 can hold at all: half a surrogate pair becomes U+FFFD, and the characters that no reference can
 * stand for either (controls, U+FFFE, U+FFFF) are left out (XML 1.0, 2.2).
 */
function representable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is left out here
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

/** Text between tags of XML, or of HTML. */
export function escapeXml(text: string): string {
  return representable(text).replace(/[&<>"'\r]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** Text inside an attribute's quotation marks; line ends and tabs survive. */
function escapeAttribute(text: string): string {
  return representable(text).replace(/[&<>"'\t\n\r]/g, (letter) => ENTITIES[letter] ?? letter);
}

/**
 * One element. Attributes that are undefined and children that are null or undefined are left out; text is escaped.
 * @param name as it stands in the document: the caller's own word, never somebody's input
 */
export function element(name: string, attributes: Record<string, string | undefined>, ...children: XmlChild[]): Xml {
  const given = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escapeAttribute(value)}"`))
    .join("");
  const inside = children.map((child) => (child instanceof Xml ? child.text : escapeXml(child ?? ""))).join("");
  return new Xml(inside === "" ? `<${name}${given}/>` : `<${name}${given}>${inside}</${name}>`);
}

/** A whole document around its root element. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
}
