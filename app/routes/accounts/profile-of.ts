import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findMember } from "~/features/accounts/queries.server";
import { pageLoader } from "~/http/page.server";
import { parseId } from "~/lib/ids";

const find = pageLoader(({ params }) => {
  const id = parseId(params.userId);
  return { member: id === undefined ? undefined : findMember(id) };
});

/** Where a person's profile is: the garage, or a page that says there is none; `/not-found` on error. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { member } = await find(args).catch(() => ({ member: undefined }));
  if (!member) return redirect("/not-found");
  return redirect(member.garageId === null ? "/no-garage" : `/garages/${member.garageId}`);
};
