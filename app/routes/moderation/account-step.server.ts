import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { ACCOUNT_NOT_FOUND, requireAdmin, type Viewer } from "~/features/accounts/policy";
import { getUserToSwitch } from "~/features/moderation/queries.server";
import { pageAction } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser, safeReturnTo } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

/** The user list, with filters, or the account. */
function deskOf(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  if (/^\/admin\/users\/\d+$/.test(path)) return path;
  return `${/^\/admin(\?[^#]*)?$/.test(path) ? path : "/admin"}#users`;
}

/** @throws DomainError forbidden unless an admin; not_found */
export async function accountToChange({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  return { user: getUserToSwitch(viewer, requireId(params.userId, ACCOUNT_NOT_FOUND)), backTo: deskOf(request) };
}

/** @param change applies the form's values and returns the toast */
export const accountAction = <S extends z.ZodType>(
  schema: S,
  change: (admin: Viewer, userId: number, input: z.output<S>) => string,
) =>
  pageAction({
    audience: "admin",
    limit: "moderate",
    run: async ({ request, context, params }) => {
      const admin = await requireUser({ request, context });
      const id = requireId(params.userId, ACCOUNT_NOT_FOUND);
      return redirectWithToast(deskOf(request), change(admin, id, await readInput(request, schema)));
    },
  });
