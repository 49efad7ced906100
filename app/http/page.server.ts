import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { DomainError, type FieldErrors } from "~/lib/errors";
import type { FormFailure, UploadedFile } from "~/lib/forms";
import { type Body, dropUploads, readBody, readTextBesideFiles } from "./body.server";
import { bodyKind } from "./body-rules";
import { admit, countLimit, logRefusal, type WriteRules } from "./call.server";
import { logFaultOf } from "./fault.server";
import type { LimitName } from "./limits.server";
import { dropSentWords, sendHomeEnded } from "./parked-words.server";
import { getViewer, requireUser } from "./session.server";
import { STATUS } from "./status";
import { backToTheForm } from "./typed-values";

/** What an error response of a page carries; the error boundary draws it. */
export interface PageError {
  message: string;
  /** Of a fault of ours, as it stands in the log. */
  errorId?: string;
}

function isAnswer(error: unknown): boolean {
  return (
    error instanceof Response || (typeof error === "object" && error !== null && "init" in error && "data" in error)
  );
}

/**
 * The page end of reading: what a loader throws becomes a page with the right status. A refusal shows its message
 * (the catalogue's), a fault of ours the generic error with the id under which it was logged.
 * @param fallback the catalogue's text for this page where the fault is ours
 */
export function pageLoader<T>(load: (args: LoaderFunctionArgs) => T | Promise<T>, fallback = "Something went wrong.") {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(args);
    } catch (error) {
      if (isAnswer(error)) throw error;
      if (error instanceof DomainError) {
        await logRefusal(args, error.code);
        const headers = retryHeaders(error);
        throw data({ message: error.message } satisfies PageError, { status: STATUS[error.code], headers });
      }
      const errorId = logFaultOf(error, args.request, args.context);
      throw data({ message: fallback, errorId } satisfies PageError, { status: 500 });
    }
  };
}

export interface Form {
  values: Record<string, string>;
  files: Record<string, UploadedFile[]>;
}

const forms = new WeakMap<Request, Promise<Body>>();

/** The submitted form; however often it is asked for, the body is read once. */
export async function readForm(request: Request): Promise<Form> {
  let body = forms.get(request);
  if (!body) {
    body = readBody(request);
    forms.set(request, body);
  }
  return (await body) as Form;
}

/** What a refused form is shown with again. */
async function typedValues({ request, context }: ActionFunctionArgs, errors?: FieldErrors) {
  const body = await forms.get(request)?.catch(() => undefined);
  const typed = backToTheForm(body?.values ?? {}, errors);
  context.refusedForm = { intent: typed.values.intent };
  return typed;
}

/** A call that was refused before its body was read: what was typed is read now. */
async function readTyped(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked) return;
  if (bodyKind(request.headers) === "multipart") forms.set(request, readTextBesideFiles(request));
  await readForm(request).catch(() => undefined);
}

/** A write of a page. */
export interface PageWrite<T> extends WriteRules {
  /** Says who, decodes, commands, and redirects. */
  run: (args: ActionFunctionArgs) => T | Promise<T>;
  /** The catalogue's text where the fault is ours; it is logged. */
  failed?: string;
  /** Whether what was typed is kept for somebody whose session has ended; of a page with several forms: which. */
  keepsWords?: boolean | readonly string[];
}

/**
 * The page end of writing. What the write throws shows the same page again with the message, the messages at their
 * fields and what was typed (passwords and files excepted).
 */
export function pageAction<T>(write: PageWrite<T>) {
  return async (args: ActionFunctionArgs) => {
    try {
      if (args.request.method !== "POST") throw wrongMethod();
      const giveBack = await admit(args, write, async (request) => {
        if ((await getViewer(request)) === null) await sendHomeEnded(args, write);
        return requireUser(request);
      });
      try {
        const done = await write.run(args);
        if (write.keepsWords) await dropSentWords(args.request, async () => (await readForm(args.request)).values);
        return done;
      } catch (error) {
        if (error instanceof DomainError) await giveBack();
        throw error;
      }
    } catch (error) {
      if (isAnswer(error)) throw error;
      if (error instanceof DomainError && error.code === "unauthenticated") throw redirectHome();
      if (error instanceof DomainError && error.code === "not_found") {
        throw data({ message: error.message } satisfies PageError, { status: 404 });
      }
      return await failure(error, args, write.failed ?? "Something went wrong.");
    } finally {
      await dropUploads(args.request);
    }
  };
}

/** One of the forms of a page that has several. */
interface FormWrite<T> {
  run: PageWrite<T>["run"];
  failed?: string;
  /** Beside the page's own. */
  limit?: LimitName | readonly LimitName[];
  keepsWords?: boolean;
}

/**
 * The action of a page with several forms: the `intent` that each sends names one of `forms`. What a form is about, where
 * the page has it for several things, is a field of its own.
 * @param rules of the page: whom it is for, its body, and how often any of its forms may be sent
 * @param otherwise the form that is meant where none is named, or the body cannot be read; without it that is refused
 */
export function formActions<T>(rules: WriteRules, forms: Record<string, FormWrite<T>>, otherwise?: string) {
  const byIntent = new Map(Object.entries(forms));
  const keepsWords = Object.keys(forms).filter((intent) => forms[intent]?.keepsWords);
  return async (args: ActionFunctionArgs) => {
    let form = otherwise === undefined ? undefined : byIntent.get(otherwise);
    const write: PageWrite<T> = {
      ...rules,
      keepsWords: keepsWords.length > 0 && keepsWords,
      async run() {
        const { values } = await readForm(args.request);
        if (values.intent !== undefined) form = byIntent.get(values.intent);
        if (!form) throw new DomainError("invalid", "Something went wrong.");
        if (form.limit) await countLimit(args, form.limit);
        return form.run(args);
      },
      get failed() {
        return form?.failed ?? "Something went wrong.";
      },
    };
    return pageAction(write)(args);
  };
}

function wrongMethod(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
}

function redirectHome(): Response {
  return new Response(null, { status: 302, headers: { Location: "/" } });
}

function retryHeaders({ retryAfter }: DomainError): HeadersInit | undefined {
  return retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
}

async function failure(error: unknown, args: ActionFunctionArgs, failed: string) {
  if (error instanceof DomainError) {
    await logRefusal(args, error.code);
    if (error.code === "rate_limited") await readTyped(args.request);
    const typed = await typedValues(args, error.fields);
    const body: FormFailure = { message: error.message, errors: error.fields, ...typed };
    return data(body, { status: STATUS[error.code], headers: retryHeaders(error) });
  }
  const typed = await typedValues(args);
  const errorId = logFaultOf(error, args.request, args.context);
  return data({ message: failed, errors: {}, ...typed, errorId } satisfies FormFailure, { status: 500 });
}
