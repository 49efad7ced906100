import type { Locator, Page } from "@playwright/test";
import { turnOnSecondStep } from "../../support/authenticator";
import { launchServer } from "../../support/launch";
import { siteAt, type TestSite } from "../../support/site";
import { test as base, become, expect, expectAccessible, expectFits } from "../fixtures";

/** Passkeys belong to a name, not to 127.0.0.1. */
const test = base.extend<object, { site: TestSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = siteAt(await launchServer({ HOST: "localhost" }));
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

async function attachAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    /** Of a copy made earlier. */
    async setBack(signCount: number) {
      const { credentials } = await client.send("WebAuthn.getCredentials", { authenticatorId });
      for (const credential of credentials) {
        const { credentialId } = credential;
        await client.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
        await client.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount } });
      }
      return credentials.length;
    },
    /** While off, nobody touches it: a browser's suggestion is never chosen. */
    touch: (enabled: boolean) =>
      client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }).then(() => {}),
  };
}

async function openLogin(page: Page, touch: (enabled: boolean) => Promise<void>) {
  await page.context().clearCookies();
  await touch(false);
  await page.goto("/login?returnTo=/garages");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
}

/** The press ends the suggestion, which a touch would choose. */
async function pressPasskey(scope: Page | Locator, touch: (enabled: boolean) => Promise<void>) {
  await scope.getByRole("button", { name: "Use a passkey" }).click();
  await touch(true);
}

test("a passkey: added, named, in with it without a code, refused once its counter goes back, removed", async ({
  page,
  site,
}) => {
  const member = await site.signUp("Pia Passkey");
  await turnOnSecondStep(member.browser);
  const { setBack, touch } = await attachAuthenticator(page);
  await become(page, member);
  const main = page.locator("main");
  await page.goto("/settings/security");
  await main.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.").first()).toBeVisible();
  await expect(main.getByText("Chrome on Linux", { exact: true }).first()).toBeVisible();
  await main.getByText("Rename or remove").click();
  await expectAccessible(page);
  await main.getByLabel("Name").fill("My laptop");
  await main.getByRole("button", { name: "Rename" }).click();
  await expect(main.getByText("My laptop", { exact: true }).first()).toBeVisible();
  await main.getByRole("button", { name: "Add a passkey" }).click();
  await expect(main.getByText("already has a passkey")).toBeVisible();
  expect(await setBack(5)).toBe(1);

  await openLogin(page, touch);
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await expectAccessible(page);
  await pressPasskey(page, touch);
  await expect(page.getByText("Login successful!").first()).toBeVisible();
  await expect(page).toHaveURL(/\/garages$/);

  await setBack(1);
  await openLogin(page, touch);
  await pressPasskey(page, touch);
  await expect(page.getByText("Someone may have copied this passkey")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);

  await become(page, member);
  await page.goto("/settings/security");
  await expectFits(page);
  await main.getByText("Rename or remove").click();
  site.ageLogins(member);
  await main.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Please enter your password again.");
  await main.getByLabel("Your password").first().fill(member.password);
  await main.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Passkey removed.").first()).toBeVisible();
  expect(site.value("SELECT count(*) FROM passkeys")).toBe(0);

  await openLogin(page, touch);
  await pressPasskey(page, touch);
  await expect(page.getByText("That passkey did not work.")).toBeVisible();
});

test("in from the dialog, and from the suggestions of the address field", async ({ page, site }) => {
  const member = await site.signUp("Dora Dialog");
  const { touch } = await attachAuthenticator(page);
  await become(page, member);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.").first()).toBeVisible();
  await page.context().clearCookies();
  await touch(false);
  await page.goto("/garages");
  await page.getByRole("navigation").getByRole("link", { name: "Log in" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await pressPasskey(page.getByRole("dialog"), touch);
  await expect(page.getByText("Login successful!").first()).toBeVisible();

  // Now the virtual authenticator chooses the suggestion itself.
  await page.context().clearCookies();
  await page.goto("/login?returnTo=/garages");
  await expect(page.getByText("Login successful!").first()).toBeVisible();
});
