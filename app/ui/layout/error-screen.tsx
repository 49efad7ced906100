import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useDocument } from "../document/document-context";
import { hasFailedChunk } from "../document/failed-chunk";
import { useOnline } from "../document/offline";
import { useSiteName } from "../document/page-title";
import { Button, ButtonLink } from "../forms/button";
import { Page } from "./page";

interface PageErrorData {
  message?: string;
  errorId?: string;
}

/**
 * Try Again reloads the data, without script the page.
 * @param lost text for 404
 */
export function ErrorScreen({ lost }: { lost?: string }) {
  const { faultId } = useDocument();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) {
    const { message } = (error.data ?? {}) as PageErrorData;
    return <Refusal status={error.status} message={message} lost={lost} />;
  }
  if (isNetworkError(error)) return <Fault message={NETWORK_ERROR} error={error} errorId={faultId} isNetwork />;
  const data = isRouteErrorResponse(error) ? (error.data as PageErrorData | undefined) : undefined;
  // An exception's message is for the log only.
  return <Fault message={data?.message} error={error} errorId={data?.errorId ?? faultId} />;
}

/** Unreachable server or broken response: each browser has its own message. */
export function isNetworkError(error: unknown): error is Error {
  return error instanceof Error && /fetch|network|load failed|turbo-stream|importing a module/i.test(error.message);
}

const NETWORK_ERROR = "The page did not load. Please check your connection.";

const GONE = "It may have been removed, or there is a mistake in the address.";

interface RefusalProps {
  status: number;
  message: string | undefined;
  lost?: string | undefined;
}

function Refusal({ status, message, lost = GONE }: RefusalProps) {
  return (
    <Page narrow>
      {/* A message may begin with the name of a parameter. */}
      <h1 data-error-screen className="first-letter:uppercase">
        {status === 404 && !message ? "Page Not Found" : (message ?? "That is not possible.")}
      </h1>
      <p className="mt-3 text-lg text-grey">
        {status === 404 ? (
          lost
        ) : (
          <>
            If you think this is a mistake, please{" "}
            <Link to="/toolbox" className="link">
              get in touch with us
            </Link>
            .
          </>
        )}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/" kind="primary">
          Go to Homepage
        </ButtonLink>
        <ButtonLink to="/garages">See all garages</ButtonLink>
      </div>
    </Page>
  );
}

interface FaultProps {
  message: string | undefined;
  error: unknown;
  errorId?: string | undefined;
  isNetwork?: boolean;
}

function Fault({ message, error, errorId, isNetwork = false }: FaultProps) {
  const { revalidate, state } = useRevalidator();
  const { id, report } = useReport(error, errorId);
  const isOnline = useOnline();
  const site = useSiteName();
  const tryAgain = async () => {
    if (id === undefined) report();
    if (!hasFailedChunk()) return revalidate();
    // A script chunk is missing: reload as soon as the server is reachable.
    const reachable = await fetch("/healthz?read").then(
      (response) => response.ok,
      () => false,
    );
    if (reachable) window.location.reload();
  };
  return (
    <Page narrow>
      <div role="alert" data-error-screen>
        <h1>Oops! Something went wrong.</h1>
        {isNetwork && id === undefined ? (
          <p className="mt-3 text-lg">{isOnline ? unreached(site) : OFFLINE}</p>
        ) : (
          <>
            <p className="mt-3 text-lg">An unexpected error occurred. Our pit crew has been notified.</p>
            <p className="mt-3 text-grey empty:hidden">
              {message}
              {id ? <span className="block text-sm tabular-nums">Error id: {id}</span> : null}
            </p>
          </>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {/* A form, so that it reloads the page without script too. */}
        <form
          method="get"
          onSubmit={(event) => {
            event.preventDefault();
            tryAgain();
          }}
        >
          <Button kind="primary" aria-disabled={state === "loading"}>
            {state === "loading" ? "Trying…" : "Try Again"}
          </Button>
        </form>
        <Link to="/" className="button">
          Go to Homepage
        </Link>
      </div>
    </Page>
  );
}

/** Without "our pit crew has been notified": the server has no report of these. */
const OFFLINE = "You are offline. Check your connection, then try again.";
const unreached = (site: string) => `We can’t reach ${site}. Check your connection, then try again.`;

/** So that the log contains the id shown; if offline, after reconnecting or on Try Again. */
function useReport(error: unknown, data: string | undefined) {
  const [id, setId] = useState(data);
  const report = useCallback(() => {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: "" };
    const body = JSON.stringify({ message, stack, path: window.location.pathname });
    fetch("/errors", { method: "POST", headers: { "Content-Type": "application/json" }, body })
      .then((response) => response.json())
      .then((answer: { errorId?: string }) => setId(answer.errorId))
      .catch(() => window.addEventListener("online", report, { once: true }));
  }, [error]);
  useEffect(() => {
    // The server's id is valid for the first fault only.
    delete document.documentElement.dataset.faultId;
    if (data === undefined) report();
  }, [data, report]);
  return { id, report };
}
