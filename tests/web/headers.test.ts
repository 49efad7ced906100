import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cookieName } from "../support/browser-like";
import { addVehicle } from "../support/members";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();

/** By the response's policy. */
function refusedScripts(html: string, policy: string): string[] {
  const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  return new HtmlPage(html).root
    .querySelectorAll("script")
    .filter((script) => {
      // Data, not script.
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
  const pages = "/ /garages /login /signup /about-us /not-a-page /garages/999999 /events /map-search".split(" ");

  test.each(pages)("%s: a policy that allows its own scripts and no others", async (path) => {
    // With a session cookie it is rendered; else the second may be cached.
    for (const headers of [{ Cookie: "paddock_session=none" }, {}, {}] as Record<string, string>[]) {
      const { headers: responseHeaders, body } = await server.visitor().get(path, headers);
      const policy = responseHeaders.get("content-security-policy") ?? "";
      expect(refusedScripts(body, policy)).toEqual([]);
      for (const text of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"]) expect(policy).toContain(text);
      expect(policy).toContain("img-src 'self' data: blob: https://res.cloudinary.com;");
      for (const text of ["frame-ancestors 'none'", "form-action 'self'"]) expect(policy).toContain(text);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(body).not.toMatch(/<[^>]+\son\w+=/);
      // Browsers forgive it, checkers do not (valid-html.drill.test.ts checks the rest).
      expect(body.slice(body.indexOf("<body"))).not.toContain("<link");
      expect(body).toMatch(/<\/script>(?:<!--[^>]*-->)*<\/body><\/html>$/);
    }
  });

  const USUAL = {
    ...{ "x-content-type-options": "nosniff", "x-frame-options": "DENY" },
    "referrer-policy": "strict-origin-when-cross-origin",
  };

  test("the check above sees a script that is not allowed", () => {
    const page = '<script nonce="right">1</script><script nonce="wrong">2</script><script>3</script>';
    expect(refusedScripts(page, "script-src 'self' 'nonce-right'")).toHaveLength(2);
  });

  test("the rest of the usual headers", async () => {
    const { headers } = await server.visitor().get("/about-us");
    expect(Object.fromEntries(headers)).toMatchObject({ ...USUAL, "cross-origin-opener-policy": "same-origin" });
    for (const name of ["x-powered-by", "strict-transport-security"]) expect(headers.get(name)).toBeNull();
  });

  test("JSON responses have fitting headers, cached or rendered", async () => {
    for (const path of ["/garages", "/garages", "/users/me", "/nothing"]) {
      const { headers } = await server.visitor().api("GET", path);
      const policy = "default-src 'none'; frame-ancestors 'none'";
      expect(Object.fromEntries(headers)).toMatchObject({ ...USUAL, "content-security-policy": policy });
    }
  });

  test("other responses have a content type, too", async () => {
    for (const address of ["/healthz", "/assets/none.js", "/api/v1/garages", "/feed.xml"]) {
      const { headers } = await server.ask({ path: address });
      expect([address, headers["x-content-type-options"]]).toEqual([address, "nosniff"]);
    }
  });

  test("other sites may show its icons and default pictures, and nothing else", async () => {
    const policyOf = async (path: string) => (await server.ask({ path })).headers["cross-origin-resource-policy"];
    for (const path of ["/favicon.svg", "/icon-192.png", "/apple-touch-icon.png", "/img/photos/default-vehicle.png"]) {
      expect([path, await policyOf(path)]).toEqual([path, "cross-origin"]);
    }
    for (const path of ["/", "/garages", "/feed.xml", "/api/v1/garages", "/img/photos/nothing.png", "/nothing.png/x"]) {
      expect([path, await policyOf(path)]).toEqual([path, "same-origin"]);
    }
  });

  test("each response has its own id", async () => {
    const browser = server.visitor();
    const pages = [await browser.get("/about-us"), await browser.get("/about-us")];
    const ids = [...pages, await browser.api("GET", "/nothing")].map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(3);
  });

  test("a nonce is never used twice", async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const { headers } = await server.visitor().get("/about-us", { Cookie: "paddock_session=none" });
        return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
      }),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(nonces).not.toContain(undefined);
  });
});

