import { deleteAccount } from "~/features/departure/delete-account.server";
import { apiRoute } from "~/http/api.server";
import { closeSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  DELETE: {
    audience: "member",
    body: "text",
    limit: "leave",
    run: async ({ request, requireUser }) => {
      await deleteAccount(await requireUser());
      return { status: 204, ...(await closeSession(request)) };
    },
  },
});
