import type { ActionFunctionArgs } from "@remix-run/node";
import { findEndedOwner } from "~/features/accounts/ended-sessions.server";
import { dropParkedForm, findParkedForm, parkForm } from "~/features/accounts/parked-forms.server";
import type { Viewer } from "~/features/accounts/policy";
import { isSecretField, KEPT_WORDS, type KeptWords } from "~/lib/forms";
import { readTexts } from "./body.server";
import type { BodyRule } from "./body-rules";
import { countLimit } from "./call.server";
import { getViewer, sessionToken } from "./session.server";

/** What a write says of the words in its form. */
interface Words {
  body: BodyRule;
  keepsWords?: boolean | readonly string[];
}

/** The page that a request's form stands on. */
const pathOf = ({ url }: Request) => new URL(url).pathname.replace(/\.data$/, "");

/** Whose session it was that this request still holds the token of; undefined where it holds none, or never was one. */
export async function endedOwnerOf(request: Request): Promise<number | undefined> {
  const token = await sessionToken(request);
  return token === undefined ? undefined : findEndedOwner(token);
}

/**
 * For a form that comes without a session. Where the request still holds the token of one that has ended, what was typed
 * is kept for that person, and they are sent home, to log in and come back to the form; otherwise nothing happens, and
 * nothing is read.
 * @throws a redirect to `/` with the way back
 */
export async function sendHomeEnded(args: ActionFunctionArgs, words: Words): Promise<void> {
  const { request } = args;
  const owner = await endedOwnerOf(request);
  if (owner === undefined) return;
  const isKept = await keepWords(args, owner, words);
  const back = pathOf(request) + (isKept ? `#${KEPT_WORDS}` : "");
  throw new Response(null, { status: 302, headers: { Location: `/?returnTo=${encodeURIComponent(back)}` } });
}

async function keepWords(args: ActionFunctionArgs, owner: number, { body, keepsWords }: Words): Promise<boolean> {
  if (!keepsWords) return false;
  const isCounted = await countLimit(args, "park").then(
    () => true,
    () => false,
  );
  const values = isCounted ? await readTexts(args.request, body) : undefined;
  if (!values) return false;
  const { intent = "", ...fields } = textsOf(values);
  if (keepsWords !== true && !keepsWords.includes(intent)) return false;
  return parkForm(owner, { path: pathOf(args.request), intent, fields });
}

/** Never what is secret, never a file. */
function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((field): field is [string, string] => {
      const [name, value] = field;
      return typeof value === "string" && !isSecretField(name);
    }),
  );
}

/** After a form was taken: what is kept of the same form has arrived with it. */
export async function dropSentWords(
  request: Request,
  readValues: () => Promise<Record<string, unknown>>,
): Promise<void> {
  const viewer = await getViewer(request);
  const kept = viewer && findParkedForm(viewer.id);
  if (!kept || kept.path !== pathOf(request)) return;
  if (kept.intent === ((await readValues()).intent ?? "")) dropParkedForm(viewer.id);
}

/** What tells forms apart. */
const shortOf = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => name.length + value.length < 40)
      .slice(0, 10),
  );

/**
 * What is kept for whoever looks at a page: where it belongs, and the words themselves on that page only.
 * @param isRefused whether the page answers a refused form, which shows what was sent last
 * @returns undefined where nothing is
 */
export function keptWordsFor(request: Request, viewer: Viewer, isRefused = false): KeptWords | undefined {
  // The session's read has said whether there is anything; hardly ever there is.
  const kept = viewer.hasParkedForm ? findParkedForm(viewer.id) : undefined;
  if (!kept) return undefined;
  const { path, intent, fields, createdAt } = kept;
  const isHere = path === pathOf(request);
  return { path, intent, at: createdAt, fields: isHere ? (isRefused ? shortOf(fields) : fields) : null };
}
