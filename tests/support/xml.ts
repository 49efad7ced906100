import { SaxesParser } from "saxes";

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

/** @throws if not well-formed, namespaces included */
export function parseXml(document: string): XmlNode {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const node: XmlNode = { name, attributes: Object.fromEntries(values), children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    for (const node of open) node.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(document).close();
  return top.children[0]!;
}

export const all = (node: XmlNode, name: string): XmlNode[] => node.children.filter((child) => child.name === name);

export const textOf = (node: XmlNode, name: string): string | undefined => all(node, name)[0]?.text;

export const linkOf = (node: XmlNode, rel: string): string | undefined =>
  all(node, "link").find(({ attributes }) => attributes.rel === rel)?.attributes.href;
