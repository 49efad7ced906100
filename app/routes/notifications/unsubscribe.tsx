import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { getUnsubscribeView, unsubscribe } from "~/features/notifications/mail/notify-mails.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

const FAILED = "Could not stop these emails.";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Stop emails"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners may follow the link. */
export const loader = pageLoader(({ params: { token = "" } }) => getUnsubscribeView(token));

/**
 * Also one click in a mail program (RFC 8058): no redirect, no session. The address is sufficient, so the body is not
 * read.
 */
export const action = pageAction({
  audience: "anyone",
  limit: "unsubscribe",
  whileSuspended: true,
  failed: FAILED,
  run: ({ params: { token = "" } }) => {
    unsubscribe(token);
    return { done: true };
  },
});

export const clientAction = formClientAction(FAILED);

export default function UnsubscribePage() {
  const { kinds, stopped } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const done = actionData !== undefined && "done" in actionData;
  return (
    <Page narrow>
      <PageHeader title={stopped ? "These emails are stopped" : "Stop these emails?"} />
      {done ? (
        <div className="mb-6">
          <Notice type="success">Done. We won’t email you about this any more.</Notice>
        </div>
      ) : null}
      <StoppedKinds kinds={kinds} stopped={stopped} />
      {stopped ? (
        <ButtonLink to="/settings/notifications">Choose what we email you about</ButtonLink>
      ) : (
        <PageForm>
          <SubmitButton busy="Stopping…">Stop these emails</SubmitButton>
        </PageForm>
      )}
    </Page>
  );
}

function StoppedKinds({ kinds, stopped }: { kinds: string[]; stopped: boolean }) {
  const all = kinds.length === 0;
  return (
    <>
      <p className={`text-lg ${all ? "mb-4" : "mb-2"}`}>
        {stopped ? "You no longer get emails about" : "You'll stop getting emails about"}
        {all ? " notifications." : ""}
      </p>
      <ul className="mb-4 list-disc pl-6 text-lg font-semibold empty:hidden">
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      <p className="mb-6 text-grey">
        Nothing changes on the site. Emails about your account itself, such as a new password, are always sent.
      </p>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <Unknown message={error.data.message} />
  ) : (
    <ErrorScreen />
  );
}

function Unknown({ message }: { message: string }) {
  return (
    <Page narrow>
      <PageHeader
        title={message}
        lead="Part of it may be missing. Please copy the whole address from the email. You can also choose in your settings what we email you about."
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/settings/notifications" kind="primary">
          Go to your settings
        </ButtonLink>
        <ButtonLink to="/">Go to Homepage</ButtonLink>
      </div>
    </Page>
  );
}
