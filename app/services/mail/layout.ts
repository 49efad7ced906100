import { renderHtmlPart } from "./html-part.server";

/** A paragraph, or a link (call to action). */
export type MailBlock = string | { label: string; url: string };

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * Lays out a mail: plain paragraphs and links, the same content as text and as HTML.
 * @param blocks paragraphs in order; the text part shows the full URL of a link
 */
export function layoutMail(subject: string, blocks: MailBlock[]): MailContent {
  const text = blocks.map((block) => (typeof block === "string" ? block : `${block.label}:\n${block.url}`));
  return {
    subject,
    text: `${[...text, "-- \nPaddock"].join("\n\n")}\n`,
    html: renderHtmlPart(subject, blocks),
  };
}
