import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findMember } from "~/features/accounts/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { parseId } from "~/lib/ids";

const find = pageLoader(({ params }) => {
  const id = parseId(params.userId);
  return { member: id === undefined ? undefined : findMember(id) };
});

/** To a user's garage, or the page for users without one; on error to `/not-found`. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { member } = await find(args).catch(() => ({ member: undefined }));
  if (!member) return redirect("/not-found");
  return redirect(member.garageId === null ? "/no-garage" : `/garages/${member.garageId}`);
};
