import { type ActionFunctionArgs, data } from "@remix-run/node";
import { ADD_PASSKEY, REMOVE_PASSKEY, RENAME_PASSKEY } from "~/features/accounts/components/passkey-list";
import { PASSKEY_MESSAGES } from "~/features/accounts/limits";
import { removePasskey, renamePasskey } from "~/features/accounts/passkeys/commands.server";
import { passkeyNameSchema, reauthenticationSchema } from "~/features/accounts/schema.server";
import { logSecurityEvent } from "~/http/call.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { reauthenticate } from "~/http/session/login.server";
import { finishPasskey, startPasskey } from "~/http/session/passkeys.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

const PAGE = "/settings/security";

async function requireOwner(call: ActionFunctionArgs) {
  await reauthenticate(call, (await readInput(call.request, reauthenticationSchema)).password);
  return requireUser(call);
}

const idOf = async (call: ActionFunctionArgs) =>
  requireId((await readForm(call.request)).values.passkeyId, PASSKEY_MESSAGES.gone);

/** Without `response`: options for the browser. */
async function add(call: ActionFunctionArgs) {
  const viewer = await requireOwner(call);
  const { response } = (await readForm(call.request)).values;
  if (response === undefined) {
    const { options, headers } = await startPasskey(call, viewer);
    return data({ options }, { headers });
  }
  return redirectWithToast(PAGE, PASSKEY_MESSAGES.added, "success", await finishPasskey(call, viewer, response));
}

async function rename(call: ActionFunctionArgs) {
  const viewer = await requireUser(call);
  const { name } = await readInput(call.request, passkeyNameSchema);
  renamePasskey(viewer, await idOf(call), name);
  return redirectWithToast(PAGE, PASSKEY_MESSAGES.renamed);
}

async function remove(call: ActionFunctionArgs) {
  const viewer = await requireOwner(call);
  removePasskey(viewer, await idOf(call));
  logSecurityEvent(call, "passkey_removed", viewer.id);
  return redirectWithToast(PAGE, PASSKEY_MESSAGES.removed);
}

const failed = PASSKEY_MESSAGES.notChanged;

export const PASSKEY_FORMS = {
  [ADD_PASSKEY]: { run: add, failed },
  [RENAME_PASSKEY]: { run: rename, failed },
  [REMOVE_PASSKEY]: { run: remove, failed },
};
