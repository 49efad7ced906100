import { isSecretField } from "~/lib/forms";

/** What a refused form may cost to be shown again, bytes: an answer stays small, whatever was sent. */
const MOST = 40 * 1024;
/** Characters of the longest field of this product. */
const LONGEST_FIELD = 20_000;

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/**
 * What was typed, as the form is filled with it again: secrets excepted, and without what is too much together.
 * @param member whether a person with a session sent it: a story of theirs is given back whatever it costs
 */
export function backToTheForm(sent: Record<string, unknown>, member: boolean): Record<string, string> {
  // Nobody types a list or an object; one that is nested deeply enough has no text at all.
  const typed = Object.entries(sent)
    .filter(([name, value]) => !isSecretField(name) && isPlain(value))
    .map(([name, value]) => [name, String(value)] as const)
    .sort(([, one], [, other]) => one.length - other.length);
  let room = MOST;
  let stories = member ? 1 : 0;
  const kept: [string, string][] = [];
  for (const [name, value] of typed) {
    room -= cost(name) + cost(value);
    // One text that long is a story; two are not what our forms hold.
    if (room >= 0 || (value.length <= LONGEST_FIELD && stories-- > 0)) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

/** Bytes of a text in a page, where it stands twice: as HTML and as data for script. */
function cost(text: string): number {
  return 2 * Buffer.byteLength(text) + 8 * (text.match(/[<>&"'\u2028\u2029]/g)?.length ?? 0);
}
