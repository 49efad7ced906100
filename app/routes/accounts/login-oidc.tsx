import type { MetaFunction } from "@remix-run/node";
import { LoginForm } from "~/features/accounts/components/login-form";
import { getProviderMessages } from "~/features/accounts/identities.server";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { beginAtProvider } from "~/http/session/oidc.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Log in"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

export const loader = pageLoader(() => {
  getProviderMessages();
  return null;
});

export const action = pageAction({
  audience: "anyone",
  limit: "providerLogin",
  whileSuspended: true,
  failed: ACCOUNT_MESSAGES.loginFailed,
  run: async ({ request }) => {
    const { returnTo, invite } = (await readForm(request)).values;
    return beginAtProvider({ returnTo, invite });
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.loginFailed);

export default function ProviderPage() {
  return (
    <Page narrow>
      <PageHeader title="Log in" />
      <LoginForm returnTo="/" />
    </Page>
  );
}
