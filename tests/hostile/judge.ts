/** Stack traces, SQL, source files. */
const LEAKS =
  /\n\s+at |\.[cm]?[jt]sx?:\d+|node_modules|node:internal|SQLITE_|SqliteError|better-sqlite|drizzle|SELECT .* FROM |ENOENT/;
/** Executable payloads of the corpus. */
const SCRIPTS = /<script>alert|<img src=x|<svg[ /]onload/i;

type Judged = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

interface RequestFacts {
  verb: string;
  /** As sent. */
  path: string;
  /** No response may mention them. */
  folders: readonly string[];
}

/** The response's fault; "" for none. */
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

/** Lines are folded anywhere, even before "at". */
const unfolded = (calendar: string) => calendar.replace(/\r\n /g, "").replaceAll("\\n", "\n");

/** Below /api/v1, before or after resolving `..`. */
function isContract(path: string): boolean {
  const followed = URL.canParse(path, "http://localhost") ? new URL(path, "http://localhost").pathname : path;
  return path.startsWith("/api/v1/") && followed.startsWith("/api/v1/");
}

/** Refused by Node's parser, before the path was known. */
const isUnread = ({ status, headers, body }: Judged) =>
  [400, 408, 413, 417, 431].includes(status) && headers["x-request-id"] === undefined && body === "";

/** `{"status":"success",…}` or `{"status":"fail"|"error","message",…}`; except the archive and the description. */
function wrongEnvelope({ status, headers, body }: Judged, path: string): string {
  const type = String(headers["content-type"] ?? "");
  if (status < 300 && /\/export\b/.test(path)) return "";
  if (!type.startsWith("application/json")) return `is no JSON: ${status} ${type}`;
  if (status < 300 && /\/openapi\.json\b/.test(path)) return "";
  const { status: word, message } = JSON.parse(body) as { status?: unknown; message?: unknown };
  const isFailure = (word === "fail" || word === "error") && typeof message === "string";
  if (status >= 400 ? isFailure : word === "success") return "";
  return `is not in the envelope: ${status} ${body.slice(0, 100)}`;
}
