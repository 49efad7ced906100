import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { paragraphs } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { siteName } from "~/services/site/site.server";
import { type ExportedImage, ExportedLog } from "./build-logs.server";
import type { ExportData } from "./data.server";

/**
 * `data.json` as one page without script and network, in pieces. New members of `data.json` appear without further
 * code.
 * @param createdAt ms since 1970
 */
export async function* renderIndex(data: ExportData, createdAt: number): AsyncGenerator<string> {
  const { account, ...sections } = data;
  yield `<!doctype html>\n<html lang="en">${renderToStaticMarkup(<Head name={account.name} />)}<body>`;
  yield renderToStaticMarkup(<Header account={account} sections={Object.keys(sections)} createdAt={createdAt} />);
  yield "<main>";
  for (const [name, value] of Object.entries(sections)) {
    yield `<section id="${name}"><h2>${labelOf(name)}</h2>`;
    if (isEmpty(value)) yield "<p>Nothing here.</p>";
    else for await (const part of partsOf(value)) yield renderToStaticMarkup(part);
    yield "</section>";
  }
  yield "</main></body></html>\n";
}

/** List items one by one, vehicles with slices of their build log. */
async function* partsOf(value: unknown): AsyncGenerator<ReactNode> {
  for (const item of Array.isArray(value) ? value : [value]) {
    yield <Value value={item} />;
    const { buildLog } = item;
    if (!(buildLog instanceof ExportedLog) || buildLog.isEmpty) continue;
    yield <h3>{labelOf("buildLog")}</h3>;
    for await (const entries of buildLog.slices()) yield <Value value={entries} />;
  }
}

/** The first such member is its object's heading. */
const HEADINGS = ["title", "name", "subject", "about", "event", "vehicle", "garage", "device"];
const isForPrograms = (name: string) => /^id$|Id$/.test(name);

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
const isImage = (value: object): value is ExportedImage => "file" in value && "kind" in value;

/** "costIsPublic" -> "Cost is public" */
const labelOf = (name: string) =>
  name.replace(/^./, (c) => c.toUpperCase()).replace(/[A-Z]/g, (c, at) => (at ? ` ${c.toLowerCase()}` : c));

function Value({ value }: { value: unknown }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
  if (Array.isArray(value)) return value.map((item, index) => <Value key={index} value={item} />);
  if (typeof value === "object" && value !== null)
    return isImage(value) ? <Image {...value} /> : <Thing thing={value} />;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "string") return String(value);
  return paragraphs(textOf(value)).map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <p key={index} dir="auto">
      {text}
    </p>
  ));
}

/** Timestamps become days; only an event's local time keeps its hour. */
function textOf(text: string): string {
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return formatDate(Date.parse(text));
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? text.replace("T", " ") : text;
}

/** A single member besides the heading goes on the same line. */
function Thing({ thing }: { thing: object }) {
  const members = Object.entries(thing).filter(
    ([name, value]) => !isEmpty(value) && !isForPrograms(name) && !(value instanceof ExportedLog),
  );
  const heading = members.find(([name, value]) => HEADINGS.includes(name) && typeof value === "string");
  const others = members.filter((member) => member !== heading);
  if (heading && others.length === 1)
    return (
      <div className="line">
        <b dir="auto">{heading[1]}</b> <Value value={others[0]?.[1]} />
      </div>
    );
  return (
    <article>
      {heading ? <h3 dir="auto">{heading[1]}</h3> : null}
      <dl>
        {others.map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** An external picture is a link, because the page uses no network. */
function Image({ file, name }: ExportedImage) {
  if (file !== null) return <img src={file} alt="" loading="lazy" />;
  if (!/^https?:\/\//i.test(name)) return null;
  return (
    <a href={name} rel="noreferrer">
      {name}
    </a>
  );
}

function Head({ name }: { name: string }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`${name} at ${siteName()}`}</title>
      <style>{STYLE}</style>
    </head>
  );
}

interface HeaderProps extends Pick<ExportData, "account"> {
  sections: string[];
  createdAt: number;
}

function Header({ account: { name, ...account }, sections, createdAt }: HeaderProps) {
  return (
    <header>
      <h1 dir="auto">{name}</h1>
      <p>
        Everything {siteName()} held about you as of {formatDate(createdAt)}. The same, for programs:{" "}
        <a href="data.json">data.json</a>.
      </p>
      <Thing thing={account} />
      <nav>
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            {labelOf(section)}
          </a>
        ))}
      </nav>
    </header>
  );
}

/** Inline, because the page uses no network. No character in it needs escaping. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4{line-height:1.2;margin:1.5rem 0 .5rem}h2{margin-top:3.5rem;border-top:2px solid;padding-top:.75rem}
article{border-top:1px solid #8888;padding:.25rem 0 1rem}dl,p{margin:.25rem 0}p{white-space:pre-line;max-width:42rem}
dl>div{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:1rem;padding:.15rem 0}dd{margin:0}dt{opacity:.75}.line{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.15rem 0}
img{display:block;max-width:min(100%,30rem);border-radius:8px;margin:.5rem 0}
dd p,.line p{margin:0}dd p+p{margin-top:.75rem}
nav a{display:inline-block;margin-right:1rem;padding:.35rem 0}a{color:inherit}
@media(max-width:30rem){dl>div{grid-template-columns:1fr;gap:0}}
`.trim();
