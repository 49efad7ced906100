import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { followStop, lookAtStop } from "~/features/notifications/stop-links.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { tokenPageHeaders } from "~/http/page-headers";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { ErrorScreen } from "~/ui/error-screen";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

const FAILED = "Could not stop these mails.";

export const meta: MetaFunction = () => [{ title: "Stop mails · Paddock" }, { name: "robots", content: "noindex" }];

export const headers = tokenPageHeaders;

/** A GET changes nothing, because mail scanners may follow the link before its owner does. */
export const loader = pageLoader(({ params: { token = "" } }) => lookAtStop(token));

/**
 * The button, and one click in a mail program (RFC 8058): no redirect, no session. The address says all there is to know,
 * so that the body is not read.
 */
export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "unsubscribe",
  failed: FAILED,
  run: ({ params: { token = "" } }) => {
    followStop(token);
    return { done: true };
  },
});

export const clientAction = keepTyped(FAILED);

export default function UnsubscribePage() {
  const { kinds, stopped } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const done = answer !== undefined && "done" in answer;
  return (
    <Page narrow>
      <PageHeader title={stopped ? "These mails are stopped" : "Stop these mails?"} />
      {done ? (
        <div className="mb-6">
          <Notice type="success">Done. We will not mail you about this any more.</Notice>
        </div>
      ) : null}
      <What kinds={kinds} stopped={stopped} />
      {stopped ? (
        <ButtonLink to="/settings/notifications">Choose what you are mailed about</ButtonLink>
      ) : (
        <PageForm>
          <SubmitButton busy="Stopping…">Stop these mails</SubmitButton>
        </PageForm>
      )}
    </Page>
  );
}

function What({ kinds, stopped }: { kinds: string[]; stopped: boolean }) {
  return (
    <>
      {kinds.length === 0 ? (
        <p className="mb-4 text-lg">{stopped ? "You get" : "You would get"} no mail about notifications any more.</p>
      ) : (
        <>
          <p className="mb-2 text-lg">{stopped ? "You get" : "You would get"} no more mail about</p>
          <ul className="mb-4 list-disc pl-6 text-lg font-semibold">
            {kinds.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mb-6 text-grey">
        On the site nothing changes. Mail about your account itself, such as a new password, always comes.
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
        lead="It may have lost a part on the way: please copy the whole address from the mail. Or choose in your settings what you are mailed about."
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
