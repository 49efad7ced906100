import { signUpAdmin } from "../support/admins";
import { GOOD_EVENT } from "../support/good-event";
import { expect, test } from "./fixtures";

test("the calendar is accessible", async ({ page, site, expectAccessible }) => {
  test.setTimeout(240_000);
  const admin = await signUpAdmin(site, "Axel Admin");
  const ids: string[] = [];
  for (const given of [
    {},
    { title: "Long exhibit", endDate: "2031-06-20" },
    { title: "Refused" },
    { title: "Waits" },
  ]) {
    const { json } = await admin.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...given });
    ids.push(json.data.doc._id);
  }
  for (const id of ids.slice(0, 2)) await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
  await admin.browser.api("PATCH", `/events/admin/${ids[2]}/reject`, { reason: "Why not" });
  for (const path of ["/events", "/events?past=1", "/events?title=zzz", "/events?from=x", `/events/${ids[0]}`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  const cookies = [...admin.browser.cookies].map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(cookies);
  for (const path of [
    "/events",
    "/events?view=month&month=2031-05",
    "/events/submit",
    "/events/mine",
    `/events/${ids[2]}`,
    `/events/${ids[2]}/edit`,
    `/events/${ids[2]}/place`,
    "/admin",
    "/admin/events",
    `/admin/events/${ids[3]}/approve`,
    `/admin/events/${ids[3]}/reject`,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto("/admin/events");
  await page.getByRole("link", { name: "Reject Waits" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
