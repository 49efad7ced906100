import { cookieName } from "../../support/browser-like";
import { PASSWORD } from "../../support/members";
import type { TestSite } from "../../support/site";
import { become, expect, expectAccessible, test } from "./people";

let serial = 0;

/** @returns address and mailed path */
async function signedUpElsewhere(site: TestSite) {
  const email = `verify.${process.pid}.${++serial}@example.com`;
  const browser = site.visitor();
  await browser.submit("/signup", { name: "Vera Link", email, password: PASSWORD, passwordConfirm: PASSWORD });
  const mail = await site.readMail(email, /verify-email/);
  const link = new URL(mail.links.find((address) => address.includes("/verify-email/")) ?? "");
  return { email, path: link.pathname, cookie: browser.cookies.get(cookieName(site.url, "sign_up")) ?? "" };
}

test("a link opened in another browser requires the password, which can be shown", async ({ page, site }) => {
  const { path } = await signedUpElsewhere(site);
  await page.goto(path);
  const password = page.locator("[name=password]");
  const width = (await password.boundingBox())?.width;
  const [show] = await page.getByRole("button", { name: "Show password" }).all();
  if (!show) throw new Error("there is no button");
  expect((await password.boundingBox())?.width).toBe(width);
  await password.fill("qwertyuiop");
  await page.locator("[name=passwordConfirm]").fill("qwertyuiop");
  await expect(password).toHaveAttribute("type", "password");
  await expect(show).toHaveAttribute("aria-pressed", "false");
  await show.press("Enter");
  await expect(password).toHaveAttribute("type", "text");
  const hide = page.getByRole("button", { name: "Hide password" });
  await expect(hide).toHaveAttribute("aria-pressed", "true");
  await expect(hide).toBeFocused();
  await expect(password).toHaveValue("qwertyuiop");
  await expectAccessible(page);
  await hide.click();
  await expect(password).toHaveAttribute("type", "password");

  await page.getByRole("button", { name: "Verify my address" }).click();
  await expect(page.getByRole("alert")).toContainText("This password is too easy to guess.");
  await password.fill("the reader's own");
  await page.locator("[name=passwordConfirm]").fill("the reader's own");
  await page.getByRole("button", { name: "Verify my address" }).click();
  await expect(page).toHaveURL("/onboarding");
  await expect(page.getByText("Account verified successfully! Welcome!")).toBeVisible();
});

test("with a logged-in user the link requires a press, even in the browser that signed up", async ({ page, site }) => {
  const { path, cookie } = await signedUpElsewhere(site);
  await become(page, await site.signUp("Ada Already"));
  await page.context().addCookies([{ name: cookieName(site.url, "sign_up"), value: cookie, url: site.url }]);
  await page.goto(path);
  await expect(page.getByText("You are logged in as Ada Already.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(path);
  await page.getByRole("button", { name: "Verify my address" }).click();
  await expect(page).toHaveURL("/onboarding");
});

test("every password's field has the button", async ({ page, site }) => {
  for (const [path, count] of [
    ["/login", 1],
    ["/signup", 2],
    ["/reset-password/unknown", 2],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(count);
  }
  await become(page, await site.signUp("Settled"));
  await page.goto("/settings");
  await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(3);
});
