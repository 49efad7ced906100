import { renderToStaticMarkup } from "react-dom/server";
import type { MailBlock } from "./layout";

const PAGE = { margin: 0, padding: 24, background: "#f6f4ef", color: "#17191e", font: "16px/1.5 system-ui,sans-serif" };
const COLUMN = { maxWidth: 560, margin: "0 auto" };
const NAME = { fontWeight: 800, fontSize: 20 };
const BUTTON = {
  display: "inline-block",
  padding: "12px 18px",
  borderRadius: 8,
  background: "#c2310f",
  color: "#fff",
  fontWeight: 650,
  textDecoration: "none",
};

function MailPage({ subject, blocks }: { subject: string; blocks: MailBlock[] }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={PAGE}>
        <div style={COLUMN}>
          <p style={NAME}>Paddock</p>
          {blocks.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
            <p key={at}>{typeof block === "string" ? block : <Button {...block} />}</p>
          ))}
        </div>
      </body>
    </html>
  );
}

function Button({ label, url }: Exclude<MailBlock, string>) {
  return (
    <a style={BUTTON} href={url}>
      {label}
    </a>
  );
}

/** Renders a mail's HTML part: the same text as the text part, links as buttons. */
export function renderHtmlPart(subject: string, blocks: MailBlock[]): string {
  return `<!doctype html>\n${renderToStaticMarkup(<MailPage subject={subject} blocks={blocks} />)}\n`;
}
