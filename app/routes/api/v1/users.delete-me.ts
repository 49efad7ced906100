import { deleteAccount } from "~/features/departure/delete-account.server";
import { apiRoute } from "~/http/api.server";
import { closeSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  DELETE: async ({ request, requireUser }) => {
    await deleteAccount(await requireUser());
    return { status: 204, ...(await closeSession(request)) };
  },
});