test("assets are compressed beforehand, named by their content and kept for a year", async () => {
  const browser = server.visitor();
  const { page } = await browser.get("/about-us");
  const scripts = page.attributes("script[data-files]", "data-files").flatMap((files) => files.split(" "));
  const assets = [...page.attributes("link[href^='/assets/'][href$='.css']", "href"), ...scripts];
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    const { headers, status } = await browser.fetch(asset, { headers: { "Accept-Encoding": "br" } });
    expect([status, headers.get("content-encoding")], asset).toEqual([200, "br"]);
    expect(headers.get("vary"), asset).toContain("Accept-Encoding");
    expect(headers.get("cache-control"), asset).toMatch(/^public, ?max-age=31536000, ?immutable$/);
  }
  expect((await browser.fetch("/assets/never-there.js")).status).toBe(404);
});

const owner = await server.signUpWithGarage("Vera Header");
const vehicle = `/vehicles/${await addVehicle(owner, { make: "Lancia", model: "Fulvia" })}`;
const bearer = `Bearer ${await server.bearerOf(owner)}`;

describe("caching headers", () => {
  const VISITORS = {
    "cache-control": "public, max-age=0, must-revalidate",
    "cdn-cache-control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
    vary: "Cookie, Authorization, Accept-Encoding",
    etag: expect.stringMatching(/^"[\w-]+"$/),
  };
  const NOBODY = { "cache-control": "private, no-store" };
  const FOREIGN = "_ga=GA1.1; theme=dark";

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    server.ask({ path, headers, method });
  /** Caching headers; an uncacheable response must have none for shared caches. */
  async function summarize(path: string, headers?: Record<string, string>, method?: string) {
    const answer = await ask(path, headers, method);
    const rules = { ...answer.headers, "cdn-cache-control": answer.headers["cdn-cache-control"] };
    return { path, status: answer.status, rules };
  }
  const nobody = (path: string, status?: number) => ({
    path,
    ...(status !== undefined && { status }),
    rules: { ...NOBODY, "cdn-cache-control": undefined },
  });

  test("visitors' responses may be cached: whole, unchanged and for HEAD", async () => {
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
      // HEAD first, before anything is cached.
      const responses = [
        await summarize(path, {}, "HEAD"),
        await summarize(path),
        await summarize(path, { Cookie: FOREIGN }),
      ];
      for (const answer of responses) expect(answer).toMatchObject({ path, status: 200, rules: VISITORS });
      const etag = String(responses[1]?.rules.etag);
      if (path === "/api/v1/garages/random" || path === "/") continue;
      expect(await summarize(path, { "If-None-Match": etag })).toMatchObject({ path, status: 304, rules: VISITORS });
    }
  });

  test("a response first requested by HEAD is whole for the next GET", async () => {
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

  test("responses to requests with our cookies may not be cached", async () => {
    const credentials: Record<string, string>[] = [
      { Cookie: owner.browser.cookieHeader },
      { Cookie: `${FOREIGN}; ${owner.browser.cookieHeader}` },
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
        expect(await summarize(path, headers), JSON.stringify(headers)).toMatchObject(nobody(path));
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
    for (const [path, status] of refusals) expect(await summarize(path)).toMatchObject(nobody(path, status));
    const pages = ["/settings", "/settings/security", "/settings/notifications", "/settings/data", "/vehicles/new"];
    pages.push("/events/submit", "/events/mine", `/garages/${owner.garageId}/edit`);
    const ownPages = pages.flatMap((page) => [page, `${page}.data`]);
    for (const path of [...ownPages, "/settings/export", "/garages.data", "/api/v1/users/me"]) {
      expect(await summarize(path, { Cookie: owner.browser.cookieHeader })).toMatchObject(nobody(path, 200));
    }
    expect(await summarize("/admin", { Cookie: owner.browser.cookieHeader })).toMatchObject(nobody("/admin", 403));
    const admin = await server.signUpAdmin("Ada Private");
    for (const path of ["/admin", "/admin/tickets", "/admin/log", "/admin/events"]) {
      expect(await summarize(path, { Cookie: admin.browser.cookieHeader })).toMatchObject(nobody(path, 200));
    }
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: server.url };
    for (const [path, body] of Object.entries({ "/login": "email=nobody&password=x", "/signup": "name=N" })) {
      const { status, headers } = await server.ask({ method: "POST", path, headers: form, body });
      expect([path, status >= 400, headers["cache-control"], headers["cdn-cache-control"]]).toEqual([
        path,
        true,
        "private, no-store",
        undefined,
      ]);
    }
  });

  test("after a logout or a sign-up, visitors get the cached page", async () => {
    const { browser } = await server.signUpWithGarage("Petra Private");
    await browser.submit("/logout");
    expect([...browser.cookies.keys()]).toContain(cookieName(server.url, "device"));
    for (const name of ["welcome", "toast"] as const) browser.cookies.delete(cookieName(server.url, name));
    expect((await browser.get("/about-us")).headers.get("etag")).toMatch(/^"[\w-]+"$/);
  });
});

/** Its page is rendered. */
const MEMBER = { Cookie: "paddock_session=unknown" };

async function askFor(acceptEncoding: string, path = "/about-us", clientHeaders: Record<string, string> = MEMBER) {
  const headers = { "Accept-Encoding": acceptEncoding, ...clientHeaders };
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  return { headers: response.headers, text: text.replace(/ nonce="[^"]*"/g, "") };
}

test.each<[string, Record<string, string>]>([
  ["a member's", MEMBER],
  ["a visitor's", {}],
])("%s page is compressed by the best way that the client takes", async (_, clientHeaders) => {
  const plain = await askFor("identity", undefined, clientHeaders);
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  expect(plain.text).toContain("</html>");
  const ways = { "gzip, deflate, br": "br", gzip: "gzip", "br;q=0, gzip": "gzip" };
  for (const [accepted, encoding] of Object.entries(ways)) {
    const { headers, text } = await askFor(accepted, undefined, clientHeaders);
    expect([accepted, headers.get("Content-Encoding")]).toEqual([accepted, encoding]);
    expect(headers.get("Vary")).toMatch(/Accept-Encoding/i);
    expect(text).toBe(plain.text);
  }
});

test("JSON and the data of a page too", async () => {
  for (const path of ["/api/v1/openapi.json", "/map-search.data"]) {
    const { headers } = await askFor("br", path);
    expect([path, headers.get("Content-Encoding")]).toEqual([path, "br"]);
  }
});

/** If the client sets the request id. */
async function whoIs(token: string) {
  const headers = { Authorization: `Bearer ${token}`, "X-Request-Id": "chosen-by-the-client" };
  const response = await fetch(`${server.url}/api/v1/users/me`, { headers });
  expect(response.headers.get("X-Request-Id")).not.toBe("chosen-by-the-client");
  return { status: response.status, text: await response.text() };
}

test("the viewer is looked up for every request, whatever request id the client sends", async () => {
  const ada = await server.signUp("Ada Driver");
  const bea = await server.signUp("Bea Racer");
  const [firstToken, secondToken] = [await server.bearerOf(ada), await server.bearerOf(bea)];
  expect((await whoIs(firstToken)).text).toContain("Ada Driver");
  expect((await whoIs(secondToken)).text).toContain("Bea Racer");
  server.run("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = ?)", "Ada Driver");
  expect((await whoIs(firstToken)).status).toBe(401);
});
