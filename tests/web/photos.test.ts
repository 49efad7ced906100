import { beforeEach, describe, expect, test } from "vitest";
import type { PageResponse } from "../support/browser-like";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();
let path = "";
let serial = 0;

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });

type Row = { id: number; photo: string; caption: string; position: number };

const vehicleId = () => path.split("/").at(-1)!;
const gallery = () =>
  server.rows(
    "SELECT id, photo, caption, position FROM photos WHERE vehicle_id = ? ORDER BY position",
    vehicleId(),
  ) as Row[];
const cover = () => server.value("SELECT cover_photo FROM vehicles WHERE id = ?", vehicleId());
const notices = async (answer: PageResponse) => (await owner.browser.follow(answer)).page.notices;

const owner = await server.signUpWithGarage("Photo Owner");

beforeEach(async () => {
  const photos = await Promise.all([50, 60, 70].map((width) => jpeg(`${width}.jpg`, width)));
  const fields = { make: "Saab", model: "96", year: "1972", description: `Number ${serial++}` };
  path = (await owner.browser.submit("/vehicles/new", fields, { photos })).location;
});

describe("adding photos on the vehicle page", () => {
  test("appends them", async () => {
    const answer = await owner.browser.submit(path, {}, { photos: [await jpeg("a.jpg", 40), await jpeg("b.jpg", 45)] });
    expect(answer.location).toMatch(new RegExp(`^${path}#photo-\\d+$`));
    expect(await notices(answer)).toContain("2 photos added.");
    expect(gallery().map((row) => row.position)).toEqual([1, 2, 3, 4, 5]);
  });

  test("a file past its limit is named", async () => {
    const huge = { name: "huge.jpg", bytes: Buffer.alloc(22 * 1024 * 1024) };
    const answer = await owner.browser.submit(path, {}, { photos: [huge] });
    expect(answer.status).toBe(413);
    expect(answer.page.fieldError("photos")).toContain("“huge.jpg” is larger than 20 MB.");
  });
});

describe("the owner's forms", () => {
  test("make cover", async () => {
    const [, second] = gallery();
    const fields = { intent: "cover", photoId: second!.id, photoFilename: second!.photo };
    expect(await notices(await owner.browser.submit(path, fields))).toContain("Cover photo updated!");
    expect(cover()).toBe(second!.photo);
  });

  test("a photo is captioned on its own page", async () => {
    const [a] = gallery().map((row) => row.id);
    const page = `${path}/photos/${a}`;
    const response = await owner.browser.submit(page, { intent: "caption", photoId: a!, caption: "On ice" });
    expect(await notices(response)).toContain("Caption saved.");
    expect(gallery()[0]?.caption).toBe("On ice");
  });

  test("a photo is deleted in two steps", async () => {
    const [first] = gallery();
    const step = `${path}/photos/${first!.id}/delete`;
    const { page } = await owner.browser.get(step);
    expect(page.heading).toBe("Delete this photo?");
    expect(page.attribute("main form img", "src")).toContain(first!.photo);
    const deleted = await owner.browser.submit(step);
    expect(deleted.location).toBe(path);
    expect(await notices(deleted)).toContain("Photo deleted successfully!");
    expect(gallery().map(({ id }) => id)).not.toContain(first!.id);
  });
});

