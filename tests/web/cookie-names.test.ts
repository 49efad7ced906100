import { expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer({ env: { APP_URL: "https://paddock.example" } });

test("with an https address no cookie can be set by anybody but this very host", async () => {
  const email = "host.prefix@example.com";
  const browser = browserLike(server());
  const fields = { name: "Hanna Host", email, password: PASSWORD, passwordConfirm: PASSWORD };
  const post = (path: string, body: Record<string, string>) =>
    browser.fetch(path, { method: "POST", headers: { Accept: "text/html" }, body: new URLSearchParams(body) });
  const lines = (await post("/signup", fields)).headers.getSetCookie();
  const mail = await readMail(server(), email);
  const verified = await post(new URL(mail.links[0]!).pathname, {});
  expect([verified.status, verified.headers.get("location")]).toEqual([302, "/onboarding"]);
  lines.push(...verified.headers.getSetCookie());
  const opened = await post("/onboarding", { garageName: "The Nest", location: "Nantes, France", about: "" });
  lines.push(...opened.headers.getSetCookie());
  const names = ["device", "session", "sign_up", "toast", "welcome"].map((name) => `__Host-paddock_${name}`);
  expect([...new Set(lines.map((line) => line.split("=")[0]))].sort()).toEqual(names);
  for (const line of lines) expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
  const greeted = await browser.fetch(opened.headers.get("location")!, { headers: { Accept: "text/html" } });
  const page = await greeted.text();
  expect(page).toContain("Your garage has been created!");
  expect(page).toContain("Welcome to your garage");
  const { components } = (await browser.api("GET", "/openapi.json")).json;
  expect(components.securitySchemes.cookie.name).toBe("__Host-paddock_session");
  expect((await browser.fetch("/api/v1/users/me")).status).toBe(200);
});
