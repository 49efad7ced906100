import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteGarageStep } from "~/features/account-deletion/components/deletion-steps";
import { deleteGarage } from "~/features/account-deletion/delete-garage.server";
import { DELETION_MESSAGES } from "~/features/account-deletion/limits";
import { safetySchema } from "~/features/account-deletion/schema.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { askPasswordAgain, hasFreshLogin } from "~/http/fresh-login.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete your garage? · Paddock" }];

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  if (viewer.garageId === null) throw redirect("/settings");
  const safety = new URL(request.url).searchParams.get("safety") === "on";
  return { safety, fresh: await hasFreshLogin(request) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "leave",
  failed: DELETION_MESSAGES.garageFailed,
  run: async (args) => {
    const { request } = args;
    const viewer = await requireUser(request);
    const { values } = await readForm(request);
    decode(safetySchema, values);
    await askPasswordAgain(args, decode(againSchema, values).password);
    await deleteGarage(viewer);
    return redirectWithToast("/settings", DELETION_MESSAGES.garageDeleted);
  },
});

export const clientAction = keepTyped(DELETION_MESSAGES.garageFailed);

export default function DeleteGaragePage() {
  const { safety, fresh } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...deleteGarageStep(safety, fresh)} cancelTo="/settings" />
    </Page>
  );
}
