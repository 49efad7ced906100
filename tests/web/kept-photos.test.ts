import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { PageResponse, SentFile } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { htmlAsJpeg, photograph, truncated } from "../support/images";
import { addVehicle, type Owner } from "../support/members";
import { sharedServer } from "../support/server";

const GONE = "One of the photos is no longer available. Please choose it again.";
const NO_YEAR = { make: "Saab", model: "96", year: "" };
const SAAB = { ...NO_YEAR, year: "1972" };

const server = await sharedServer();
let owner: Owner;

beforeEach(async () => {
  owner = await server.signUpWithGarage("Kate Kept");
});

const photo = async (width: number): Promise<SentFile> => ({
  name: `${width}.jpg`,
  bytes: await photograph({ width, height: 60 }),
});
const photos = (...widths: number[]) => Promise.all(widths.map(photo));

const field = "#field-photos-kept";
const keptIds = ({ page }: PageResponse) => page.attributes("main input[name=uploads][checked]", "value");
const keptNames = ({ page }: PageResponse) =>
  page.texts("main [id$=-kept] + ul label").map((text) => text.replace(/ \(.*/, ""));
/** As a browser sends ticked boxes. */
const ticked = (page: PageResponse) => ({ uploads: keptIds(page).join(",") });

const widthsOf = (sql: string, id: string | number) =>
  (server.values(sql, id) as string[]).map((name) => Number(/_(\d+)x/.exec(name)?.[1]));
const widthsOfVehicle = ({ location }: PageResponse) =>
  widthsOf(
    "SELECT photo FROM photos WHERE vehicle_id = ? AND entry_id IS NULL ORDER BY position",
    /\d+/.exec(location)![0],
  );
const countOf = (user: Owner) => Number(server.value("SELECT count(*) FROM uploads WHERE user_id = ?", user.id));
const filesOnDisk = () => {
  const folder = path.join(server.uploadsDir, ".resumable");
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe("the photos of a refusal form without script", () => {
  test("are kept in order, and become the photos of the next attempt", async () => {
    const { browser } = owner;
    const refusal = await browser.submit("/vehicles/new", NO_YEAR, { photos: await photos(90, 110, 100) });
    expect([refusal.status, refusal.page.fieldError("photos")]).toEqual([400, ""]);
    expect(refusal.page.text(field)).toMatch(/^3 photos kept\b/);
    expect(keptNames(refusal)).toEqual(["90.jpg", "110.jpg", "100.jpg"]);
    const ids = keptIds(refusal);
    expect(filesOnDisk()).toEqual(expect.arrayContaining(ids));
    const again = await browser.submit("/vehicles/new", { ...NO_YEAR, ...ticked(refusal) }, { photos: [] });
    expect([again.status, keptIds(again)]).toEqual([400, ids]);
    const saved = await browser.submit("/vehicles/new", { ...SAAB, ...ticked(again) }, { photos: await photos(120) });
    expect([saved.status, widthsOfVehicle(saved)]).toEqual([302, [90, 110, 100, 120]]);
    expect([countOf(owner), filesOnDisk().filter((id) => ids.includes(id))]).toEqual([0, []]);
  });

  test("may be left out; ticked boxes are one list", async () => {
    const { browser } = owner;
    const refusal = await browser.submit("/vehicles/new", NO_YEAR, { photos: await photos(90, 110, 100) });
    const [first, , last] = keptIds(refusal);
    const form = new FormData();
    for (const [name, value] of Object.entries(SAAB)) form.append(name, value);
    for (const id of [first!, last!]) form.append("uploads", id);
    const headers = { Accept: "text/html", Origin: browser.url, "Sec-Fetch-Site": "same-origin" };
    const saved = await browser.fetch("/vehicles/new", { method: "POST", headers, body: form });
    const vehicle = { location: saved.headers.get("location") } as PageResponse;
    expect([saved.status, widthsOfVehicle(vehicle)]).toEqual([302, [90, 100]]);
  });

  test("another member's, and unknown ones, are refused and not listed", async () => {
    const refusal = await owner.browser.submit("/vehicles/new", NO_YEAR, { photos: await photos(90) });
    expect(refusal.page.text(field)).toMatch(/^1 photo kept\b/);
    const otherOwner = await server.signUpWithGarage("Otto Other");
    for (const uploads of [...keptIds(refusal), "0".repeat(32)]) {
      for (const fields of [SAAB, NO_YEAR]) {
        const stolen = await otherOwner.browser.submit(
          "/vehicles/new",
          { ...fields, uploads },
          { photos: await photos(80) },
        );
        expect([stolen.status, stolen.page.fieldError("photos"), keptNames(stolen)]).toEqual([400, GONE, ["80.jpg"]]);
      }
    }
    const saved = await owner.browser.submit("/vehicles/new", { ...SAAB, ...ticked(refusal) });
    expect(widthsOfVehicle(saved)).toEqual([90]);
  });

  test("without those that are no images: they are named", async () => {
    const { browser } = owner;
    const bad = { name: "page.jpg", bytes: htmlAsJpeg() };
    const cut = { name: "cut.jpg", bytes: truncated(await photograph({ width: 200, height: 150 })) };
    const [good, better] = await photos(90, 100);
    const message = "“page.jpg” is not an image we accept.";
    for (const fields of [NO_YEAR, SAAB]) {
      const refusal = await browser.submit("/vehicles/new", fields, { photos: [good!, bad, better!] });
      expect([refusal.status, keptNames(refusal)]).toEqual([400, ["90.jpg", "100.jpg"]]);
      expect(refusal.page.fieldError("photos")).toContain(message);
    }
    const refusal = await browser.submit("/vehicles/new", SAAB, { photos: [good!, cut] });
    expect([refusal.page.fieldError("photos"), keptNames(refusal)]).toEqual([
      "“cut.jpg” is damaged and cannot be read. Please choose another file.",
      ["90.jpg"],
    ]);
    const early = await browser.submit("/vehicles/new", NO_YEAR, { photos: [good!, cut] });
    const late = await browser.submit("/vehicles/new", { ...SAAB, ...ticked(early) });
    expect([late.status, keptNames(late)]).toEqual([400, ["90.jpg"]]);
    expect((await browser.submit("/vehicles/new", { ...SAAB, ...ticked(late) })).status).toBe(302);
  });

  test("count with newly chosen ones, at most five", async () => {
    const { browser } = owner;
    const refusal = await browser.submit("/vehicles/new", NO_YEAR, { photos: await photos(90, 91, 92) });
    const more = await browser.submit(
      "/vehicles/new",
      { ...SAAB, ...ticked(refusal) },
      { photos: await photos(93, 94, 95) },
    );
    expect(more.page.fieldError("photos")).toBe("Please select at most 5 photos at a time.");
    expect(keptNames(more)).toEqual(["90.jpg", "91.jpg", "92.jpg", "93.jpg", "94.jpg"]);
    const id = await addVehicle(owner);
    server.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)
       INSERT INTO photos (vehicle_id, photo, position, created_at) SELECT ?, 'https://example.com/a.jpg', i, 1 FROM n`,
      id,
    );
    const page = `/vehicles/${id}/photos`;
    const full = await browser.submit(page, {}, { photos: await photos(90, 91, 92) });
    expect([full.page.fieldError("photos"), full.page.text(field)]).toEqual([
      "A vehicle can have at most 100 photos. There is room for 2 more.",
      expect.stringMatching(/^3 photos kept\b/),
    ]);
    const two = await browser.submit(page, { uploads: keptIds(full).slice(1).join(",") }, { photos: [] });
    expect([two.status, widthsOfVehicle({ location: page } as PageResponse).slice(-2)]).toEqual([302, [91, 92]]);
  });

  test("take up the member's storage", async () => {
    const id = await addVehicle(owner);
    server.run("INSERT INTO photos (vehicle_id, photo, bytes, position, created_at) VALUES (?, 'a', 1e12, 1, 1)", id);
    const full = await owner.browser.submit("/vehicles/new", NO_YEAR, { photos: await photos(90) });
    expect([full.status, keptIds(full), countOf(owner)]).toEqual([400, [], 0]);
    expect(full.page.fieldError("photos")).toMatch(/the limit for one member/);
  });

  test("are not kept for a visitor, a member without access, or a script, which still has them", async () => {
    const before = Number(server.value("SELECT count(*) FROM uploads"));
    const visitor = server.visitor();
    expect((await visitor.submit("/vehicles/new", NO_YEAR, { photos: await photos(90) })).status).toBe(302);
    const vehicle = await addVehicle(owner);
    const otherOwner = await server.signUpWithGarage("Otto Other");
    const path = `/vehicles/${vehicle}/photos`;
    expect((await otherOwner.browser.submit(path, {}, { photos: await photos(90) })).status).toBe(403);
    const body = new FormData();
    for (const [name, value] of Object.entries(NO_YEAR)) body.append(name, value);
    body.append("photos", new Blob([new Uint8Array((await photo(90)).bytes)]), "90.jpg");
    const headers = { Origin: otherOwner.browser.url, "Sec-Fetch-Site": "same-origin" };
    const scripted = await otherOwner.browser.fetch("/vehicles/new.data", { method: "POST", headers, body });
    expect([scripted.status, await scripted.text()]).toEqual([400, expect.not.stringContaining("kept")]);
    expect(Number(server.value("SELECT count(*) FROM uploads"))).toBe(before);
  });
});

describe("so do the otherOwner forms with photos", () => {
  test("a build log entry, and its button for another part", async () => {
    const { browser } = owner;
    const path = `/vehicles/${await addVehicle(owner)}/build/new`;
    const entry = { kind: "Work", title: "", text: "Waxed." };
    const refusal = await browser.submit(path, entry, { photos: await photos(90, 110) });
    expect([refusal.status, refusal.page.text(field)]).toEqual([400, expect.stringMatching(/^2 photos kept\b/)]);
    const bad = { name: "page.jpg", bytes: htmlAsJpeg() };
    const files = { photos: [...(await photos(100)), bad] };
    const more = await browser.submit(path, { ...entry, ...ticked(refusal), rows: 2 }, files);
    expect([more.status, keptNames(more)]).toEqual([200, ["90.jpg", "110.jpg", "100.jpg"]]);
    expect(more.page.notices.join(" ")).toContain("Nothing is saved yet. “page.jpg” is not an image we accept.");
    const saved = await browser.submit(path, { ...entry, title: "Wax", ...ticked(more) });
    const entryId = /\d+/.exec(saved.location)![0];
    expect(widthsOf("SELECT photo FROM photos WHERE entry_id = ? ORDER BY position", entryId)).toEqual([90, 110, 100]);
    const edit = `/build/${entryId}/edit`;
    const add = await browser.submit(edit, {}, { photos: [...(await photos(80)), bad] });
    expect([add.status, add.page.text(field)]).toEqual([400, expect.stringMatching(/^1 photo kept\b/)]);
    expect((await browser.submit(edit, ticked(add))).status).toBe(302);
    expect(widthsOf("SELECT photo FROM photos WHERE entry_id = ? ORDER BY position", entryId).at(-1)).toBe(80);
  });

  test("one picture: a new one replaces it", async () => {
    const { browser } = owner;
    const untitled = { ...GOOD_EVENT, title: "" };
    const refusal = await browser.submit("/events/submit", untitled, { photos: await photos(90) });
    expect([refusal.status, keptNames(refusal)]).toEqual([400, ["90.jpg"]]);
    const again = await browser.submit(
      "/events/submit",
      { ...untitled, ...ticked(refusal) },
      { photos: await photos(110) },
    );
    expect(keptNames(again)).toEqual(["110.jpg"]);
    const saved = await browser.submit(
      "/events/submit",
      { ...GOOD_EVENT, ...ticked(again) },
      { photos: await photos(120) },
    );
    const eventImages = "SELECT image FROM events WHERE user_id = ?";
    expect([saved.status, widthsOf(eventImages, owner.id)]).toEqual([302, [120]]);
    const id = server.value("SELECT id FROM events WHERE user_id = ?", owner.id);
    const edit = await browser.submit(`/events/${id}/edit`, untitled, { photos: await photos(70) });
    expect([edit.status, keptNames(edit)]).toEqual([400, ["70.jpg"]]);
  });

  test("profile pictures", async () => {
    const profile = { intent: "profile", name: "", bio: "", location: "" };
    const refusal = await owner.browser.submit("/settings", profile, { avatar: await photos(90) });
    expect([refusal.status, keptNames(refusal)]).toEqual([400, ["90.jpg"]]);
    const saved = await owner.browser.submit("/settings", { ...profile, name: "Kate", ...ticked(refusal) });
    expect([saved.status, countOf(owner)]).toEqual([302, 0]);
    const { browser } = await server.signUp("Nina New");
    const blank = await browser.submit("/onboarding", { garageName: "" }, { avatar: await photos(90) });
    expect([blank.status, keptNames(blank)]).toEqual([400, ["90.jpg"]]);
    const garage = { garageName: "The Shed", location: "York, England", ...ticked(blank) };
    expect((await browser.submit("/onboarding", garage)).status).toBe(302);
  });
});
