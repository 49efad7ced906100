import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** Inline scripts that the policy of the same response does not allow. */
function refusedScripts(html: string, policy: string): string[] {
  const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  return new HtmlPage(html).root
    .querySelectorAll("script")
    .filter((script) => {
      // Data that no browser runs, and no policy speaks about.
      if (script.getAttribute("type") === "application/ld+json") return false;
      const nonce = script.getAttribute("nonce");
      if (nonce !== undefined) return !sources.includes(`'nonce-${nonce}'`);
      if (script.getAttribute("src")?.startsWith("/")) return false;
      const hash = createHash("sha256").update(script.innerHTML).digest("base64");
      return !sources.includes(`'sha256-${hash}'`);
    })
    .map((script) => script.outerHTML.slice(0, 200));
}

describe("what every page carries", () => {
  const pages = [
    "/",
    "/garages",
    "/login",
    "/signup",
    "/about-us",
    "/not-a-page",
    "/garages/999999",
    "/events",
    "/map-search",
  ];

  test.each(pages)("%s: a policy that allows its own scripts and no others", async (path) => {
    // A browser with a cookie gets a page of its own; one without may get a kept one, the second time from there.
    for (const headers of [{ Cookie: "seen=1" }, {}, {}] as Record<string, string>[]) {
      const { headers: answered, body } = await browserLike(server()).get(path, headers);
      const policy = answered.get("content-security-policy") ?? "";
      expect(refusedScripts(body, policy)).toEqual([]);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(body).not.toMatch(/<[^>]+\son\w+=/);
    }
  });

  test("the check above sees a script that is not allowed", () => {
    const page = '<script nonce="right">1</script><script nonce="wrong">2</script><script>3</script>';
    expect(refusedScripts(page, "script-src 'self' 'nonce-right'")).toHaveLength(2);
  });

  test("the rest of the usual headers", async () => {
    const { headers } = await browserLike(server()).get("/about-us");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  test("the JSON contract's answers have what fits them, kept or made", async () => {
    for (const path of ["/garages", "/garages", "/users/me", "/nothing"]) {
      const { headers } = await browserLike(server()).api("GET", path);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    }
  });

  test("each answer has an id of its own", async () => {
    const browser = browserLike(server());
    const answers = [
      await browser.get("/about-us"),
      await browser.get("/about-us"),
      await browser.api("GET", "/nothing"),
    ];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(3);
  });

  test("a nonce is never used twice", async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const { headers } = await browserLike(server()).get("/about-us", { Cookie: "seen=1" });
        return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
      }),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(nonces).not.toContain(undefined);
  });
});

describe("bytes on the way", () => {
  test("pages leave compressed, as the browser likes it", async () => {
    const encoding = async (accept: string, headers = {}) => {
      const answer = await browserLike(server()).get("/about-us", { "Accept-Encoding": accept, ...headers });
      expect(answer.page.heading).not.toBe("");
      return answer.headers.get("content-encoding");
    };
    for (const own of [{}, { Cookie: "seen=1" }]) {
      expect(await encoding("gzip, deflate, br", own)).toBe("br");
      expect(await encoding("gzip", own)).toBe("gzip");
      expect(await encoding("identity", own)).toBeNull();
    }
  });

  test("assets are compressed beforehand, named by their content and kept for a year", async () => {
    const browser = browserLike(server());
    const { page } = await browser.get("/about-us");
    const assets = page.root
      .querySelectorAll("link[href^='/assets/']")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => /\.(css|js)$/.test(href));
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      const { headers, status } = await browser.fetch(asset, { headers: { "Accept-Encoding": "br" } });
      expect(status, asset).toBe(200);
      expect(headers.get("content-encoding"), asset).toBe("br");
      expect(headers.get("vary"), asset).toContain("Accept-Encoding");
      expect(headers.get("cache-control"), asset).toMatch(/^public, ?max-age=31536000, ?immutable$/);
    }
    expect((await browser.fetch("/assets/never-there.js")).status).toBe(404);
  });

  test("a page that has not changed costs a visitor nothing", async () => {
    const browser = browserLike(server());
    const first = await browser.get("/about-us");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"/);
    const again = await browser.get("/about-us", { "If-None-Match": etag });
    expect([again.status, again.body]).toEqual([304, ""]);
  });
});
