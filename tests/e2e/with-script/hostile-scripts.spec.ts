import { drillScripts } from "../../hostile/script-drill";
import { type Sighting, watchedPage } from "../../hostile/script-watch";
import { SECRET } from "../../permissions/send";
import { launchServer } from "../../support/launch";
import { expect, test } from "../fixtures";

/** `npm run test:hostile -- scripts` takes 200 payloads. */
test("payloads in every text run on no page", async ({ browser }) => {
  test.setTimeout(120_000);
  const server = await launchServer({ SESSION_SECRET: SECRET, IMAGE_HOSTS: "https://photos.example.com" });
  const found = await drillScripts(server, browser, { payloads: 8, each: 8, browsers: 2, thin: 6 });
  await server.stop();
  expect(found.sightings).toEqual([]);
  expect(found.looks).toBeGreaterThan(45);
  expect(found.cached).toBeGreaterThan(8);
});

test("what runs, is asked for or stopped is seen", async ({ browser, site }) => {
  const seen: Sighting[] = [];
  const { context, page, inspect } = await watchedPage(browser, site.url, (sighting) => seen.push(sighting));
  const show = async (html: string, policy: string) => {
    await page.route("**/hostile", (route) =>
      route.fulfill({ body: html, contentType: "text/html", headers: { "Content-Security-Policy": policy } }),
    );
    await inspect(await page.goto(`${site.url}/hostile`));
    await page.unroute("**/hostile");
    return seen.splice(0).map(({ kind }) => kind);
  };
  const open = "script-src 'unsafe-inline'; img-src *";
  expect(await show("<p>nothing</p>", open)).toEqual([]);
  expect(await show("<script>__xss(1)</script>", open)).toEqual(["execution", "inline script"]);
  expect(await show("<script>alert(1)</script>", open)).toEqual(["execution", "inline script"]);
  expect(await show("<img src=x onerror=__xss(1)>", open)).toEqual(expect.arrayContaining(["execution", "other"]));
  expect(await show("<img src=https://canary.example/1>", open)).toEqual(["execution"]);
  expect(await show("<script>1</script>", "script-src 'nonce-a'")).toEqual(["violation", "inline script"]);
  expect(await show('<script nonce="a">1</script>', "script-src 'nonce-a'")).toEqual([]);
  expect(await show("<a href=' java\nscript:1'>x</a>", open)).toEqual(["other"]);
  expect(await show("<iframe srcdoc=x></iframe>", open)).toContain("other");
  await context.close();
});