describe("the page that manages all photos", () => {
  const page = () => `${path}/photos`;
  const send = (fields: Record<string, string | number>) =>
    owner.browser.submit(page(), { intent: "gallery", ...fields });
  const ids = () => gallery().map((row) => row.id) as [number, number, number];

  test("is one form: captions, places and the cover are saved together", async () => {
    const [a, b, c] = ids();
    const form = (await owner.browser.get(page())).page;
    expect(form.heading).toBe("Edit photos");
    expect(form.fields).toEqual(
      expect.arrayContaining(["cover", ...[a, b, c].flatMap((id) => [`caption-${id}`, `place-${id}`])]),
    );
    // All belong to one form.
    expect(new Set(form.attributes("main ol input, main ol button", "form"))).toEqual(new Set(["all-photos"]));
    const saveResponse = await send({
      [`caption-${a}`]: " On   ice ",
      [`caption-${b}`]: "At dawn",
      [`place-${a}`]: 1,
      [`place-${b}`]: 2,
      [`place-${c}`]: 1,
      cover: b,
    });
    expect(saveResponse.location).toBe(page());
    expect(await notices(saveResponse)).toContain("Photos saved.");
    expect(gallery().map(({ id, caption, position }) => [id, caption, position])).toEqual([
      [c, "", 1],
      [a, "On ice", 2],
      [b, "At dawn", 3],
    ]);
    expect(cover()).toBe(gallery()[2]!.photo);
  });

  test("moving applies at once and keeps unsaved text", async () => {
    const [a, b, c] = ids();
    const values = {
      [`caption-${a}`]: "Half a sen",
      [`caption-${b}`]: "",
      [`place-${a}`]: 1,
      [`place-${c}`]: 3,
      cover: b,
    };
    const moveResponse = await send({ ...values, move: `${c}:earlier` });
    expect([moveResponse.status, ids(), gallery().map((row) => row.caption)]).toEqual([200, [a, c, b], ["", "", ""]]);
    expect(moveResponse.page.value(`caption-${a}`)).toBe("Half a sen");
    expect([moveResponse.page.value(`place-${c}`), moveResponse.page.value(`place-${b}`)]).toEqual(["2", "3"]);
    expect(moveResponse.page.attribute("[name=cover][checked]", "value")).toBe(String(b));
    expect(moveResponse.page.notices).toContain("Photo moved. Your other changes are not saved yet.");
    for (const way of [":up", ":", ""]) {
      const answer = await send({ ...values, move: `${c}${way}` });
      expect([answer.status, answer.page.alerts.length, ids()], way).toEqual([400, 1, [a, c, b]]);
    }
    expect((await send({ move: `${a}:later` })).page.notices).toContain("Photo moved.");
    expect(ids()).toEqual([c, a, b]);
  });

  test("a photo deleted meanwhile costs no text", async () => {
    const [a, , c] = ids();
    await owner.browser.submit(`${page()}/${c}/delete`);
    const buttons: Record<string, string | number>[] = [{ move: `${c}:earlier` }, { turn: c }];
    for (const button of buttons) {
      const answer = await send({ [`caption-${a}`]: "Typed", ...button });
      expect([answer.status, answer.page.alerts]).toEqual([404, ["This photo is no longer available."]]);
      expect(answer.page.value(`caption-${a}`)).toBe("Typed");
    }
  });

  test("deleting from here saves typed text, requires a confirmation, and returns here", async () => {
    const [a, b, c] = ids();
    const { page: list } = await owner.browser.get(page());
    expect(list.attributes("main ol [name=delete]", "value")).toEqual([a, b, c].map(String));
    const response = await send({ [`caption-${b}`]: "Typed", [`place-${c}`]: 1, delete: a });
    expect(response.location).toBe(`${page()}/${a}/delete?back=photos`);
    const step = await owner.browser.follow(response);
    expect([step.page.heading, step.page.notices]).toEqual(["Delete this photo?", ["Your other changes are saved."]]);
    expect([step.page.value("back"), step.page.link("Keep it")]).toEqual(["photos", `${page()}#photo-${a}`]);
    expect(gallery().map(({ id, caption }) => [id, caption])).toEqual([
      [c, ""],
      [a, ""],
      [b, "Typed"],
    ]);
    const refusalResponse = await send({ [`caption-${b}`]: "x".repeat(301), delete: a });
    expect([refusalResponse.status, refusalResponse.page.value(`caption-${b}`)?.length]).toEqual([400, 301]);
    expect((await send({ [`caption-${b}`]: "More", delete: 999_999 })).status).toBe(404);
    expect(gallery()).toHaveLength(3);
    expect((await owner.browser.submit(`${page()}/${a}/delete`, { back: "photos" })).location).toBe(page());
  });
});

test("the page of a gallery of many shows nine, the last of which leads to all of them", async () => {
  const insert = server.database.prepare(
    "INSERT INTO photos (vehicle_id, photo, caption, position, created_at) VALUES (?, ?, ?, ?, 0)",
  );
  for (let index = 4; index <= 21; index++) insert.run(vehicleId(), gallery()[0]!.photo, `Number ${index}`, index);
  const visitor = server.visitor();
  const vehicle = (await visitor.get(path)).page;
  expect(vehicle.root.querySelectorAll(".lead-photos li img")).toHaveLength(9);
  expect(vehicle.texts(".lead-photos .photo-tag").at(-1)).toBe("9/21");
  expect(vehicle.link("All 21 photos")).toBe(`${path}/photos/all`);
  const ownView = (await owner.browser.get(path)).page;
  expect(ownView.root.querySelectorAll("section[aria-labelledby=gallery] li img")).toHaveLength(9);
  expect(ownView.link("+13 more: all 21 photos")).toBe(`${path}/photos/all`);
  // An old link to a later photo.
  const last = gallery().at(-1)!.id;
  expect(ownView.root.querySelector(`section[aria-labelledby=gallery] #photo-${last}`)).not.toBeNull();
  const all = await visitor.get(`${path}/photos/all`);
  expect([all.status, all.page.heading, all.page.link("Back to 1972 Saab 96")]).toEqual([200, "All photos", path]);
  for (const { id } of gallery()) expect(all.page.links).toContain(`${path}/photos/${id}`);
  expect(all.page.text("main")).toContain("Number 21");
  expect(all.page.links).not.toContain(`${path}/photos`);
  expect((await owner.browser.get(`${path}/photos/all`)).page.link("Edit photos")).toBe(`${path}/photos`);
});

test("the owner's options are folded behind one word at each picture; visitors have none", async () => {
  const { page } = await owner.browser.get(path);
  const folded = page.root.querySelectorAll("section[aria-labelledby=gallery] li details:not([open])");
  expect(folded).toHaveLength(3);
  expect(folded[1]!.querySelector("summary")?.text).toContain("Photo options");
  expect(folded[1]!.text).toContain("Make Cover");
  expect(folded[1]!.querySelector("a[href$=delete]")).not.toBeNull();
  expect(page.link("Edit photos")).toBe(`${path}/photos`);
  expect((await server.visitor().get(path)).body).not.toMatch(/Photo options|Edit photos/);
});
