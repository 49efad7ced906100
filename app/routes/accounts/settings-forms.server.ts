import type { ActionFunctionArgs } from "@remix-run/node";
import { END_OTHERS, END_SESSION } from "~/features/accounts/components/session-list";
import { ACCOUNT_MESSAGES, REAUTHENTICATION_MESSAGES } from "~/features/accounts/limits";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { endOwnSession, endUserSessions } from "~/features/accounts/sessions.server";
import { UNLOCK_DATA } from "~/features/data-export/components/data-download";
import { logSecurityEvent } from "~/http/call.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { reauthenticate } from "~/http/session/login.server";
import { readSessionToken, requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

async function endSession(call: ActionFunctionArgs) {
  const viewer = await requireUser(call);
  const { values } = await readForm(call.request);
  const hasEnded = endOwnSession(viewer, requireId(values.sessionId, ACCOUNT_MESSAGES.sessionGone));
  if (hasEnded) logSecurityEvent(call, "session_ended", viewer.id);
  const { sessionEnded, sessionGone } = ACCOUNT_MESSAGES;
  return redirectWithToast("/settings/security", hasEnded ? sessionEnded : sessionGone);
}

async function endOthers(call: ActionFunctionArgs) {
  const viewer = await requireUser(call);
  endUserSessions(viewer.id, await readSessionToken(call.request));
  logSecurityEvent(call, "session_ended", viewer.id, { others: true });
  return redirectWithToast("/settings/security", ACCOUNT_MESSAGES.otherSessionsEnded);
}

async function unlockData(call: ActionFunctionArgs) {
  await reauthenticate(call, (await readInput(call.request, reauthenticationSchema)).password);
  return redirectWithToast("/settings/data", REAUTHENTICATION_MESSAGES.confirmed);
}

/** Also accepted by `/settings`, where programs send them. */
export const SESSION_FORMS = { [END_SESSION]: { run: endSession }, [END_OTHERS]: { run: endOthers } };
export const DATA_FORMS = { [UNLOCK_DATA]: { run: unlockData, whileSuspended: true } } as const;
