import { z } from "zod";
import type { Paged } from "~/lib/paging";

export type JsonSchema = Record<string, unknown>;

export interface FileResponse {
  contentType: string;
}

/** The members beside `status`; "nothing" is 204 without a body. */
export type ResponseShape = z.ZodObject | FileResponse | "nothing";

type Members = Record<string, z.ZodType>;

export const dataShape = <D extends Members, B extends Members = Record<never, never>>(data: D, others?: B) =>
  z.strictObject({ ...(others as B), data: z.strictObject(data) });

export const messageShape = () => z.strictObject({ message });

export const message = z.string().meta({ description: "The message to display" });

export const token = z.string().meta({ description: "The session’s token, to be sent as a bearer token" });

const pageMembers = {
  results: z.int().meta({ description: "Rows on this page" }),
  total: z.int().meta({ description: "Rows on all pages" }),
  page: z.int(),
  limit: z.int(),
};

/** `data.data` has the rows; `more` is added to `data`. */
export const listShape = <T extends z.ZodType, M extends Members = Record<never, never>>(row: T, more?: M) =>
  z.strictObject({ ...pageMembers, data: z.strictObject({ data: z.array(row), ...(more as M) }) });

/** A list with other members in `data`. */
export const namedListShape = <D extends Members, B extends Members = Record<never, never>>(data: D, others?: B) =>
  z.strictObject({ ...pageMembers, ...(others as B), data: z.strictObject(data) });

export function pageCounts<T>({ rows, total, page, limit }: Paged<T>) {
  return { results: rows.length, total, page, limit };
}

/** See `listShape`. @param more further members of `data` */
export function listResponse<T, M extends object = Record<never, never>>(list: Paged<T>, more?: M) {
  return { body: { ...pageCounts(list), data: { data: list.rows, ...(more as M) } } };
}

export const failureShape = z
  .strictObject({
    status: z.enum(["fail", "error"]),
    message,
    errors: z.record(z.string(), z.array(z.string())).meta({ description: "What is wrong, by field" }),
    code: z.string().optional().meta({
      description: "A code for programs, only for some errors: second_step_required",
    }),
  })
  .meta({ id: "Failure" });

export const REFUSALS: Readonly<Record<number, readonly [name: string, when: string]>> = {
  400: ["Invalid", "Invalid input, with its fields; an unreadable body; a used, wrong or expired email link"],
  401: [
    "Unauthenticated",
    "No session, or an expired one; a wrong login; a missing or wrong code of two-step verification",
  ],
  403: ["Forbidden", "Not allowed; a write from another site; the password has to be entered again"],
  404: ["NotFound", "Missing, or not visible to this viewer; a malformed id"],
  408: ["TooSlow", "The body takes too long to arrive"],
  409: ["Conflict", "It conflicts with the current state"],
  412: ["PreconditionFailed", "`If-Match` does not match the stored version; nothing was written"],
  413: ["TooLarge", "Too large"],
  415: ["Unsupported", "An unsupported content type, or a charset other than UTF-8"],
  429: ["TooOften", "Too many requests, or too many uploads at the moment"],
  507: ["CannotStore", "Photos cannot be stored now; nothing was written"],
};

export const FAILURE_STATUSES: readonly number[] = [...Object.keys(REFUSALS).map(Number), 405, 500, 503];

/** undefined for a response without envelope. */
export function envelopeShape(response: ResponseShape): z.ZodObject | undefined {
  if (!(response instanceof z.ZodObject)) return undefined;
  return z.strictObject({ status: z.literal("success"), ...response.shape });
}
