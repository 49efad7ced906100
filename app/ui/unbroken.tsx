/** A hyphenated word up to this length stays on one line: half the width of a small phone holds it. */
const LONGEST = 14;

/** A name on a card: short words with a hyphen ("Mercedes-Benz") are not broken at it. The text stays as it is. */
export function Unbroken({ text }: { text: string }) {
  const parts = text.split(/(\S+-\S+)/);
  return parts.map((part, at) =>
    at % 2 === 1 && part.length <= LONGEST ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
