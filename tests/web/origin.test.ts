import { describe, expect, test } from "vitest";
import { foreignHeaders } from "../permissions/send";
import { signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

const FOREIGN = "https://evil.example";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const body = "email=nobody%40example.com&password=wrong-password";

/** Of our pages and of other clients than browsers. */
const headersOf = (ownOrigin: string): Record<string, string>[] => [
  { Origin: ownOrigin },
  { Origin: ownOrigin, "Sec-Fetch-Site": "same-origin" },
  { "Sec-Fetch-Site": "same-origin" },
  { Referer: `${ownOrigin}/login` },
  {},
];

const server = await sharedServer();

describe("without APP_URL our origin is the requested address", () => {
  const post = (path: string, headers: Record<string, string>) =>
    server.ask({ method: "POST", path, headers: { ...FORM, ...headers }, body });
  const REFUSAL = "This request came from another site and was refused.";

  test.each(Object.keys(foreignHeaders("")))(
    "forms and calls are refused, with a cookie and without, but for a bearer alone: %s",
    async (name) => {
      const headers = foreignHeaders(server.url)[name]!;
      const form = await post("/login", headers);
      expect([form.status, form.body]).toEqual([403, REFUSAL]);
      const call = await post("/api/v1/users/login", { ...headers, Cookie: "paddock_session=x" });
      expect([call.status, JSON.parse(call.body)]).toMatchObject([403, { status: "fail", message: REFUSAL }]);
      expect((await post("/api/v1/users/login", headers)).status).toBe(403);
      const bearer = { ...headers, Authorization: "Bearer unknown" };
      expect((await post("/api/v1/users/login", bearer)).status).toBe(401);
    },
  );

  test("our own pages and clients without an origin are let in", async () => {
    for (const headers of headersOf(server.url)) {
      expect((await post("/login", headers)).status, JSON.stringify(headers)).toBe(400);
      const call = await post("/api/v1/users/login", { ...headers, Cookie: "paddock_session=x" });
      expect(call.status, JSON.stringify(headers)).toBe(401);
    }
  });

  test.each(["", "!", "null", "Basic YTpi", FOREIGN])("a read with the origin %j is a read", async (origin) => {
    for (const path of ["/about-us", "/about-us.data", "/verify-email.data", "/API/v1/garages", "/api/v1/garages"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status } = await server.ask({ method, path, headers: { Origin: origin } });
        expect([path, method, status < 500]).toEqual([path, method, true]);
      }
    }
  });

  test("a write as a GET of another site changes nothing", async () => {
    const answer = await server.ask({ path: "/logout", headers: { "Sec-Fetch-Site": "cross-site" } });
    expect([302, 303, 404, 405]).toContain(answer.status);
  });
});

const published = await sharedServer({ env: { APP_URL: "https://paddock.example" } });

describe("with APP_URL our origin is that, for any Host", () => {
  test("writes from the public address are let in, all others refused", async () => {
    const send = (origin: string) =>
      published.ask({ method: "POST", path: "/login", headers: { ...FORM, Origin: origin }, body });
    expect((await send("https://paddock.example")).status).toBe(400);
    expect([(await send("http://paddock.example")).status, (await send(published.url)).status]).toEqual([403, 403]);
  });

  test("https is redirected to and required", async () => {
    const { headers } = await published.ask({ path: "/about-us" });
    expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
    expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  });

  test("no cookie can be set by anybody but this very host", async () => {
    const email = "host.prefix@example.com";
    const browser = published.visitor();
    const post = (path: string, body: Record<string, string>) =>
      browser.fetch(path, { method: "POST", headers: { Accept: "text/html" }, body: new URLSearchParams(body) });
    const lines = (await post("/signup", signUpFields(email))).headers.getSetCookie();
    const verified = await post(await published.mailedPath(email, /verify-email/), {});
    expect([verified.status, verified.headers.get("location")]).toEqual([302, "/onboarding"]);
    lines.push(...verified.headers.getSetCookie());
    const response = await post("/onboarding", { garageName: "The Nest", location: "Nantes, France", about: "" });
    lines.push(...response.headers.getSetCookie());
    const names = ["device", "session", "sign_up", "toast", "welcome"].map((name) => `__Host-paddock_${name}`);
    expect([...new Set(lines.map((line) => line.split("=")[0]))].sort()).toEqual(names);
    for (const line of lines) expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    const greeted = await browser.fetch(response.headers.get("location")!, { headers: { Accept: "text/html" } });
    const page = await greeted.text();
    for (const text of ["Your garage has been created!", "Welcome to your garage"]) expect(page).toContain(text);
    const aboutPage = await (await browser.fetch("/about-us", { headers: { Accept: "text/html" } })).text();
    for (const name of names) expect(aboutPage).toContain(`>${name.replace("__Host-", "")}<`);
    expect(aboutPage.replaceAll("<!-- -->", "")).toContain(
      "It keeps you logged in. Your browser keeps it for 90 days.",
    );
    const { components } = (await browser.api("GET", "/openapi.json")).json;
    expect(components.securitySchemes.cookie.name).toBe("__Host-paddock_session");
    expect((await browser.fetch("/api/v1/users/me")).status).toBe(200);
  });
});
