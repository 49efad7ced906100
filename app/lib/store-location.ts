/** A folder, or a bucket of an S3 object store. */
export type StoreLocation =
  | { kind: "folder" /** Possibly relative. */; path: string }
  | {
      kind: "bucket";
      bucket: string;
      /** Of every key: empty, or ending in a slash. */
      prefix: string;
      /** undefined: from the usual variables, or Amazon. */
      endpoint?: string;
      region?: string;
      /** The bucket is part of the path, not of the host name. */
      pathStyle: boolean;
    };

const BUCKET = /^[a-z0-9][a-z0-9._-]{0,62}$/i;
const PARAMETERS = new Set(["endpoint", "region", "pathStyle"]);

export const STORE_FORM = "must look like file:PATH or s3://BUCKET/PREFIX?endpoint=https://…&region=…&pathStyle=1";

/** `file:PATH` or `s3://BUCKET/PREFIX?endpoint=…&region=…&pathStyle=1`; null for anything else */
export function parseStoreLocation(text: string): StoreLocation | null {
  if (text.startsWith("file:")) return folderOf(text.slice("file:".length));
  return text.startsWith("s3://") ? bucketOf(text) : null;
}

function folderOf(rest: string): StoreLocation | null {
  // file:///srv/photos is file:/srv/photos.
  const path = rest.startsWith("///") ? rest.slice(2) : rest;
  return path === "" || path.startsWith("//") || path.includes("\0") ? null : { kind: "folder", path };
}

function bucketOf(text: string): StoreLocation | null {
  // The URL class would lower-case the bucket and resolve dots.
  const [, bucket = "", path = "", query = ""] = /^s3:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?$/.exec(text) ?? [];
  const prefix = path.replace(/\/+$/, "");
  const parts = prefix.split("/");
  const tidy = prefix === "" || parts.every((part) => /^[\w.=+@ -]+$/.test(part) && part !== "." && part !== "..");
  if (!BUCKET.test(bucket) || !tidy) return null;
  const params = new URLSearchParams(query);
  if ([...params.keys()].some((name) => !PARAMETERS.has(name))) return null;
  const endpoint = params.get("endpoint") ?? undefined;
  const region = params.get("region") ?? undefined;
  const pathStyle = params.get("pathStyle") ?? "0";
  if (endpoint !== undefined && !isEndpoint(endpoint)) return null;
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/i.test(region)) return null;
  if (!["0", "1", "true", "false"].includes(pathStyle)) return null;
  return {
    kind: "bucket",
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    pathStyle: pathStyle === "1" || pathStyle === "true",
  };
}

/** Without keys and passwords: a location is shown and logged. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && search === "";
}

/** Without secrets: the folder, or bucket and prefix. */
export function describeLocation(location: StoreLocation): string {
  if (location.kind === "folder") return location.path;
  return `s3://${location.bucket}/${location.prefix}`.replace(/\/$/, "");
}
