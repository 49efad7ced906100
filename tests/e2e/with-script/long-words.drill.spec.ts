import { reflectedLooks, storedLooks } from "../../hostile/script-looks";
import { fillWithScript } from "../../hostile/script-world";
import { insertInto } from "../../permissions/insert";
import { cookieOf, SECRET } from "../../permissions/send";
import { World } from "../../permissions/world";
import { launchServer } from "../../support/launch";
import { expect, test } from "../fixtures";

const WORD = "Wm".repeat(30);

// What a page measures is the same without script.
test.use({ hydrated: false });

test("a word of sixty letters in every text makes no page wider than a phone", async ({ page }) => {
  test.setTimeout(240_000);
  const server = await launchServer({ SESSION_SECRET: SECRET });
  const { database, url } = server;
  // Two people, so that each has what the other wrote.
  const scribes = fillWithScript(database, [WORD, `${WORD}x`]);
  // These are chosen, never typed.
  database.exec("UPDATE build_entries SET unit = 'km', status = 'Planned', area = 'Engine'");
  const admin = new World({ insert: insertInto(database), passwordHash: "none", switchOff: () => 0 }, "admin");
  const looks = [
    ...storedLooks(scribes, admin.sessionToken ?? "", 1),
    ...reflectedLooks([WORD], admin.sessionToken ?? ""),
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  const wide: string[] = [];
  for (const { address, token } of looks.filter(({ address }) => !address.endsWith("feed.xml"))) {
    await page.context().clearCookies();
    if (token !== undefined) {
      const [name = "", value = ""] = (await cookieOf(token)).split("=");
      await page.context().addCookies([{ name, value, url }]);
    }
    await page.goto(url + address);
    const found = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      if (scrollWidth <= 390) return "";
      const over = [...document.querySelectorAll("body *")].filter(
        (element) => element.getBoundingClientRect().right > 391 && element.children.length === 0,
      );
      return `${scrollWidth}: ${over
        .slice(0, 3)
        .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}">`)
        .join(" ")}`;
    });
    if (found !== "") wide.push(`${address.slice(0, 60)} ${found}`);
  }
  await server.stop();
  expect(wide).toEqual([]);
});
