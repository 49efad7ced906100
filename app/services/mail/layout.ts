/** A paragraph, or the one thing to do. */
export type MailBlock = string | { label: string; url: string };

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * The one layout of all mails: a few plain paragraphs and links, the same words as text and as HTML.
 * @param blocks paragraphs in order; a link shows its address in full in the text part
 */
export function layoutMail(subject: string, blocks: MailBlock[]): MailContent {
  const text = blocks.map((block) => (typeof block === "string" ? block : `${block.label}:\n${block.url}`));
  const html = blocks.map((block) => (typeof block === "string" ? `<p>${escapeHtml(block)}</p>` : button(block)));
  return {
    subject,
    text: `${[...text, "-- \nPaddock"].join("\n\n")}\n`,
    html: `${[...HEAD, `<title>${escapeHtml(subject)}</title></head>`, BODY, ...html, ...FOOT].join("\n")}\n`,
  };
}

const HEAD = ["<!doctype html>", '<html lang="en"><head><meta charset="utf-8">'];
const BODY = `<body style="margin:0;padding:24px;background:#f6f4ef;color:#17191e;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="font-weight:800;font-size:20px">Paddock</p>`;
const FOOT = ["</div>", "</body></html>"];

function button({ label, url }: { label: string; url: string }): string {
  const style = "display:inline-block;padding:12px 18px;border-radius:8px;background:#c2310f;color:#fff";
  return `<p><a style="${style};font-weight:650;text-decoration:none" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);
}
