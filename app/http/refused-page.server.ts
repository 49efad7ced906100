import type { EntryContext } from "@remix-run/node";
import { type FormFailure, fieldsByName } from "~/lib/forms";
import { MOST_OF_A_REFUSAL } from "./typed-values";

/**
 * Draws a page.
 * @param shown whose data it shows
 * @param written whose data stands in it for script
 */
type Draw = (shown: EntryContext, written: EntryContext) => Promise<Buffer<ArrayBuffer>>;

/** How often a page is drawn at most; each time less of what was typed or complained of stands in it. */
const MOST_DRAWINGS = 6;
/** What it costs to say that something is left out, bytes. */
const NOTE = 300;
/** What a message costs, bytes: at its field, in the summary and in the data. */
const LEAST_OF_A_MESSAGE = 150;
const MOST_OF_A_MESSAGE = 900;

/**
 * A page that, where it is the answer to a refused form, is no larger than such an answer may be. One that would be is
 * drawn again: first without repeating in its data what stands in its fields (`ui/page-state.ts` reads it there), then
 * without the longest of what was typed, of which it says so, and at last without the messages that come last. Where the
 * rest of the page is too large by itself (somebody's many photos), nothing is taken away in vain.
 */
export async function drawWithinLimit(context: EntryContext, draw: Draw): Promise<Buffer<ArrayBuffer>> {
  let page = await draw(context, context);
  let refusal = refusalIn(context);
  if (!refusal) return page;
  let uncut = page;
  for (let drawn = 1; page.length > MOST_OF_A_REFUSAL && drawn < MOST_DRAWINGS; drawn++) {
    const html = page.toString();
    const fields = textsOfRefusedForm(html);
    if (drawn > 1) refusal = cut(refusal, page.length - MOST_OF_A_REFUSAL, fields, ownWordsOfRefusedForm(html));
    if (!refusal) break;
    const left = drawn > 1 ? fieldsAfter(fields, refusal) : fields;
    page = await draw(withRefusal(context, refusal), withRefusal(context, onlyOutside(left, refusal)));
    if (drawn === 1) uncut = page;
  }
  return page.length > MOST_OF_A_REFUSAL ? uncut : page;
}

/** What the fields hold once the page is drawn with less of what was typed. */
const fieldsAfter = (fields: Record<string, string>, { values }: FormFailure) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, values[name] === "" ? "" : text]));

const isRefusal = (answer: unknown): answer is FormFailure =>
  typeof answer === "object" && answer !== null && "errors" in answer && "values" in answer;

const refusalIn = ({ staticHandlerContext: { actionData } }: EntryContext) =>
  Object.values(actionData ?? {}).find(isRefusal);

function withRefusal(context: EntryContext, refusal: FormFailure): EntryContext {
  const { actionData } = context.staticHandlerContext;
  const answers = Object.entries(actionData ?? {}).map(([id, answer]) => [id, isRefusal(answer) ? refusal : answer]);
  return {
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, actionData: Object.fromEntries(answers) },
  };
}

/** Without the values that script can take from the form's fields. */
function onlyOutside(fields: Record<string, string>, refusal: FormFailure): FormFailure {
  const others = Object.entries(refusal.values).filter(
    ([name, value]) => fields[name] !== value.replace(/\r\n?/g, "\n"),
  );
  return { ...refusal, values: Object.fromEntries(others), inFields: true };
}

/**
 * Without as much of what was typed as makes it smaller by so many bytes, the longest first; then without messages.
 * @param own what the form says itself, which is never left out: by it the page knows which of its forms was refused
 * @returns undefined where all of both is not enough
 */
function cut(
  refusal: FormFailure,
  excess: number,
  fields: Record<string, string>,
  own: Record<string, string>,
): FormFailure | undefined {
  const values = { ...refusal.values };
  let rest = excess + NOTE;
  const longest = Object.entries(values)
    .filter(([name, value]) => value !== own[name])
    .reverse()
    .sort(([, one], [, other]) => other.length - one.length);
  for (const [name, value] of longest) {
    if (rest <= 0 || value === "") break;
    values[name] = "";
    // The last of several fields of a name stands under the name alone too, and in the page once.
    if (!isLastOfItsName(name, value, refusal.values)) rest -= name in fields ? inHtml(value) : inData(value);
  }
  if (rest <= 0) return { ...refusal, values, isCut: true };
  const errors = Object.entries(refusal.errors);
  if (rest > errors.length * MOST_OF_A_MESSAGE) return undefined;
  const kept = errors.slice(0, Math.max(1, errors.length - Math.ceil(rest / LEAST_OF_A_MESSAGE)));
  return { ...refusal, values, errors: Object.fromEntries(kept), isCut: true };
}

const isLastOfItsName = (name: string, value: string, values: Record<string, string>) =>
  `${name}-1` in values &&
  Object.entries(values).some(([other, same]) => same === value && other.startsWith(`${name}-`));

// As `page-state.server.ts` writes it.
const inData = (text: string) => Buffer.byteLength(JSON.stringify(text).replaceAll("<", "\\u003c")) - 2;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const LENGTHS = new Map(Object.entries(ENTITIES).map(([name, sign]) => [sign, name.length + 2]));
const inHtml = (text: string) =>
  Buffer.byteLength(text) + (text.match(/[&<>"']/g) ?? []).reduce((sum, sign) => sum + (LENGTHS.get(sign) ?? 1) - 1, 0);
const plain = (html: string) => html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name] ?? "");

const FIELD = /<(?:input|textarea)\b([^>]*)>(?:\n?([^<]*)<\/textarea>)?/g;
const IS_NO_TEXT = / type="(?:hidden|checkbox|radio|file|submit|button|password)"/;
/** Characters of the longest id or intent that a form says of itself, and some more. */
const LONGEST_OWN_WORD = 40;

/** What the text fields of the form with the error summary hold, as `ui/page-state.ts` finds it. */
const textsOfRefusedForm = (html: string) =>
  fieldsByName(fieldsOfRefusedForm(html, (attributes) => !IS_NO_TEXT.test(attributes)));

/** What stands in that form's hidden fields, such as its intent. */
const ownWordsOfRefusedForm = (html: string) =>
  Object.fromEntries(
    fieldsOfRefusedForm(html, (attributes) => attributes.includes(' type="hidden"')).filter(
      ([, text]) => text.length <= LONGEST_OWN_WORD,
    ),
  );

function fieldsOfRefusedForm(html: string, isMeant: (attributes: string) => boolean): [name: string, text: string][] {
  const forms = html.split(/<form\b/).map((text) => text.split("</form>", 1)[0] ?? "");
  const refused = forms.slice(1).find((text) => text.includes('role="alert"')) ?? "";
  return [...refused.matchAll(FIELD)]
    .filter(([, attributes = ""]) => isMeant(attributes))
    .map(([, attributes = "", text]): [string, string] => {
      const of = (name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
      return [of("name"), (text === undefined ? of("value") : plain(text)).replace(/\r\n?/g, "\n")];
    });
}
