import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { releaseUploads } from "../body/body.server";
import { checkAccess, consumeLimit, logRefusal, requireMayWrite, type WriteRules } from "../call.server";
import { logRequestFault } from "../fault.server";
import type { LimitName, Refund } from "../limits/limits.server";
import { getViewer, safeReturnTo } from "../session/session.server";
import { retryHeaders, STATUS } from "../status";
import { formFailure, type KeepFiles } from "./form-failure.server";
import { type DeduplicateBy, formPath, once } from "./once.server";
import { readForm } from "./submitted-form.server";
import { redirectWithToast } from "./toast.server";

export interface PageError {
  message: string;
  /** Of a fault in the log. */
  errorId?: string;
}

function isThrownResponse(error: unknown): boolean {
  return (
    error instanceof Response || (typeof error === "object" && error !== null && "init" in error && "data" in error)
  );
}

/**
 * Turns errors into an error page: a refusal shows its message; a fault the fallback and its id in the log.
 * @param fallback the catalogue's text for this page's faults
 */
export function pageLoader<T>(load: (args: LoaderFunctionArgs) => T | Promise<T>, fallback = "Something went wrong.") {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(args);
    } catch (error) {
      if (isThrownResponse(error)) throw error;
      if (error instanceof DomainError) {
        await logRefusal(args, error);
        const init = { status: STATUS[error.code], headers: retryHeaders(error) };
        throw data({ message: error.message } satisfies PageError, init);
      }
      const errorId = logRequestFault(error, args.request, args.context);
      throw data({ message: fallback, errorId } satisfies PageError, { status: 500 });
    }
  };
}

export interface PageAction<T> extends Omit<WriteRules, "body"> {
  /** Default: text. */
  body?: WriteRules["body"];
  run: (args: ActionFunctionArgs) => T | Promise<T>;
  /** The catalogue's text for faults. */
  failed?: string;
  /** A second press runs nothing (`once.server.ts`). */
  deduplicateBy?: DeduplicateBy;
  /** If the form is refused. */
  keepFiles?: KeepFiles | undefined;
}

/** Errors show the page again with messages and form values, except passwords and files. */
export function pageAction<T>(write: PageAction<T>) {
  const rules = { ...write, body: write.body ?? "text" };
  return async (args: ActionFunctionArgs) => {
    try {
      if (args.request.method !== "POST") throw wrongMethod();
      const refund = await checkAccess(args, rules, async () => (await getViewer(args)) ?? sendHome(args.request));
      try {
        return await runOnce(write, args, refund);
      } catch (error) {
        if (error instanceof DomainError) await refund();
        throw error;
      }
    } catch (error) {
      if (isThrownResponse(error)) throw error;
      if (error instanceof DomainError && error.code === "unauthenticated") throw redirect("/");
      if (error instanceof DomainError && error.code === "not_found") {
        throw data({ message: error.message } satisfies PageError, { status: 404 });
      }
      const { failed: faultMessage = "Something went wrong.", keepFiles } = write;
      return await formFailure(error, args, { faultMessage, keepFiles });
    } finally {
      await releaseUploads(args.request);
    }
  };
}

/** To log in, for a form without a session. */
function sendHome(request: Request): never {
  throw redirect(`/?${new URLSearchParams({ returnTo: formPath(request), unsent: "on" })}`);
}

/** Consumes a limit of one form of the page; refunds it if the form fails. */
export async function withLimit<T>(
  args: ActionFunctionArgs,
  limit: LimitName | readonly LimitName[],
  run: (refund: Refund) => T | Promise<T>,
): Promise<T> {
  const refund = await consumeLimit(args, limit);
  try {
    return await run(refund);
  } catch (error) {
    await refund();
    throw error;
  }
}

async function runOnce<T>(
  { deduplicateBy, run }: Pick<PageAction<T>, "run" | "deduplicateBy">,
  args: ActionFunctionArgs,
  refund?: Refund,
) {
  if (!deduplicateBy) return run(args);
  return once(args, deduplicateBy, await readForm(args.request), { run: () => run(args), refund });
}

interface FormWrite<T> extends Pick<PageAction<T>, "run" | "deduplicateBy" | "keepFiles"> {
  failed?: string;
  /** In addition to the page's. */
  limit?: LimitName | readonly LimitName[];
  whileSuspended?: true;
}

/**
 * Chooses a form of the page by the field `intent`.
 * @param rules of the page: audience, body, limits of all forms
 * @param defaultIntent the form if `intent` is missing or the body unreadable; without it such a request is refused
 */
export function formActions<T>(rules: WriteRules, forms: Record<string, FormWrite<T>>, defaultIntent?: string) {
  const byIntent = new Map(Object.entries(forms));
  const whileSuspended = Object.values(forms).some((form) => form.whileSuspended);
  return async (args: ActionFunctionArgs) => {
    let form = defaultIntent === undefined ? undefined : byIntent.get(defaultIntent);
    const write: PageAction<T> = {
      ...rules,
      ...(whileSuspended && { whileSuspended }),
      async run() {
        const { values } = await readForm(args.request);
        if (values.intent !== undefined) form = byIntent.get(values.intent);
        if (!form) throw new DomainError("invalid", "Something went wrong.");
        if (whileSuspended && !form.whileSuspended) requireMayWrite(args, await getViewer(args));
        const chosenForm = form;
        if (!chosenForm.limit) return runOnce(chosenForm, args);
        return withLimit(args, chosenForm.limit, (refund) => runOnce(chosenForm, args, refund));
      },
      get failed() {
        return form?.failed ?? "Something went wrong.";
      },
      get keepFiles() {
        return form?.keepFiles;
      },
    };
    return pageAction(write)(args);
  };
}

function wrongMethod(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
}

/**
 * A one-button form, such as Like. With `returnTo` it redirects there, with a message if it failed. Script omits
 * `returnTo` and gets the new state, or `{"message"}` with the error's status.
 * @param write its `run` returns the new state
 */
export function toggleAction(write: PageAction<object>) {
  const run = pageAction(write);
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const outcome = await run(args).catch((refusal: unknown) => refusal);
    if (outcome instanceof Response) return outcome;
    const back = await returnPath(args.request);
    const failure = failureOf(outcome);
    if (failure) {
      if (back !== undefined) return redirectWithToast(back, failure.message, "error");
      return Response.json({ message: failure.message }, failure.init);
    }
    return back === undefined ? Response.json(outcome) : redirect(back);
  };
}

async function returnPath(request: Request): Promise<string | undefined> {
  const form = await readForm(request).catch(() => undefined);
  return form?.values.returnTo === undefined ? undefined : safeReturnTo(form.values.returnTo);
}

function failureOf(outcome: unknown) {
  if (typeof outcome !== "object" || outcome === null || !("data" in outcome && "init" in outcome)) return undefined;
  const { data, init } = outcome as { data: Pick<FormFailure, "message">; init: ResponseInit | null };
  return { message: data.message, init: init ?? {} };
}
