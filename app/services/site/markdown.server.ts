import MarkdownIt from "markdown-it";

/** No HTML, and no pictures, which would load from other sites. */
const markdown = new MarkdownIt("zero", { breaks: true, linkify: false, typographer: false }).enable([
  "heading",
  "list",
  "emphasis",
  "link",
  "newline",
  "escape",
]);

// The page's title is its only first-level heading.
markdown.core.ruler.push("lower_headings", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type.startsWith("heading_")) token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
  }
});

/** Outputs only the elements above, for any input. */
export function toHtml(text: string): string {
  return markdown.render(text);
}

const line = new MarkdownIt("zero", { linkify: true }).enable(["emphasis", "link", "linkify", "escape"]);
line.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Emphasis and links, web addresses too; line breaks become blanks. */
export function toInlineHtml(text: string): string {
  return line.renderInline(text.replace(/\s+/g, " "));
}
