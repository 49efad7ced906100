import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError, type DomainErrorCode, type FieldErrors } from "~/lib/errors";
import { type FormFailure, isSecretField, type KeptPhoto } from "~/lib/forms";
import { EditConflict } from "~/lib/revision.server";
import { logRefusal } from "../call.server";
import { logRequestFault } from "../fault.server";
import { getViewer } from "../session/session.server";
import { retryHeaders, STATUS } from "../status";
import { readTextFields, type SubmittedForm, submittedFields, submittedForm } from "./submitted-form.server";
import { isDocumentRequest } from "./toast.server";

export type KeepFiles = (
  viewer: Viewer,
  form: SubmittedForm,
  refusal: DomainError,
) => Promise<{ kept: KeptPhoto[]; errors: FieldErrors }>;

/** Not of a member without access, over a limit, or while the disk is full. */
const KEPT_AFTER: ReadonlySet<DomainErrorCode> = new Set(["invalid", "too_large", "conflict", "unavailable"]);

/** With script the page stays, with its files. */
async function keptFiles(refusal: DomainError, args: ActionFunctionArgs, keepFiles: KeepFiles | undefined) {
  if (!keepFiles || !KEPT_AFTER.has(refusal.code) || !isDocumentRequest(args.request)) return undefined;
  const [form, viewer] = [await submittedForm(args.request), await getViewer(args)];
  return form && viewer ? keepFiles(viewer, form, refusal) : undefined;
}

function mergeErrors(errors: FieldErrors, more: FieldErrors): FieldErrors {
  const merged = Object.entries(more).map(([name, messages]) => [
    name,
    [...new Set([...(errors[name] ?? []), ...messages])],
  ]);
  return { ...errors, ...Object.fromEntries(merged) };
}

/**
 * The response of a failed form: messages and field values, without secrets.
 * @param faultMessage the catalogue's text for faults
 */
export async function formFailure(
  error: unknown,
  args: ActionFunctionArgs,
  { faultMessage, keepFiles }: { faultMessage: string; keepFiles?: KeepFiles | undefined },
) {
  if (error instanceof DomainError) {
    await logRefusal(args, error);
    if (error.code === "rate_limited" || error.code === "forbidden") await readTextFields(args.request);
    const values = valuesAfter(error, formFailureValues(await submittedFields(args.request)));
    const files = await keptFiles(error, args, keepFiles);
    const errors = mergeErrors(error.fields, files?.errors ?? {});
    const body: FormFailure = { message: error.message, errors, values, ...(files && { kept: files.kept }) };
    return data(body, { status: STATUS[error.code], headers: retryHeaders(error) });
  }
  const values = formFailureValues(await submittedFields(args.request));
  const errorId = logRequestFault(error, args.request, args.context);
  return data({ message: faultMessage, errors: {}, values, errorId } satisfies FormFailure, { status: 500 });
}

/** After a conflict they include the stored revision, so that saving again succeeds. */
export function valuesAfter(error: DomainError, values: Record<string, string>): Record<string, string> {
  if (!(error instanceof EditConflict)) return values;
  // Rows added by another user need fields to show their messages.
  const missing = Object.keys(error.fields).map((name) => [name, ""]);
  return { ...Object.fromEntries(missing), ...values, revision: error.revision };
}

/** `parts[19][number]`, with some margin. */
const MAX_FIELD_NAME_LENGTH = 40;

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** Without secrets. */
export function formFailureValues(fields: Record<string, unknown>): Record<string, string> {
  // Forms have no lists or objects; a deeply nested value has no text.
  const plainFields = Object.entries(fields).filter(
    ([name, value]) => !isSecretField(name) && name.length <= MAX_FIELD_NAME_LENGTH && isPlain(value),
  );
  // As in a field's value: HTML drops the first of other line ends, and script would see a different text.
  return Object.fromEntries(plainFields.map(([name, value]) => [name, String(value).replace(/\r\n?/g, "\n")]));
}
