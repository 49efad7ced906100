import type { ActionFunctionArgs } from "@remix-run/node";
import { getProviderMessages, unlinkIdentity } from "~/features/accounts/identities.server";
import { WAYS_IN_MESSAGES } from "~/features/accounts/limits";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { logSecurityEvent } from "~/http/call.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { reauthenticate } from "~/http/session/login.server";
import { beginAtProvider } from "~/http/session/oidc.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

async function requireOwner(call: ActionFunctionArgs) {
  const viewer = await requireUser(call);
  await reauthenticate(call, (await readInput(call.request, reauthenticationSchema)).password);
  return viewer;
}

async function link(call: ActionFunctionArgs) {
  getProviderMessages();
  const { id } = await requireOwner(call);
  return beginAtProvider({ linkedBy: id });
}

async function unlink(call: ActionFunctionArgs) {
  const viewer = await requireOwner(call);
  const { values } = await readForm(call.request);
  unlinkIdentity(viewer, requireId(values.identityId, WAYS_IN_MESSAGES.gone));
  logSecurityEvent(call, "identity_unlinked", viewer.id);
  return redirectWithToast("/settings/security", WAYS_IN_MESSAGES.removed);
}

export const PROVIDER_FORMS = { link: { run: link }, unlink: { run: unlink } };
