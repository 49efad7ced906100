import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { bearerOf, type Owner, signUpWithGarage } from "../support/members";
import { HtmlPage } from "../support/page";
import { rawRequest } from "../support/raw-request";
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
    // A browser with a session gets a page of its own; one without may get a kept one, the second time from there.
    for (const headers of [{ Cookie: "paddock_session=none" }, {}, {}] as Record<string, string>[]) {
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
        const { headers } = await browserLike(server()).get("/about-us", { Cookie: "paddock_session=none" });
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
    for (const own of [{}, { Cookie: "paddock_session=none" }]) {
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

describe("who may keep an answer", () => {
  const VISITORS = {
    "cache-control": "public, max-age=0, must-revalidate",
    "cdn-cache-control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
    vary: "Cookie, Authorization, Accept-Encoding",
    etag: expect.stringMatching(/^"[\w-]+"$/),
  };
  const NOBODY = { "cache-control": "private, no-store" };
  const FOREIGN = "_ga=GA1.1; theme=dark";
  let owner: Owner;
  let bearer: string;
  let vehicle: string;

  beforeAll(async () => {
    owner = await signUpWithGarage(server(), "Vera Header");
    const { json } = await owner.browser.api("POST", "/vehicles", { make: "Lancia", model: "Fulvia", year: 1969 });
    vehicle = `/vehicles/${json.data.doc._id}`;
    bearer = `Bearer ${await bearerOf(server(), owner)}`;
  });

  const own = () => [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    rawRequest(server().url, { path, headers, method });
  /** What an answer says of its keeping; of what nobody keeps it must not say anything to shared caches. */
  async function told(path: string, headers?: Record<string, string>, method?: string) {
    const answer = await ask(path, headers, method);
    const rules = { ...answer.headers, "cdn-cache-control": answer.headers["cdn-cache-control"] };
    return { path, status: answer.status, rules };
  }
  const nobody = (path: string, status?: number) => ({
    path,
    ...(status !== undefined && { status }),
    rules: { ...NOBODY, "cdn-cache-control": undefined },
  });

  test("what every visitor gets may be kept: whole, unchanged and by its head", async () => {
    const garage = `/garages/${owner.garageId}`;
    const long = `/garages?search=${"x".repeat(600)}`;
    const paths = ["/", "/garages", garage, vehicle, "/login", "/search?q=lancia", "/map-search", "/api/docs"].concat(
      ["/feed.xml", `${garage}/feed.xml`, "/events.ics", "/events/feed.xml", "/sitemap.xml", "/robots.txt"],
      ["vehicles", "garages", "garages/random", "events", "search?q=lancia", "openapi.json"].map(
        (at) => `/api/v1/${at}`,
      ),
      `/api/v1${vehicle}`,
      long,
    );
    for (const path of paths) {
      // HEAD first, where nothing is kept yet.
      const answers = [await told(path, {}, "HEAD"), await told(path), await told(path, { Cookie: FOREIGN })];
      for (const answer of answers) expect(answer).toMatchObject({ path, status: 200, rules: VISITORS });
      const etag = String(answers[1]?.rules.etag);
      if (path === "/api/v1/garages/random" || path === "/") continue;
      expect(await told(path, { "If-None-Match": etag })).toMatchObject({ path, status: 304, rules: VISITORS });
    }
  });

  test("what a HEAD asked for first is whole for who comes next", async () => {
    for (const path of ["/garages?page=1&n=head", "/feed.xml?n=head", "/api/v1/openapi.json?n=head"]) {
      const head = await ask(path, {}, "HEAD");
      const { body, headers } = await ask(path);
      expect([path, head.headers.etag, head.headers["content-length"]]).toEqual([
        path,
        headers.etag,
        String(Buffer.byteLength(body)),
      ]);
      expect(body.length).toBeGreaterThan(100);
    }
  });

  test("what anybody gets who sends something of ours along is for nobody to keep", async () => {
    const credentials: Record<string, string>[] = [
      { Cookie: own() },
      { Cookie: `${FOREIGN}; ${own()}` },
      { Cookie: "paddock_session=dead" },
      { Cookie: "__Host-paddock_session=dead" },
      { Cookie: "paddock_toast=x" },
      { Cookie: "paddock_device=x" },
      { Authorization: bearer },
      { Authorization: "Bearer dead" },
    ];
    const paths = ["/", "/garages", vehicle, "/feed.xml", "/events.ics", "/api/v1/garages", "/search?q=lancia"];
    for (const path of paths) {
      await ask(path);
      for (const headers of credentials)
        expect(await told(path, headers), JSON.stringify(headers)).toMatchObject(nobody(path));
    }
  });

  test("neither is what is refused, has moved, or belongs to one person or one moment", async () => {
    const refusals: [path: string, status: number][] = [
      ["/garages/999999", 404],
      ["/not-a-page", 404],
      ["/api/v1/garages/999999", 404],
      ["/api/v1/users/me", 401],
      ["/garages?page=0", 400],
      ["/settings", 302],
      ["/assets/none.js", 404],
      ["/img/photos/none.webp", 404],
      ["/map-tiles/none/1/1/1.svg", 404],
      ["/garages.data", 200],
      ["/healthz", 200],
      ["/reset-password/none", 200],
      ["/metrics", 404],
    ];
    for (const [path, status] of refusals) expect(await told(path)).toMatchObject(nobody(path, status));
    for (const path of ["/settings", "/vehicles/new", "/settings/export", "/garages.data", "/api/v1/users/me"]) {
      expect(await told(path, { Cookie: own() })).toMatchObject(nobody(path, 200));
    }
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: server().url };
    for (const [path, body] of Object.entries({ "/login": "email=nobody&password=x", "/signup": "name=N" })) {
      const { status, headers } = await rawRequest(server().url, { method: "POST", path, headers: form, body });
      expect([path, status >= 400, headers["cache-control"], headers["cdn-cache-control"]]).toEqual([
        path,
        true,
        "private, no-store",
        undefined,
      ]);
    }
  });
});
