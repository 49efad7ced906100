import { ISOLATED } from "~/lib/text";

/** Brackets, commas and stops of Chinese and Japanese, also full-width ones: no space separates them from a URL. */
const CJK_PUNCTUATION = String.raw`\u3001-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`;

/** Up to a blank, a quotation mark, an invisible character or CJK punctuation. */
const ADDRESS = new RegExp(String.raw`(\bhttps?:\/\/[^\s\p{Cf}\\<>"“”„«»${CJK_PUNCTUATION}]+)`, "giu");
const TRAILING = ".,;:!?…'’]}";

/** Without punctuation after it or a bracket opened before it. */
function addressLength(address: string): number {
  let end = address.length;
  let closing = address.split(")").length - address.split("(").length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ")" && closing > 0) closing--;
    else if (!TRAILING.includes(last)) break;
  }
  return end;
}

/** Links http(s) addresses; search engines do not follow them. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    const url = index % 2 === 1 ? part.slice(0, addressLength(part)) : "";
    if (!URL.canParse(url)) return part;
    return [
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <a key={index} href={url} rel="nofollow ugc noopener" target="_blank" className="link">
        {url}
      </a>,
      part.slice(url.length),
    ];
  });
}

/** A hyphenated word this long fits half the width of a small phone. */
const MAX_UNBROKEN_LENGTH = 14;

/** On a card, short words with a hyphen ("Mercedes-Benz") do not break at it. The text does not change. */
export function NoBreakText({ text }: { text: string }) {
  const parts = text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 && part.length <= MAX_UNBROKEN_LENGTH ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
  return <bdi>{parts}</bdi>;
}

/** Each name marked by `isolate` has its own text direction. */
export function Isolated({ text }: { text: string }) {
  return text.split(ISOLATED).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part,
  );
}
