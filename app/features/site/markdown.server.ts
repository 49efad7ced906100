import MarkdownIt from "markdown-it";

/** Headings, lists, paragraphs, emphasis and links; no HTML, and no pictures, which would load from other sites. */
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

/** Renders an operator's text to HTML: only the elements above are output, for any input. */
export function toHtml(text: string): string {
  return markdown.render(text);
}
