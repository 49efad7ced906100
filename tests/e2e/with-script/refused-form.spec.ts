import { hydrate } from "../../support/hydrate";
import { expect, test } from "./people";

test("a large form that was refused before script came is taken over with all that its fields hold", async ({
  page,
  cast,
  logIn,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on(
    "console",
    (line) => void (line.type() === "error" && !/ 400 /.test(line.text()) && faults.push(line.text())),
  );
  await logIn(page, cast.owner);
  await page.goto(`${cast.vehicle}/edit`);
  const story = `Found <in> a "barn" & kept.\n\n${"All of it came back. ".repeat(900)}`.trim();
  await page.getByLabel("Make").fill("M&M");
  await page.getByLabel("Story").fill(`${story}${"x".repeat(24_000 - story.length)}`);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  const told = page.waitForEvent("load");
  await page.locator("main form").evaluate((form: HTMLFormElement) => HTMLFormElement.prototype.submit.call(form));
  await told;
  // The page is too large to say it twice.
  const written = (await (await answer).text()).split("window.__remixContext")[1];
  expect(written).toContain("inFields");
  expect(written).not.toContain("came back");
  await hydrate(page);
  await expect(page.getByRole("alert")).toContainText("Story must be at most 20,000 characters.");
  await expect(page.getByLabel("Make")).toHaveValue("M&M");
  await expect(page.getByLabel("Story")).toHaveValue(/came back/);
  await page.getByLabel("Model").fill("Bean");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Make")).toHaveValue("M&M");
  await expect(page.getByLabel("Story")).toHaveValue(/^Found <in> a "barn" & kept\.\n\nAll of it/);
  expect(faults).toEqual([]);
});
