import { createHash } from "node:crypto";
import type { Browser, BrowserContext, Page, Response } from "@playwright/test";
import { CANARY } from "./payloads";

/** Host of the matrix's vehicle photos. */
const PICTURES = "photos.example.com";

/** Forbidden effect of a text. */
export interface Sighting {
  kind: "execution" | "violation" | "inline script" | "other";
  name: string;
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** @param response the document's */
  inspect(response: Response | null): Promise<void>;
}

/** Runs in the page: script in attributes and URLs, and foreign elements. */
function suspects(origin: string): string[] {
  // No named functions: the compiler's helper is missing in the page.
  const matches: [string, Element][] = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const bare = [...value].filter((letter) => letter > " ").join("");
      const isAddress = /^(?:xlink:)?(?:href|src|action|formaction|data|poster)$/i.test(name);
      if (/^on/i.test(name) || name === "srcdoc") matches.push([`an attribute ${name}`, element]);
      if (isAddress && /^(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|gif|webp)))/i.test(bare)) {
        matches.push(["an address", element]);
      }
    }
  }
  const elements = "base, object, embed, iframe, frame, portal, applet, meta[http-equiv]";
  for (const element of document.querySelectorAll(elements)) matches.push(["an element", element]);
  for (const element of document.querySelectorAll<HTMLScriptElement>("script[src], link[rel~=stylesheet]")) {
    const address = element.src || element.getAttribute("href") || "";
    if (new URL(address, origin).origin !== origin) matches.push(["from elsewhere", element]);
  }
  return matches.map(([label, element]) => `${label}: ${element.outerHTML.slice(0, 200)}`);
}

/** Allowed neither by nonce nor by hash. */
const unmarkedScripts = (html: string, policy: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = ""]) => !/\bsrc=|type="application\/(?:ld\+)?json"/.test(attributes))
    .filter(([, attributes = "", code = ""]) => {
      const nonce = /\bnonce="([^"]+)"/.exec(attributes)?.[1];
      const hash = createHash("sha256").update(code).digest("base64");
      return !(nonce !== undefined && policy.includes(`'nonce-${nonce}'`)) && !policy.includes(`'sha256-${hash}'`);
    })
    .map(([script]) => script.slice(0, 200));

/**
 * Reports executed scripts, requests and policy violations.
 * @param origin others are foreign
 */
export async function watchedPage(
  browser: Browser,
  origin: string,
  report: (sighting: Sighting) => void,
): Promise<Watched> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const at = () => page.url().slice(0, 300);
  const see = (kind: Sighting["kind"], name: string) => report({ kind, name: `${at()}: ${name}` });
  await context.exposeFunction("__xss", (id: unknown) => see("execution", `payload ${String(id)} ran`));
  await context.exposeFunction("__violation", (name: string) => see("violation", name));
  await context.addInitScript(() => {
    const report = (window as unknown as { __violation(name: string): void }).__violation;
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      report(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on("dialog", (dialog) => {
    // The browser's question before leaving a changed form.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    see("execution", `a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", () => see("execution", "a window was opened"));
  page.on("pageerror", (error) => see("other", `an uncaught error: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (host === CANARY) see("execution", `${request.url()} was asked for`);
    else if (protocol.startsWith("http") && host !== new URL(origin).host && host !== PICTURES)
      see("other", `${request.url()} was asked for`);
  });
  const inspect = async (response: Response | null) => {
    for (const name of await page.evaluate(suspects, origin)) see("other", name);
    if (response === null || !/html/.test(response.headers()["content-type"] ?? "")) return;
    if (response.status() >= 500) see("other", `answers ${response.status()}`);
    const policy = response.headers()["content-security-policy"] ?? "";
    for (const script of unmarkedScripts(await response.text(), policy)) see("inline script", script);
  };
  return { context, page, inspect };
}
