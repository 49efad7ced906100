import { type MetaFunction, redirect } from "@remix-run/node";
import { openGarage } from "~/features/garages/commands.server";
import { AboutField, LocationFields } from "~/features/garages/components/garage-fields";
import { GARAGE_LIMITS } from "~/features/garages/limits";
import { onboardingSchema } from "~/features/garages/schema.server";
import { messageAfter } from "~/features/holds/holding.server";
import { keepPhotos, replaceKept } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser, welcomeHeaders } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";
import { FileField } from "~/ui/uploads/file-field";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Open your garage")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  // A refused POST shows the refusal of a second garage instead of redirecting.
  const answersForm = request.headers.has("content-type");
  if (viewer.garageId !== null && !answersForm) throw redirect(`/garages/${viewer.garageId}`);
  return null;
});

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "edit",
  failed: "Setup failed. Please try again.",
  deduplicateBy: "fields",
  keepFiles: keepPhotos("avatar", 1),
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    const { values, files } = await readForm(request);
    const input = decode(onboardingSchema, values);
    const uploads = replaceKept(input.uploads, files.avatar);
    const id = await openGarage(viewer, input, resolveFormPhotos(viewer, uploads, files.avatar, "avatar"));
    const headers = await welcomeHeaders(id);
    return redirectWithToast(
      `/garages/${id}`,
      messageAfter("garage", id, "Your garage has been created!"),
      "success",
      headers,
    );
  },
});

export const clientAction = formClientAction("Setup failed. Please try again.");

export default function Onboarding() {
  return (
    <Page narrow>
      <PageHeader title="Open your garage" lead="A name and a place are enough. Your vehicles come next." />
      <PageForm once draft encType="multipart/form-data">
        <Field
          name="garageName"
          label="Name of your garage"
          hint="What you call it among friends: “The Alfa Shed”."
          maxLength={GARAGE_LIMITS.name}
        />
        <LocationFields />
        <AboutField name="about" />
        <FileField name="avatar" label="Profile photo" hint="Shown next to your name." optional tray={{}} />
        <SubmitButton busy="Opening…">Open garage</SubmitButton>
      </PageForm>
    </Page>
  );
}
