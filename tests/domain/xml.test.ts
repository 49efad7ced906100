import { describe, expect, test } from "vitest";
import { type AtomFeed, tagUri, writeAtom } from "~/lib/atom";
import { writeSitemapIndex, writeUrlSet } from "~/lib/sitemap";
import { element, escapeXml, xmlDocument } from "~/lib/xml";
import { all, linkOf, parseXml, textOf } from "../support/xml";

test.each([
  ["markup", "<b>\"Tom\" & 'Jerry'</b> ]]> &amp;"],
  ["line ends and tabs", "a\nb\tc\r\nd\re"],
  ["letters of all kinds", "Citroën 日本語 🏎️ \u2028 \u0085"],
])("XML: %s come back as they went in, as text and in an attribute", (_, text) => {
  const read = parseXml(xmlDocument(element("a", { b: text }, text)));
  expect(read.text).toBe(text);
  expect(read.attributes.b).toBe(text);
});

test("XML: elements nest; what is not given, or what XML cannot hold, is left out", () => {
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("");
  const read = parseXml(xmlDocument(element("a", { b: controls }, `${controls}x\ufffe\uffff`)));
  expect(read.text).toBe("\t\n\rx");
  expect(read.attributes.b).toBe("\t\n\r");
  expect(escapeXml("half \ud83d pair")).toBe("half \ufffd pair");
  const inner = element("c", {});
  expect(element("a", { b: undefined, d: "1" }, inner, null, undefined, "").text).toBe('<a d="1"><c/></a>');
});

describe("Atom (RFC 4287)", () => {
  const origin = "https://paddock.example.com:8443";
  const entry: AtomFeed["entries"][number] = {
    id: tagUri("paddock.example.com", "vehicle/1"),
    title: "1967 <Lotus> & Elan",
    link: `${origin}/vehicles/1`,
    author: { name: "Ada & Co", uri: `${origin}/garages/1` },
    publishedAt: 1_000,
    updatedAt: 61_000,
    summary: "First <b>line</b>.\n\nSecond & last.",
    picture: { address: `${origin}/img/photos/a.jpg?w=800&x=1`, alt: 'The "Elan"' },
    category: "Club Meetup",
  };
  const feed: AtomFeed = {
    id: tagUri("paddock.example.com", "vehicles"),
    title: "The Latest",
    author: "Paddock",
    self: `${origin}/feed.xml`,
    page: `${origin}/`,
    startedAt: 0,
    entries: [
      entry,
      { ...entry, id: tagUri("paddock.example.com", "vehicle/2"), updatedAt: 5_000, picture: undefined },
    ],
  };

  test("a feed has what 4.1.1 asks for, without entries too, and is as young as its youngest", () => {
    const read = parseXml(writeAtom(feed));
    expect([read.name, read.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    for (const name of ["id", "title", "updated", "author"]) expect(all(read, name), name).toHaveLength(1);
    expect(textOf(read, "updated")).toBe("1970-01-01T00:01:01.000Z");
    expect([linkOf(read, "self"), linkOf(read, "alternate")]).toEqual([`${origin}/feed.xml`, `${origin}/`]);
    expect(all(read, "entry")).toHaveLength(2);
    const empty = parseXml(writeAtom({ ...feed, startedAt: 5_000, entries: [] }));
    expect(textOf(empty, "updated")).toBe("1970-01-01T00:00:05.000Z");
  });

  test("an entry has what 4.1.2 asks for, each once; HTML is escaped once more than text (4.1.3.3)", () => {
    const [read] = all(parseXml(writeAtom(feed)), "entry");
    for (const name of ["id", "title", "updated", "published", "author", "summary", "content"])
      expect(all(read!, name), name).toHaveLength(1);
    expect(textOf(read!, "id")).toBe("tag:paddock.example.com,2025:vehicle/1");
    expect(textOf(read!, "title")).toBe(entry.title);
    expect(textOf(read!, "summary")).toBe(entry.summary);
    expect(textOf(all(read!, "author")[0]!, "name")).toBe("Ada & Co");
    expect(textOf(read!, "published")).toBe("1970-01-01T00:00:01.000Z");
    expect(linkOf(read!, "enclosure")).toBe(entry.picture?.address);
    expect(all(read!, "category")[0]?.attributes.term).toBe("Club Meetup");
    const content = all(read!, "content")[0]!;
    expect(content.attributes.type).toBe("html");
    expect(content.text).toContain("<p>First &lt;b&gt;line&lt;/b&gt;.</p>\n<p>Second &amp; last.</p>");
    expect(content.text).toContain(`src="${origin}/img/photos/a.jpg?w=800&amp;x=1" alt="The &quot;Elan&quot;"`);
  });
});

test("a site map and the list of its files", () => {
  const set = parseXml(
    writeUrlSet([{ address: "https://a.example/?b=1&c=2", modifiedAt: 0 }, { address: "https://a.example/" }]),
  );
  expect(set.name).toBe("urlset");
  expect(set.children.map((url) => [textOf(url, "loc"), textOf(url, "lastmod")])).toEqual([
    ["https://a.example/?b=1&c=2", "1970-01-01T00:00:00.000Z"],
    ["https://a.example/", undefined],
  ]);
  const index = parseXml(writeSitemapIndex(["https://a.example/sitemap-1.xml"]));
  expect([index.name, index.text]).toEqual(["sitemapindex", "https://a.example/sitemap-1.xml"]);
});
