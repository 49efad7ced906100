import { signUpWithGarage } from "../support/members";
import { expect, test } from "./fixtures";

/** White space, and characters that nobody sees. */
const BLANKS = ["", "   ", "\n\t \n", "\u200d\u2800"];

test("a blank comment is not posted; the message stands at the field", async ({ page, site, scripted }) => {
  const { browser } = await signUpWithGarage(site, "Bea Brief");
  const added = await browser.submit("/vehicles/new", { make: "Fiat", model: "500", year: 1965 });
  const value = browser.cookies.get("paddock_session") ?? "";
  await page.context().addCookies([{ name: "paddock_session", value, url: site.url }]);
  await page.goto(added.location);
  const field = page.getByLabel("Your comment");
  // React has taken the form over.
  const isLive = () => field.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  if (scripted) await expect.poll(isLive).toBe(true);
  const post = page.getByRole("button", { name: "Post comment" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  for (const blank of BLANKS) {
    await field.fill(blank);
    await post.click();
    await expect(field).toHaveAccessibleDescription("Please write a comment.");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    if (scripted) {
      await expect(field).toBeFocused();
      await expect(page.getByRole("alert")).toHaveCount(0);
    } else {
      await expect(page.getByRole("alert")).toContainText("Please write a comment.");
    }
  }
  expect(sent).toHaveLength(scripted ? 0 : BLANKS.length);
  await field.fill("What a car.");
  await post.click();
  await expect(page.getByText("Comment posted!")).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "What a car." })).toBeVisible();
  expect(sent.length).toBe(scripted ? 1 : BLANKS.length + 1);
});
