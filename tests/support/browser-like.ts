import { HtmlPage } from "./page";

export type SentFile = { name: string; bytes: Uint8Array; type?: string };

export type Fields = Record<string, string | number | boolean>;
export type Files = Record<string, SentFile[]>;

export interface PageResponse {
  status: number;
  headers: Headers;
  /** Unchanged; "" without a redirect. */
  location: string;
  body: string;
  page: HtmlPage;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever the server answered
  json: any;
}

interface ApiOptions {
  /** As bearer, without cookies. */
  token?: string;
  /** Multipart, with the body's members. */
  files?: Files;
  headers?: Record<string, string>;
}

/** Over http with a port, the names end with it. @param url of the server */
export const cookieName = (
  url: string,
  cookie: "session" | "device" | "sign_up" | "second_step" | "passkey" | "welcome" | "toast",
) => `paddock_${cookie}_${new URL(url).port}`;

/** Without script: stores cookies, sends Origin, follows no redirects. */
export interface Browser {
  readonly url: string;
  readonly cookies: Map<string, string>;
  readonly cookieHeader: string;
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** Multipart with files. */
  submit(path: string, fields?: Fields, files?: Files): Promise<PageResponse>;
  follow(response: PageResponse): Promise<PageResponse>;
  /** `path` is below /api/v1. */
  api(method: string, path: string, body?: unknown, options?: ApiOptions): Promise<ApiResponse>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * @param server.origin if other than the URL
 * @param server.from client address, for a server that trusts a proxy
 */
export function browserLike({ url, origin = url, from }: { url: string; origin?: string; from?: string }): Browser {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}, withCookies = true): Promise<Response> {
    const headers = new Headers(init.headers);
    if (withCookies && cookies.size > 0) headers.set("Cookie", browser.cookieHeader);
    if (from !== undefined && !headers.has("X-Forwarded-For")) headers.set("X-Forwarded-For", from);
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: "manual" });
    if (withCookies) for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    return response;
  }

  const originHeaders = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const browser: Browser = {
    url,
    cookies,
    get cookieHeader() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    fetch: send,
    get: async (path, headers = {}) =>
      toPageResponse(await send(path, { headers: { Accept: "text/html", ...headers } })),
    submit: async (path, fields = {}, files) =>
      toPageResponse(
        await send(path, {
          method: "POST",
          headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate", ...originHeaders },
          body: files ? multipart(fields, files) : urlEncoded(fields),
        }),
      ),
    follow: (response) => {
      if (response.location === "") throw new Error(`no redirect: ${response.status} ${response.page.text("main")}`);
      return browser.get(response.location);
    },
    api: async (method, path, body, { token, files, headers = {} } = {}) => {
      const multipartBody = files ? multipart((body ?? {}) as Fields, files) : undefined;
      const init: RequestInit = {
        method,
        headers: {
          ...(token === undefined ? originHeaders : { Authorization: `Bearer ${token}` }),
          ...(body === undefined || multipartBody ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(multipartBody
          ? { body: multipartBody }
          : body === undefined
            ? {}
            : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      };
      const response = await send(`/api/v1${path}`, init, token === undefined);
      const text = await response.text();
      return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
    },
  };
  return browser;
}

async function toPageResponse(response: Response): Promise<PageResponse> {
  const body = await response.text();
  let page: HtmlPage | undefined;
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("location") ?? "",
    body,
    get page() {
      page ??= new HtmlPage(body);
      return page;
    },
  };
}

const urlEncoded = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));

export async function formBytes(fields: Fields, files: Files): Promise<{ type: string; bytes: Buffer }> {
  const encoded = new Response(multipart(fields, files));
  return { type: encoded.headers.get("content-type") ?? "", bytes: Buffer.from(await encoded.arrayBuffer()) };
}

function multipart(fields: Fields, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, list] of Object.entries(files)) {
    for (const file of list) {
      const blob = new Blob([new Uint8Array(file.bytes)], { type: file.type ?? "image/jpeg" });
      form.append(name, blob, file.name);
    }
  }
  return form;
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const index = pair.indexOf("=");
  const name = pair.slice(0, index);
  const isExpired =
    attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || /expires=thu, 01 jan 1970/i.test(line);
  if (isExpired) cookies.delete(name);
  else cookies.set(name, pair.slice(index + 1));
}
