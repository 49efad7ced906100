import { type ActionFunctionArgs, type HeadersArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { CodeField } from "~/features/accounts/components/code-field";
import { MESSAGES } from "~/features/accounts/limits";
import { SECOND_STEP_MESSAGES } from "~/features/accounts/second-step-limits";
import { codeSchema } from "~/features/accounts/second-step-schema.server";
import { FOR_ONE } from "~/http/caching";
import { letIn } from "~/http/login.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { forgetWaitingLogin, passSecondStep, waitingLogin } from "~/http/second-step.server";
import { getViewer } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [
  { title: "Enter your code · Paddock" },
  { name: "robots", content: "noindex" },
];

export const headers = (args: HeadersArgs) => ({ ...formHeaders(args), ...FOR_ONE });

export const loader = pageLoader(async ({ request }) => {
  const waiting = await waitingLogin(request);
  if (waiting) return null;
  throw redirect((await getViewer(request)) ? "/" : "/login");
});

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "counted inside",
  failed: MESSAGES.loginFailed,
  run: async (args: ActionFunctionArgs) => {
    const { request } = args;
    const waiting = await waitingLogin(request);
    if (!waiting) return redirectWithToast("/login", SECOND_STEP_MESSAGES.loginOver, "info");
    const { code } = decode(codeSchema, (await readForm(request)).values);
    await passSecondStep(args, waiting.userId, code).catch(asFormError);
    const headers = new Headers((await letIn(args, waiting.userId)).headers);
    headers.append("Set-Cookie", await forgetWaitingLogin());
    return redirectWithToast(waiting.returnTo, MESSAGES.loggedIn, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.loginFailed);

/** A wrong code (401) is a form error and must not redirect. */
function asFormError(error: unknown): never {
  if (error instanceof DomainError && error.code === "unauthenticated") {
    throw new DomainError("invalid", error.message, error.fields);
  }
  throw error;
}

export default function LoginCodePage() {
  return (
    <Page narrow>
      <PageHeader title="Enter your code" lead="Your password is correct. One more step." />
      <PageForm>
        <CodeField recovery />
        <SubmitButton busy="Logging in…">Log in</SubmitButton>
      </PageForm>
      <p className="mt-8 border-t border-line pt-6 text-grey">
        Neither phone nor recovery codes at hand?{" "}
        <Link to="/toolbox" className="link">
          Ask the support desk
        </Link>
        , or{" "}
        <Link to="/login" className="link">
          log in to another account
        </Link>
        .
      </p>
    </Page>
  );
}
