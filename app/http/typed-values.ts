import type { FieldErrors } from "~/lib/errors";
import { isSecretField } from "~/lib/forms";

/** What the answer to a refused form may be, bytes, whatever was sent. */
export const MOST_OF_A_REFUSAL = 64 * 1024;
/** Of that, what stands around messages and texts where the answer is data only. */
const FRAME = 1024;
/** Characters of the longest name of a field of ours, `parts[19][number]`, and some more. */
const LONGEST_NAME = 40;

interface Returned {
  values: Record<string, string>;
  /** Some text had no room. */
  isCut?: true;
}

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/**
 * What was typed, as the form is filled with it again: secrets excepted, and without what is too much together. The
 * shortest texts are kept first; one that has no room leaves its field empty, which goes on counting as a row's. What
 * has room beside a page around it is for `refused-page.server.ts` to say.
 * @param errors the messages that stand in the same answer
 */
export function backToTheForm(sent: Record<string, unknown>, errors: FieldErrors = {}): Returned {
  // Nobody types a list or an object; one that is nested deeply enough has no text at all.
  const typed = Object.entries(sent)
    .filter(([name, value]) => !isSecretField(name) && name.length <= LONGEST_NAME && isPlain(value))
    // Line ends as a field has them: of others HTML would swallow the first, and script would find another text.
    .map(([name, value]) => [name, String(value).replace(/\r\n?/g, "\n")] as const)
    .sort(([, one], [, other]) => one.length - other.length);
  let room = MOST_OF_A_REFUSAL - FRAME - Buffer.byteLength(JSON.stringify(errors)) - 16 * Object.keys(errors).length;
  const kept: [string, string][] = [];
  for (const [name, value] of typed) {
    if (room < cost(name)) break;
    const fits = cost(name) + cost(value) <= room;
    room -= cost(name) + (fits ? cost(value) : 0);
    kept.push([name, fits ? value : ""]);
  }
  const isCut = kept.length < typed.length || kept.some(([, value], at) => value !== typed[at]?.[1]);
  return { values: Object.fromEntries(kept), ...(isCut && { isCut }) };
}

/** Bytes of a text in an answer's data, where a number or two stand for it in other places. */
const cost = (text: string) => Buffer.byteLength(JSON.stringify(text)) + 12;
