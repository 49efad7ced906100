import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { type FormFailure, isSecretField, type UploadedFile } from "~/lib/forms";
import { type Body, readBody } from "./body.server";
import { logFault } from "./fault.server";
import { STATUS } from "./status";

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
        throw data({ message: error.message } satisfies PageError, { status: STATUS[error.code] });
      }
      const errorId = logFault(error, args.request, args.context);
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

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

async function typedValues(request: Request): Promise<Record<string, string>> {
  const body = await forms.get(request)?.catch(() => undefined);
  // Nobody types a list or an object; one that is nested deeply enough has no text at all.
  const typed = Object.entries(body?.values ?? {}).filter(([name, value]) => !isSecretField(name) && isPlain(value));
  return Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
}

/**
 * The page end of writing. `act` says who, decodes, commands, and redirects. What it throws shows the same page
 * again with the message, the messages at their fields and what was typed (passwords and files excepted).
 * @param fallback the catalogue's text where the fault is ours; it is logged
 */
export function pageAction<T>(act: (args: ActionFunctionArgs) => T | Promise<T>, fallback = "Something went wrong.") {
  return async (args: ActionFunctionArgs) => {
    try {
      if (args.request.method !== "POST") throw wrongMethod();
      return await act(args);
    } catch (error) {
      if (isAnswer(error)) throw error;
      if (error instanceof DomainError && error.code === "unauthenticated") throw redirectHome();
      if (error instanceof DomainError && error.code === "not_found") {
        throw data({ message: error.message } satisfies PageError, { status: 404 });
      }
      return failure(error, args, fallback);
    }
  };
}

function wrongMethod(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
}

function redirectHome(): Response {
  return new Response(null, { status: 302, headers: { Location: "/" } });
}

async function failure(error: unknown, { request, context }: ActionFunctionArgs, fallback: string) {
  const values = await typedValues(request);
  if (error instanceof DomainError) {
    const headers = error.retryAfter === undefined ? undefined : { "Retry-After": String(error.retryAfter) };
    const body: FormFailure = { message: error.message, errors: error.fields, values };
    return data(body, { status: STATUS[error.code], headers });
  }
  const errorId = logFault(error, request, context);
  return data({ message: fallback, errors: {}, values, errorId } satisfies FormFailure, { status: 500 });
}
