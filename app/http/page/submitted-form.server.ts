import type { z } from "zod";
import { decode } from "~/lib/decode";
import type { UploadedFile } from "~/lib/forms";
import { readBody, readTextParts, textsOfRefusedFiles } from "../body/body.server";
import type { RequestBody } from "../body/multipart.server";
import { bodyKind } from "../body/rules";

export interface SubmittedForm {
  values: Record<string, string>;
  files: Record<string, UploadedFile[]>;
}

const forms = new WeakMap<Request, Promise<RequestBody>>();

export async function readForm(request: Request): Promise<SubmittedForm> {
  let body = forms.get(request);
  if (!body) {
    body = readBody(request);
    forms.set(request, body);
  }
  return (await body) as SubmittedForm;
}

/** @throws DomainError invalid */
export async function readInput<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return decode(schema, (await readForm(request)).values);
}

/** undefined if it was not read, or could not be. */
export async function submittedForm(request: Request): Promise<SubmittedForm | undefined> {
  return (await forms.get(request)?.catch(() => undefined)) as SubmittedForm | undefined;
}

/** Field values read so far. */
export async function submittedFields(request: Request): Promise<Record<string, unknown>> {
  const body = await submittedForm(request);
  return body?.values ?? textsOfRefusedFiles(request) ?? {};
}

/** For a request refused before its body was read: reads the text fields, without files. */
export async function readTextFields(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked) return;
  if (bodyKind(request.headers) === "multipart") forms.set(request, readTextParts(request));
  await readForm(request).catch(() => undefined);
}
