import { data, type HeadersArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Link, useLoaderData, useRouteError } from "@remix-run/react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { MAX_NAME, SETUP_MESSAGES } from "~/features/accounts/limits";
import { FIRST_POSTS, REGISTRATIONS } from "~/features/accounts/registration/limits";
import { setupInput } from "~/features/accounts/schema.server";
import { requireSetupToken, setUpSite, setupDefaults } from "~/features/accounts/setup.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { type PageError, pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { startCookieSession } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { MAX_SITE_LINE, MAX_SITE_NAME, SITE_NAME_LOCKED } from "~/lib/site";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, SelectField } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Page, PageHeader, Section } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Set up"),
  { name: "robots", content: "noindex" },
];

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** `/setup?token=…`, printed at the start of a site without an admin; 404 without a valid token. */
export const loader = pageLoader(({ request }) => {
  requireSetupToken(tokenOf(request));
  // The address opens the site: never cache the page or send it to other sites.
  return data(setupDefaults(), { headers: { ...CACHE_PRIVATE, "Referrer-Policy": "same-origin" } });
});

export const action = pageAction({
  audience: "anyone",
  limit: "setUp",
  failed: SETUP_MESSAGES.failed,
  run: async (call) => {
    requireSetupToken(tokenOf(call.request));
    const { values } = await readForm(call.request);
    const { clientAddress, requestId } = call.context;
    const userId = await setUpSite(decode(setupInput, values), { clientAddress, requestId }).catch((error) => {
      // The page disappears with the first admin.
      if (error instanceof DomainError && error.code === "conflict") return undefined;
      throw error;
    });
    if (userId === undefined) return redirectWithToast("/login", SETUP_MESSAGES.alreadyDone, "error");
    const { headers } = await startCookieSession(call.request, userId);
    return redirectWithToast("/admin/site", SETUP_MESSAGES.done, "success", headers);
  },
});

export const clientAction = formClientAction(SETUP_MESSAGES.failed);

export function ErrorBoundary() {
  const error = useRouteError();
  const { message } = (isRouteErrorResponse(error) ? error.data : {}) as Partial<PageError>;
  if (message !== SETUP_MESSAGES.alreadySetUp) return <ErrorScreen />;
  return (
    <Page narrow>
      <PageHeader title="Set up" />
      <p>
        {message}{" "}
        <Link to="/login" className="link">
          Log in
        </Link>
        .
      </p>
    </Page>
  );
}

export default function SetupPage() {
  const { isNamed, initial } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Set up your site" lead="Everything here can be changed later." />
      <PageForm initial={initial}>
        <Section id="you" title="You">
          <p className="mb-4 text-grey">You will be the first admin.</p>
          <Field
            name="name"
            label="Your name"
            hint="The name other members see."
            autoComplete="name"
            maxLength={MAX_NAME}
          />
          <Field name="email" label="Email" type="email" autoComplete="username" />
          <PasswordFields />
        </Section>
        <Section id="site" title="The site">
          <Field
            name="siteName"
            label="The site’s name"
            hint={isNamed ? SITE_NAME_LOCKED : undefined}
            maxLength={MAX_SITE_NAME}
            readOnly={isNamed}
          />
          <Field name="line" label="Tagline" maxLength={MAX_SITE_LINE} optional />
          <SelectField name="registration" label="Who may sign up" options={REGISTRATIONS} />
          <SelectField
            name="firstPosts"
            label="Hold new members' posts"
            hint="First 7 days, unless invited or approved."
            options={FIRST_POSTS}
          />
        </Section>
        <SubmitButton busy="Setting up…">Set up</SubmitButton>
      </PageForm>
    </Page>
  );
}
