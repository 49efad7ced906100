/** Signs of leaked internals: a stack trace, an SQL statement, a source file. */
const LEAKS =
  /\n\s+at |\.[cm]?[jt]sx?:\d+|node_modules|node:internal|SQLITE_|SqliteError|better-sqlite|drizzle|SELECT .* FROM |ENOENT/;
/** The corpus's payloads in executable form. */
const SCRIPTS = /<script>alert|<img src=x|<svg[ /]onload/i;

type Judged = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

interface RequestFacts {
  verb: string;
  /** As sent. */
  path: string;
  /** The server's folders, which no response may mention. */
  folders: readonly string[];
}

/** A response's fault; "" for a good one. */
export function wrongWith(answer: Judged, { verb, path, folders }: RequestFacts): string {
  const { status, headers, body } = answer;
  const type = String(headers["content-type"] ?? "");
  if (status >= 500) return `answers ${status}`;
  if (headers["x-evil"] !== undefined) return "takes headers from the request";
  const leak =
    LEAKS.exec(/calendar/.test(type) ? unfolded(body) : body)?.[0] ?? folders.find((folder) => body.includes(folder));
  if (leak !== undefined) return `shows ${JSON.stringify(leak)}`;
  if (/html|xml|svg/.test(type) && SCRIPTS.test(body)) return "sends back script";
  const bodiless = verb === "HEAD" || status === 204 || status === 304;
  return isContract(path) && !bodiless && !isUnread(answer) ? wrongEnvelope(answer, path) : "";
}

/** A calendar's text: lines are folded anywhere, even before "at", and line ends in texts are escaped. */
const unfolded = (calendar: string) => calendar.replace(/\r\n /g, "").replaceAll("\\n", "\n");

/** Whether a path is below /api/v1, before or after resolving `..`. */
function isContract(path: string): boolean {
  const followed = URL.canParse(path, "http://localhost") ? new URL(path, "http://localhost").pathname : path;
  return path.startsWith("/api/v1/") && followed.startsWith("/api/v1/");
}

/** Refused by Node's HTTP parser, before the path was known. */
const isUnread = ({ status, headers, body }: Judged) =>
  [400, 408, 413, 417, 431].includes(status) && headers["x-request-id"] === undefined && body === "";

/**
 * `{"status":"success",…}`, or `{"status":"fail"|"error","message",…}`; the archive and the description are neither.
 */
function wrongEnvelope({ status, headers, body }: Judged, path: string): string {
  const type = String(headers["content-type"] ?? "");
  if (status < 300 && /\/export\b/.test(path)) return "";
  if (!type.startsWith("application/json")) return `is no JSON: ${status} ${type}`;
  if (status < 300 && /\/openapi\.json\b/.test(path)) return "";
  const { status: word, message } = JSON.parse(body) as { status?: unknown; message?: unknown };
  const failed = (word === "fail" || word === "error") && typeof message === "string";
  if (status >= 400 ? failed : word === "success") return "";
  return `is not in the envelope: ${status} ${body.slice(0, 100)}`;
}
