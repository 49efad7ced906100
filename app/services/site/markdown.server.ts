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

/** Sentence end of a heading, "Be kind." */
const LAST_STOP = /[.:]$/;

/**
 * Plain text of headings and list items, in order. Of an item that begins with emphasis, as in "**Be kind.** No
 * insults", only that; of any other its first line.
 */
export function listTitles(text: string): string[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap(({ type, children }, index) => {
    const opener = tokens[index - 1]?.type;
    const isTitle =
      opener === "heading_open" || (opener === "paragraph_open" && tokens[index - 2]?.type === "list_item_open");
    if (type !== "inline" || !isTitle || children === null) return [];
    const [start, ...parts] = children.filter((child) => child.type !== "text" || child.content !== "");
    const isEmphasized = start?.type === "strong_open" || start?.type === "em_open";
    const end = isEmphasized
      ? parts.findIndex((child) => child.type === start.type.replace("_open", "_close"))
      : parts.findIndex((child) => child.type.endsWith("break"));
    const title = [start, ...(end < 0 ? parts : parts.slice(0, end))].map((child) => child?.content ?? "").join("");
    return title.trim().replace(LAST_STOP, "") || [];
  });
}

const line = new MarkdownIt("zero", { linkify: true }).enable(["emphasis", "link", "linkify", "escape"]);
line.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Emphasis and links, web addresses too; line breaks become blanks. */
export function toInlineHtml(text: string): string {
  return line.renderInline(text.replace(/\s+/g, " "));
}
