import { ISOLATED } from "~/lib/text";

/** What begins like an address of the web, up to a blank, a quotation mark or a character that nobody sees. */
const ADDRESS = /(\bhttps?:\/\/[^\s\p{Cf}\\<>"“”„«»]+)/giu;
/** What a sentence puts behind an address. */
const BEHIND = ".,;:!?…'’]}";

/** How much of it is the address: without the end of its sentence, and a bracket that was opened before it. */
function addressLength(found: string): number {
  let end = found.length;
  let closing = found.split(")").length - found.split("(").length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (last === ")" && closing > 0) closing--;
    else if (!BEHIND.includes(last)) break;
  }
  return end;
}

/** Somebody's text, the addresses in it as links, which search engines are not to follow. Only http and https are. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) => {
    const url = at % 2 === 1 ? part.slice(0, addressLength(part)) : "";
    if (!URL.canParse(url)) return part;
    return [
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <a key={at} href={url} rel="nofollow ugc noopener" target="_blank" className="link">
        {url}
      </a>,
      part.slice(url.length),
    ];
  });
}

/** A hyphenated word up to this length stays on one line: half the width of a small phone holds it. */
const MAX_UNBROKEN_LENGTH = 14;

/** A name on a card: short words with a hyphen ("Mercedes-Benz") are not broken at it. The text stays as it is. */
export function NoBreakText({ text }: { text: string }) {
  const parts = text.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 && part.length <= MAX_UNBROKEN_LENGTH ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
  return <bdi>{parts}</bdi>;
}

/** A sentence of ours, with each name that `isolate` has marked read in its own direction. */
export function Isolated({ text }: { text: string }) {
  return text.split(ISOLATED).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    at % 2 === 1 ? <bdi key={at}>{part}</bdi> : part,
  );
}
