import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browserLike, type PageAnswer } from "../support/browser-like";
import { jpegWithExif, svg } from "../support/images";
import { type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let owner: Owner;
let path = "";

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });

interface Row {
  id: number;
  photo: string;
  caption: string;
  position: number;
}

const vehicleId = () => path.split("/").at(-1)!;
const gallery = () =>
  server()
    .database.prepare("SELECT id, photo, caption, position FROM photos WHERE vehicle_id = ? ORDER BY position")
    .all(vehicleId()) as Row[];
const cover = () =>
  (
    server().database.prepare("SELECT cover_photo FROM vehicles WHERE id = ?").get(vehicleId()) as {
      cover_photo: string;
    }
  ).cover_photo;
const notices = async (answer: PageAnswer) => (await owner.browser.follow(answer)).page.notices;

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Photo Owner");
});

beforeEach(async () => {
  const photos = await Promise.all([50, 60, 70].map((width) => jpeg(`${width}.jpg`, width)));
  const fields = { make: "Saab", model: "96", year: "1972" };
  path = (await owner.browser.submit("/vehicles/new", fields, { photos })).location;
});

describe("adding photos on the vehicle page", () => {
  test("appends them", async () => {
    const answer = await owner.browser.submit(path, {}, { photos: [await jpeg("a.jpg", 40), await jpeg("b.jpg", 45)] });
    expect(answer.location).toMatch(new RegExp(`^${path}#photo-\\d+$`));
    expect(await notices(answer)).toContain("2 photos added.");
    expect(gallery().map((row) => row.position)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each(["", "/photos"])("none chosen: a message in place (%s)", async (page) => {
    const answer = await owner.browser.submit(path + page, {}, { photos: [{ name: "", bytes: Buffer.alloc(0) }] });
    expect(answer.status).toBe(400);
    expect(answer.page.alerts).toEqual(["Please select at least one photo to upload."]);
    expect(answer.page.fieldError("photos")).toBe("Please select at least one photo to upload.");
  });

  test("six are too many, and a drawing is no photo", async () => {
    const six = await Promise.all(Array.from({ length: 6 }, (_, at) => jpeg(`${at}.jpg`, 20)));
    const many = await owner.browser.submit(path, {}, { photos: six });
    expect([many.status, many.page.fieldError("photos")]).toEqual([400, "Please select at most 5 images at a time."]);
    const drawing = await owner.browser.submit(path, {}, { photos: [{ name: "car.jpg", bytes: svg() }] });
    expect(drawing.status).toBe(400);
    expect(drawing.page.fieldError("photos")).toContain("“car.jpg”");
    expect(gallery()).toHaveLength(3);
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
    const [first, second] = gallery();
    const answer = await owner.browser.submit(path, {
      intent: "cover",
      photoId: second!.id,
      photoFilename: second!.photo,
    });
    expect(await notices(answer)).toContain("Cover photo updated!");
    expect(cover()).toBe(second!.photo);
    for (const id of [first!.id, second!.id, 999_999]) {
      const wrong = await owner.browser.submit(path, { intent: "cover", photoId: id, photoFilename: "other.jpg" });
      expect([wrong.status, wrong.page.alerts], `${id}`).toEqual([400, ["Please choose a photo of this vehicle."]]);
    }
  });

  test("captions and order on the management page", async () => {
    const [a, b, c] = gallery().map((row) => row.id);
    const page = `${path}/photos`;
    expect((await owner.browser.get(page)).page.heading).toBe("Manage photos");
    const saved = await owner.browser.submit(page, { intent: "caption", photoId: b!, caption: "On ice" });
    expect(await notices(saved)).toContain("Caption saved.");
    await owner.browser.submit(page, { intent: "move", photoId: c!, direction: "earlier" });
    await owner.browser.submit(page, { intent: "move", photoId: a!, direction: "later" });
    expect(gallery().map((row) => row.id)).toEqual([c, a, b]);
    expect(gallery().at(-1)?.caption).toBe("On ice");
    const long = await owner.browser.submit(page, { intent: "caption", photoId: a!, caption: "x".repeat(301) });
    expect(long.status).toBe(400);
    expect(long.page.text(`#caption-${a}-error`)).toBe("Caption must be at most 300 characters.");
    expect(long.page.text(`#caption-${b}-error`)).toBe("");
  });

  test("a photo is deleted in two steps, and the cover falls back", async () => {
    const [first, second] = gallery();
    const step = `${path}/photos/${first!.id}/delete`;
    expect((await owner.browser.get(step)).page.heading).toBe("Delete this photo?");
    const deleted = await owner.browser.submit(step);
    expect(deleted.location).toBe(path);
    expect(await notices(deleted)).toContain("Photo deleted successfully!");
    expect(cover()).toBe(second!.photo);
    expect(gallery().map((row) => row.position)).toEqual([1, 2]);
    expect((await browserLike(server()).get(`/img/photos/${first!.photo}`)).status).toBe(404);
  });
});

test("a page per photo, with its neighbours", async () => {
  const [a, b, c] = gallery().map((row) => row.id);
  const visitor = browserLike(server());
  const middle = (await visitor.get(`${path}/photos/${b}`)).page;
  expect(middle.text(".plate")).toBe("2 of 3");
  expect(middle.root.querySelector("a[rel=prev]")?.getAttribute("href")).toBe(`${path}/photos/${a}`);
  expect(middle.root.querySelector("a[rel=next]")?.getAttribute("href")).toBe(`${path}/photos/${c}`);
  expect(middle.link(/^Back to 1972 Saab 96/)).toBe(path);
  const last = (await visitor.get(`${path}/photos/${c}`)).page;
  expect(last.root.querySelector("a[rel=next]")).toBeNull();
  expect(last.fields).not.toContain("caption");
});
