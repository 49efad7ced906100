import { ATOM_TYPE } from "./media-types";
import { toIso } from "./time";
import { element, type Xml, xmlDocument } from "./xml";

/** Addresses are absolute, times ms since 1970. */
export interface AtomEntry {
  /** Permanent and unique (RFC 4287, 4.2.6); see `tagUri`. */
  id: string;
  title: string;
  link: string;
  author: { name: string; uri?: string };
  publishedAt: number;
  updatedAt: number;
  summary: string;
  picture?: { address: string; alt: string };
  category?: string;
}

export interface AtomFeed {
  id: string;
  title: string;
  subtitle?: string;
  /** Default for entries. */
  author: string;
  /** Of feed and page. */
  self: string;
  page: string;
  icon?: string;
  /** Without entries. */
  startedAt: number;
  entries: AtomEntry[];
}

/** Permanent (RFC 4151): `tag:host,2025:vehicle/12`. */
export function tagUri(host: string, thing: string): string {
  return `tag:${host},2025:${thing}`;
}

export function feedUpdatedAt({ entries, startedAt }: AtomFeed): number {
  return entries.reduce((newest, { updatedAt }) => Math.max(newest, updatedAt), startedAt);
}

/** RFC 4287. */
export function writeAtom(feed: AtomFeed): string {
  const { id, title, subtitle, self, page, icon, entries } = feed;
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
      element("id", {}, id),
      element("title", {}, title),
      subtitle === undefined ? null : element("subtitle", {}, subtitle),
      element("updated", {}, toIso(feedUpdatedAt(feed))),
      element("author", {}, element("name", {}, feed.author)),
      element("link", { rel: "self", type: ATOM_TYPE, href: self }),
      element("link", { rel: "alternate", type: "text/html", href: page }),
      icon === undefined ? null : element("icon", {}, icon),
      ...entries.map(writeEntry),
    ),
  );
}

function writeEntry(entry: AtomEntry): Xml {
  const { id, title, link, author, publishedAt, updatedAt, summary, picture, category } = entry;
  return element(
    "entry",
    {},
    element("id", {}, id),
    element("title", {}, title),
    element("link", { rel: "alternate", type: "text/html", href: link }),
    element("published", {}, toIso(publishedAt)),
    element("updated", {}, toIso(updatedAt)),
    element("author", {}, element("name", {}, author.name), author.uri ? element("uri", {}, author.uri) : null),
    category === undefined ? null : element("category", { term: category }),
    element("summary", {}, summary),
    // Escaped once as HTML and once as XML (4.1.3.3).
    element("content", { type: "html" }, contentOf(entry)),
    picture ? element("link", { rel: "enclosure", type: "image/jpeg", href: picture.address }) : null,
  );
}

function contentOf({ link, summary, picture }: AtomEntry): string {
  const image = picture && element("img", { src: picture.address, alt: picture.alt });
  const parts = summary.split(/\n\s*\n/).map((part) => element("p", {}, part));
  return [...(image ? [element("p", {}, element("a", { href: link }, image))] : []), ...parts]
    .map(({ text }) => text)
    .join("\n");
}
