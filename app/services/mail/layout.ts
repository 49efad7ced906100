import { renderHtmlPart } from "./html-part.server";

export interface MailLink {
  label: string;
  url: string;
}

/** A line that leads somewhere; several of them are a list. */
export interface MailLine {
  line: string;
  url: string;
}

/** A paragraph, a link (call to action), or a line of a list. */
export type MailBlock = string | MailLink | MailLine;

/** What a mail ends with that people may stop. */
export interface MailEnd {
  /** In small print. */
  links: readonly MailLink[];
  headers: Record<string, string>;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

function asText(block: MailBlock): string {
  if (typeof block === "string") return block;
  return "line" in block ? `* ${block.line}\n  ${block.url}` : `${block.label}:\n${block.url}`;
}

/**
 * Lays out a mail: plain paragraphs, links and lines, the same content as text and as HTML.
 * @param blocks in order; the text part shows the full URL of a link
 * @param end links behind the signature, and headers
 */
export function layoutMail(subject: string, blocks: readonly MailBlock[], end?: MailEnd): MailContent {
  const small = end?.links.map(({ label, url }) => `${label}:\n${url}`) ?? [];
  return {
    subject,
    text: `${[...blocks.map(asText), "-- \nPaddock", ...small].join("\n\n")}\n`,
    html: renderHtmlPart(subject, blocks, end?.links ?? []),
    ...(end ? { headers: end.headers } : {}),
  };
}
