import { redirect } from "@remix-run/node";
import { ACCOUNT_NOT_FOUND } from "~/features/accounts/policy";
import { exportDataOf } from "~/features/administration/account.server";
import { downloadAction, zipResponse } from "~/http/page/download.server";
import { isReauthenticatedRequest } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

/** POST, because it is logged and mailed. */
export const action = downloadAction({ audience: "admin", body: "text", limit: "export" }, async (args) => {
  const id = requireId(args.params.userId, ACCOUNT_NOT_FOUND);
  if (!(await isReauthenticatedRequest(args.request))) throw redirect(`/admin/users/${id}#data`);
  return zipResponse(await exportDataOf(await requireUser(args), id), args);
});

export const loader = ({ params }: { params: { userId?: string } }) => redirect(`/admin/users/${params.userId}`);
