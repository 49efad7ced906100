import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { dropSavedForm, findSavedForm, saveForm } from "~/features/accounts/saved-forms.server";
import { findExpiredSessionUser } from "~/features/accounts/sessions.server";
import { isSecretField, SAVED_FORM_ANCHOR, type SavedFormFields } from "~/lib/forms";
import { readFormTexts } from "../body/body.server";
import type { BodyRule } from "../body/rules";
import { consumeLimit } from "../call.server";
import { getViewer, readSessionToken } from "../session/session.server";

/** Rules of an action for its form. */
interface FailedForm {
  body: BodyRule;
  savesForm?: boolean | readonly string[];
}

/** Path of the page that a form belongs to. */
export const formPath = ({ url }: Request) => new URL(url).pathname.replace(/\.data$/, "");

/**
 * Redirects a members' form without a session to the home page to log in, with a return path. Where the request has the
 * token of an expired session, the form values are saved for its user; otherwise the body is not read.
 * @throws a redirect to `/` with the return path
 */
export async function sendHome(args: ActionFunctionArgs, words: FailedForm): Promise<never> {
  const { request } = args;
  const token = await readSessionToken(request);
  const owner = token === undefined ? undefined : findExpiredSessionUser(token);
  const isSaved = owner !== undefined && (await saveValues(args, owner, words));
  const to = new URLSearchParams({ returnTo: formPath(request) + (isSaved ? `#${SAVED_FORM_ANCHOR}` : "") });
  // The page works without the saved form; after a logout no token leads to it.
  if (!isSaved) to.set("unsent", "on");
  throw redirect(`/?${to}`);
}

async function saveValues(args: ActionFunctionArgs, owner: number, { body, savesForm }: FailedForm): Promise<boolean> {
  if (!savesForm) return false;
  const isCounted = await consumeLimit(args, "park").then(
    () => true,
    () => false,
  );
  const values = isCounted ? await readFormTexts(args.request, body) : undefined;
  if (!values) return false;
  const { intent = "", ...fields } = textsOf(values);
  if (savesForm !== true && !savesForm.includes(intent)) return false;
  return saveForm(owner, { path: formPath(args.request), intent, fields });
}

/** Leaves out secrets and files. */
function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((field): field is [string, string] => {
      const [name, value] = field;
      return typeof value === "string" && !isSecretField(name);
    }),
  );
}

/** Deletes the saved form once it has been sent again. */
export async function deleteResubmittedForm(
  request: Request,
  readValues: () => Promise<Record<string, unknown>>,
): Promise<void> {
  const viewer = await getViewer(request);
  const saved = viewer && findSavedForm(viewer.id);
  if (!saved || saved.path !== formPath(request)) return;
  if (saved.intent === ((await readValues()).intent ?? "")) dropSavedForm(viewer.id);
}

/**
 * The viewer's saved form: its path on every page, its values only on its own.
 * @returns undefined where there is none
 */
export function savedFormFor(request: Request, viewer: Viewer): SavedFormFields | undefined {
  // The session's row already says whether there is one; mostly there is none.
  const saved = viewer.hasParkedForm ? findSavedForm(viewer.id) : undefined;
  if (!saved) return undefined;
  const { path, intent, fields, createdAt } = saved;
  return { path, intent, at: createdAt, fields: path === formPath(request) ? fields : null };
}
