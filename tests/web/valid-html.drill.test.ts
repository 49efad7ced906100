import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cast, fill } from "../e2e/cast";
import { visitsTo } from "../e2e/every-page";
import { cookiesOf, sampleSite } from "../e2e/sample-site";
import { installedProgram, neededPackage } from "../programs.mjs";
import { PAGES, pagesOf, VIEWER_KINDS, type ViewerKind } from "../support/addresses";
import { browserLike } from "../support/browser-like";

// The Nu checker (https://validator.github.io/validator/) checks every kind of page as each kind of user.

const WRONG = {
  ...{ name: "", make: "", model: "", title: "", text: "", year: "x", date: "1700-01-01" },
  ...{ startDate: "2031-05-02T10:00", endDate: "2031-05-01T10:00" },
};

const REFUSED: Partial<Record<ViewerKind, string[]>> = {
  visitor: ["signup", "login", "report"],
  member: [
    ...["garages/:garageId/edit", "vehicles/new", "vehicles/:vehicleId/edit", "vehicles/:vehicleId/build/new"],
    ...["build/:entryId/edit", "events/submit", "events/:eventId/edit"],
  ],
};

let site: Awaited<ReturnType<typeof sampleSite>>;
let cast: Cast;
let cookieFor: ReturnType<typeof cookiesOf>;
const folder = mkdtempSync(path.join(tmpdir(), "paddock-html-"));

beforeAll(async () => {
  site = await sampleSite();
  cast = await fill(site.site);
  cookieFor = cookiesOf(site.site, cast);
}, 600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.end();
});

type Message = { type: "error" | "info" | "non-document-error"; url: string; message: string; extract?: string };

/** Without those about CSS newer than the checker. */
async function errorsIn(pages: Map<string, string>): Promise<string[]> {
  const java = installedProgram(["java"]);
  if (!java) throw new Error("There is no Java, and none could be installed.");
  const jar = path.join(neededPackage("vnu-jar", "26.9.27"), "build/dist/vnu.jar");
  const names = [...pages.keys()];
  for (const [index, name] of names.entries()) writeFileSync(path.join(folder, `${index}.html`), pages.get(name)!);
  const args = ["-Xss1m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", folder];
  const { stdout } = await promisify(execFile)(java, args, { maxBuffer: 2 ** 28 });
  const messages = (JSON.parse(stdout) as { messages: Message[] }).messages;
  return messages
    .filter(({ type, message }) => type !== "info" && !message.startsWith("CSS: "))
    .map(({ url, message, extract }) => {
      const name = names[Number(path.basename(url, ".html"))] ?? url;
      return `${name}: ${message} ${extract?.replace(/\s+/g, " ") ?? ""}`;
    });
}

test("the checker finds what is wrong, so that its silence means something", async () => {
  const page = (body: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>Page</title></head><body>${body}</body></html>`;
  const pages = new Map([
    ["good", page("<p>Fine.</p>")],
    ["bad", page('<script type="later" async>1</script><select required><option value="a">A</option></select>')],
  ]);
  const errors = await errorsIn(pages);
  expect(errors.filter((error) => error.startsWith("good"))).toEqual([]);
  expect(errors.length).toBeGreaterThan(1);
});

test("every kind of page is valid, rendered and cached, and so are forms with messages", async () => {
  const pages = new Map<string, string>();
  for (const viewer of VIEWER_KINDS) {
    for (const kind of pagesOf(viewer)) {
      const { as } = kind.facts;
      const browser = browserLike(site.site);
      const headers = { Cookie: await cookieFor(as ?? viewer) };
      for (const address of visitsTo(kind, cast, viewer)) {
        const { body, headers: responseHeaders } = await browser.get(address, headers);
        const isPage = responseHeaders.get("content-type")?.startsWith("text/html");
        if (isPage) pages.set(`${viewer} ${address}`, body);
        // The second page is cached, with inlined styles.
        if (isPage && viewer === "visitor" && !as)
          pages.set(`visitor ${address}, kept`, (await browser.get(address)).body);
      }
    }
    for (const route of REFUSED[viewer] ?? []) {
      const address = visitsTo(PAGES.find((kind) => kind.route === route)!, cast, viewer)[0]!;
      const browser = browserLike(site.site);
      const [name, value] = (await cookieFor(viewer)).split("=");
      if (name && value) browser.cookies.set(name, value);
      const { status, body } = await browser.submit(address, WRONG);
      expect([address, status]).toEqual([address, 400]);
      pages.set(`${viewer} ${address}, refused`, body);
    }
  }
  expect(pages.size).toBeGreaterThan(100);
  console.log(`${pages.size} pages`);
  expect(await errorsIn(pages)).toEqual([]);
});
