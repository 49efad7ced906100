import type { ApiEndpoint } from "~/http/api/declaration";
import { refusalStatuses, successStatuses } from "~/http/api/declaration";
import { envelopeShape, FAILURE_STATUSES, failureShape } from "~/http/api/responses.server";

export interface ApiExchange {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  contentType: string;
  text: string;
}

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

/** Responses use few keys. */
function memoize<Key, Value>(make: (key: Key) => Value) {
  const results = new Map<Key, Value>();
  return (key: Key): Value => {
    if (!results.has(key)) results.set(key, make(key));
    return results.get(key) as Value;
  };
}

const declaredSegments = memoize(segmentsOf);
const envelopeFor = memoize(envelopeShape);

function isAt({ path, pattern }: ApiEndpoint, segments: readonly string[]): boolean {
  const declared = declaredSegments(path);
  const missingCount = declared.length - segments.length;
  if (missingCount !== 0 && !(missingCount === 1 && pattern.endsWith("?"))) return false;
  return segments.every((segment, index) => declared[index]!.startsWith("{") || segment === declared[index]);
}

const literals = ({ path }: ApiEndpoint) => declaredSegments(path).filter((segment) => !segment.startsWith("{")).length;

/** Literal segments take precedence. */
function callAt(calls: readonly ApiEndpoint[], method: string, path: string): ApiEndpoint | undefined {
  const verb = method === "HEAD" ? "GET" : method;
  const segments = segmentsOf(path.replace(/^\/api\/v1/, ""));
  const [best, ...others] = calls.filter((call) => isAt(call, segments)).sort((a, b) => literals(b) - literals(a));
  return [best, ...others].find((call) => call?.path === best?.path && call?.method === verb);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The difference from its declaration; "" without one. */
export function contractProblem(calls: readonly ApiEndpoint[], exchange: ApiExchange): string {
  const { method, path, status, contentType, text } = exchange;
  const name = `${method} ${path}: ${status}`;
  if (method === "OPTIONS") return "";
  if (status >= 400) {
    if (!FAILURE_STATUSES.includes(status)) return `${name} is no status of a refusal`;
    const refusingCall = callAt(calls, method, path);
    if (refusingCall && (status < 500 || status === 507) && !refusalStatuses(refusingCall).includes(status))
      return `${name} is no declared refusal: ${text}`;
    const failure = method === "HEAD" ? undefined : failureShape.safeParse(parseJson(text));
    return failure?.error ? `${name} is no failure as declared\n${failure.error.message}\n${text}` : "";
  }
  const call = callAt(calls, method, path);
  if (!call) return `${name}, but no call is declared there`;
  if (status === 304 && (call.cached || call.etag)) return text === "" ? "" : `${name} has a body`;
  if (!successStatuses(call).includes(status) && method !== "HEAD") return `${name} is not declared`;
  if (method === "HEAD") return "";
  const envelope = envelopeFor(call.response);
  if (envelope) {
    const { error } = envelope.safeParse(parseJson(text));
    return error ? `${name} is not as declared\n${error.message}` : "";
  }
  if (call.response === "nothing") return text === "" ? "" : `${name} has a body`;
  const expected = (call.response as { contentType: string }).contentType;
  return contentType.startsWith(expected) ? "" : `${name} is ${contentType}, not ${expected}`;
}

/** @throws Error for an undeclared status or member */
export async function checkApiResponse(exchange: ApiExchange): Promise<void> {
  // Lazy: it loads every API route.
  const { API_CALLS } = await import("./api-calls");
  const wrong = contractProblem(API_CALLS, exchange);
  if (wrong !== "") throw new Error(wrong);
}

export const isApi = (pathname: string) => /^\/api\/v1(\/|$)/.test(pathname);

const originalFetch = globalThis.fetch;

export function checkFetchedResponses(): void {
  globalThis.fetch = async (input, init) => {
    const response = await originalFetch(input, init);
    const pathname = new URL(input instanceof Request ? input.url : input).pathname;
    if (!isApi(pathname)) return response;
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const contentType = response.headers.get("content-type") ?? "";
    const text = contentType.startsWith("application/zip") ? "" : await response.clone().text();
    await checkApiResponse({ method, path: pathname, status: response.status, contentType, text });
    return response;
  };
}
