import { renderToStaticMarkup } from "react-dom/server";
import { BUILT_IN_ACCENT } from "~/lib/colour/accent";
import { ISOLATED, withoutIsolates } from "~/lib/text";
import { site, siteName } from "../site/site.server";

interface MailLink {
  label: string;
  url: string;
}

/** A paragraph, a link, or a line with a link: several lines are a list. */
export type MailBlock = string | MailLink | { line: string; url: string };

export interface MailFooter {
  links: readonly MailLink[];
  headers: Record<string, string>;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** The thing it is about, such as "vehicle-19": mail programs show these mails as one thread. */
  thread?: string | undefined;
  /** Besides those of every mail. */
  headers?: Record<string, string>;
}

function asText(block: MailBlock): string {
  if (typeof block === "string") return block;
  return "line" in block ? `* ${block.line}\n  ${block.url}` : `${block.label}:\n${block.url}`;
}

/**
 * The same content as text and as HTML. In HTML, names marked by `isolate` have their own text direction.
 * @param blocks in order; the text part shows the full URL of a link
 * @param end links after the signature, and headers
 */
export function layoutMail(subject: string, blocks: readonly MailBlock[], end?: MailFooter): MailContent {
  const small = end?.links.map(({ label, url }) => `${label}:\n${url}`) ?? [];
  return {
    subject: withoutIsolates(subject),
    text: withoutIsolates(`${[...blocks.map(asText), `-- \n${siteName()}`, ...small].join("\n\n")}\n`),
    html: `<!doctype html>\n${renderToStaticMarkup(<MailPage subject={subject} blocks={blocks} end={end?.links ?? []} />)}\n`,
    ...(end ? { headers: end.headers } : {}),
  };
}

const PAGE = { margin: 0, padding: 24, background: "#f6f4ef", color: "#17191e", font: "16px/1.5 system-ui,sans-serif" };
const COLUMN = { maxWidth: 560, margin: "0 auto" };
const NAME = { fontWeight: 800, fontSize: 20 };
const BUTTON = {
  display: "inline-block",
  padding: "12px 18px",
  borderRadius: 8,
  color: "#fff",
  fontWeight: 650,
  textDecoration: "none",
};
const LINE = { margin: 0, borderTop: "1px solid #d9d4c8" };
const LINE_LINK = {
  display: "block",
  padding: "12px 0",
  color: "#17191e",
  fontWeight: 600,
  textDecoration: "underline",
};
const END = {
  marginTop: 32,
  paddingTop: 16,
  borderTop: "1px solid #d9d4c8",
  color: "#5c5f66",
  fontSize: 14,
  lineHeight: 2,
};
const END_LINK = { color: "#5c5f66" };

/** Other programs stay light, also those that drop style elements. */
const DARK = `@media(prefers-color-scheme:dark){
body,.ink{background:#14161a!important;color:#f1eee7!important}
.grey{color:#a9acb3!important}
.rule{border-color:#30343c!important}
}`;

interface MailPageProps {
  subject: string;
  blocks: readonly MailBlock[];
  end: readonly MailLink[];
}

function MailPage({ subject, blocks, end }: MailPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{withoutIsolates(subject)}</title>
        {/* No character in it needs escaping. */}
        <style>{DARK}</style>
      </head>
      <body style={PAGE}>
        <div style={COLUMN}>
          <p style={NAME}>{siteName()}</p>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
            <Block key={index} block={block} />
          ))}
          {end.length > 0 ? <End links={end} /> : null}
        </div>
      </body>
    </html>
  );
}

/** Like `Isolated`, which services may not import from `ui`. */
const withNames = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
  text.split(ISOLATED).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));

function Block({ block }: { block: MailBlock }) {
  if (typeof block === "string") return <p dir="auto">{withNames(block)}</p>;
  if ("line" in block) {
    return (
      <p style={LINE} className="rule">
        <a style={LINE_LINK} className="ink" href={block.url}>
          {withNames(block.line)}
        </a>
      </p>
    );
  }
  return (
    <p>
      <a style={{ ...BUTTON, background: site().accent || BUILT_IN_ACCENT }} href={block.url}>
        {block.label}
      </a>
    </p>
  );
}

function End({ links }: { links: readonly MailLink[] }) {
  return (
    <p style={END} className="rule grey">
      {links.map(({ label, url }, index) => (
        <span key={url}>
          {index > 0 ? <br /> : null}
          <a style={END_LINK} className="grey" href={url}>
            {label}
          </a>
        </span>
      ))}
    </p>
  );
}
