import { HtmlPage } from "./page";

export type SentFile = { name: string; bytes: Uint8Array; type?: string };

export type Fields = Record<string, string | number | boolean>;
export type Files = Record<string, SentFile[]>;

export interface PageAnswer {
  status: number;
  headers: Headers;
  /** Unchanged; "" without a redirect. */
  location: string;
  body: string;
  page: HtmlPage;
}

export interface ApiAnswer {
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
  cookie: "session" | "device" | "sign_up" | "second_step" | "welcome" | "toast",
) => `paddock_${cookie}_${new URL(url).port}`;

/** Without script: stores cookies, sends Origin, follows no redirects. */
export interface Browser {
  readonly url: string;
  readonly cookies: Map<string, string>;
  readonly cookieHeader: string;
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Multipart with files. */
  submit(path: string, fields?: Fields, files?: Files): Promise<PageAnswer>;
  follow(answer: PageAnswer): Promise<PageAnswer>;
  /** `path` is below /api/v1. */
  api(method: string, path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>;
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
    if (withCookies) for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  }

  const own = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const browser: Browser = {
    url,
    cookies,
    get cookieHeader() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    fetch: send,
    get: async (path, headers = {}) => pageAnswer(await send(path, { headers: { Accept: "text/html", ...headers } })),
    submit: async (path, fields = {}, files) =>
      pageAnswer(
        await send(path, {
          method: "POST",
          headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate", ...own },
          body: files ? multipart(fields, files) : urlEncoded(fields),
        }),
      ),
    follow: (answer) => {
      if (answer.location === "") throw new Error(`no redirect: ${answer.status} ${answer.page.text("main")}`);
      return browser.get(answer.location);
    },
    api: async (method, path, body, { token, files, headers = {} } = {}) => {
      const multi = files ? multipart((body ?? {}) as Fields, files) : undefined;
      const init: RequestInit = {
        method,
        headers: {
          ...(token === undefined ? own : { Authorization: `Bearer ${token}` }),
          ...(body === undefined || multi ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(multi
          ? { body: multi }
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

async function pageAnswer(response: Response): Promise<PageAnswer> {
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
  const sent = new Response(multipart(fields, files));
  return { type: sent.headers.get("content-type") ?? "", bytes: Buffer.from(await sent.arrayBuffer()) };
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

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  const ended =
    attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || /expires=thu, 01 jan 1970/i.test(line);
  if (ended) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}
