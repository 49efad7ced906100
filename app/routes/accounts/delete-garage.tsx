import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteGarageStep } from "~/features/departure/components/departure-steps";
import { deleteGarage } from "~/features/departure/delete-garage.server";
import { DEPARTURE_MESSAGES, safetySchema } from "~/features/departure/schema";
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
  return { safety: new URL(request.url).searchParams.get("safety") === "on" };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "leave",
  failed: DEPARTURE_MESSAGES.garageFailed,
  run: async ({ request }) => {
    const viewer = await requireUser(request);
    decode(safetySchema, (await readForm(request)).values);
    await deleteGarage(viewer);
    return redirectWithToast("/settings", DEPARTURE_MESSAGES.garageDeleted);
  },
});

export const clientAction = keepTyped(DEPARTURE_MESSAGES.garageFailed);

export default function DeleteGaragePage() {
  const { safety } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...deleteGarageStep(safety)} cancelTo="/settings" />
    </Page>
  );
}
