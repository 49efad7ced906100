import { renderHtmlPart } from "./html-part.server";

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
  return {
    subject,
    text: `${[...text, "-- \nPaddock"].join("\n\n")}\n`,
    html: renderHtmlPart(subject, blocks),
  };
}
