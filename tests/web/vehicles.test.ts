import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { htmlAsJpeg, jpegWithExif } from "../support/images";
import { type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let owner: Owner;

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });
const rows = (sql: string, ...values: unknown[]) =>
  server()
    .database.prepare(sql)
    .all(...values) as never[];

/** Adds a vehicle through the page. @returns its path */
async function addVehicle(fields = {}, photos: { name: string; bytes: Buffer }[] = []): Promise<string> {
  const answer = await owner.browser.submit(
    "/vehicles/new",
    { make: "Lotus", model: "Elan", year: "1967", condition: "", description: "", ...fields },
    { photos },
  );
  expect(answer.status, answer.body).toBe(302);
  return answer.location;
}

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Margit Halloran", "Rost und Ruhm");
});

describe("adding a vehicle", () => {
  test("asks what is needed and leads to the vehicle, its photos in order and the first as the cover", async () => {
    const form = await owner.browser.get("/vehicles/new");
    expect(form.page.fields).toEqual(expect.arrayContaining(["make", "model", "year", "description", "photos"]));
    expect(form.page.texts("button")).toContain("Add vehicle");

    const photos = await Promise.all([50, 60, 70, 80, 90].map((width) => jpeg(`${width}.jpg`, width)));
    const path = await addVehicle({ description: "Twin cam.", condition: "Driver" }, photos);
    const { page } = await owner.browser.get(path);
    expect(page.heading).toBe("1967 Lotus Elan");
    expect(page.texts("dl dd")).toEqual(["Lotus", "Elan", "1967", "Driver"]);
    const gallery = page.root.querySelectorAll("#gallery ~ ul img, section[aria-labelledby=gallery] img");
    const widths = gallery.map((image) => image.getAttribute("width"));
    expect(widths).toEqual(["50", "60", "70", "80", "90"]);
    const cover = page.root.querySelector("main img");
    expect(cover?.getAttribute("fetchpriority")).toBe("high");
    expect(cover?.getAttribute("width")).toBe("50");
    expect(page.link("Rost und Ruhm")).toBe(`/garages/${owner.garageId}`);
  });

  test("a visitor sees it, with no owner's controls", async () => {
    const path = await addVehicle({ make: "Triumph", model: "TR4" }, [await jpeg("a.jpg")]);
    const { page, body } = await browserLike(server()).get(path);
    expect(page.heading).toBe("1967 Triumph TR4");
    expect(page.fields).not.toContain("photos");
    expect(body).not.toMatch(/Edit Details|Make Cover|Delete Vehicle|Add Photos/);
  });

  test("says what is missing, and keeps what was typed", async () => {
    const answer = await owner.browser.submit(
      "/vehicles/new",
      { make: "", model: "Elan +2", year: "", description: "Kept." },
      { photos: [await jpeg("lost.jpg")] },
    );
    expect(answer.status).toBe(400);
    expect(answer.page.alerts).toEqual(["Make, Model, and Year are required."]);
    expect(answer.page.fieldError("make")).toBe("Make, Model, and Year are required.");
    expect(answer.page.fieldError("year")).toBe("Make, Model, and Year are required.");
    expect(answer.page.fieldError("model")).toBe("");
    expect(answer.page.value("model")).toBe("Elan +2");
    expect(answer.page.value("description")).toBe("Kept.");
  });

  test("a refused file keeps nothing and is named", async () => {
    const before = rows("SELECT id FROM vehicles").length;
    const answer = await owner.browser.submit(
      "/vehicles/new",
      { make: "Lotus", model: "Seven", year: "1960" },
      { photos: [await jpeg("fine.jpg"), { name: "page.jpg", bytes: htmlAsJpeg() }] },
    );
    expect(answer.status).toBe(400);
    expect(answer.page.fieldError("photos")).toContain("page.jpg");
    expect(rows("SELECT id FROM vehicles")).toHaveLength(before);
  });

  test("without a garage it leads to onboarding, without a login home", async () => {
    const member = await signUp(server(), "No Garage");
    expect((await member.browser.get("/vehicles/new")).location).toBe("/onboarding");
    expect((await member.browser.submit("/vehicles/new", { make: "x" })).location).toBe("/onboarding");
    expect((await browserLike(server()).get("/vehicles/new")).location).toMatch(/^\/(\?|$)/);
    expect((await browserLike(server()).submit("/vehicles/new", { make: "x" })).location).toMatch(/^\/(\?|$)/);
  });
});

describe("editing and deleting", () => {
  test("the details and the story, paragraphs kept", async () => {
    const path = await addVehicle();
    const form = await owner.browser.get(`${path}/edit`);
    expect(form.page.value("make")).toBe("Lotus");
    const story = "First.\n\nSecond <b>bold</b>.";
    const saved = await owner.browser.submit(`${path}/edit`, {
      make: "Lotus",
      model: "Europa",
      year: "1971",
      condition: "Project",
      description: "",
      story,
    });
    expect(saved.location).toBe(path);
    const { page } = await owner.browser.follow(saved);
    expect(page.heading).toBe("1971 Lotus Europa");
    expect(page.texts(".prose p")).toEqual(["First.", "Second <b>bold</b>."]);

    const wrong = await owner.browser.submit(`${path}/edit`, { make: "Lotus", model: "Europa", year: "1800", story });
    expect(wrong.status).toBe(400);
    expect(wrong.page.fieldError("year")).toMatch(/^Year must be a whole number from 1885 to \d{4}\.$/);
    expect(wrong.page.value("story")).toBe(story);
  });

  test("deleting takes a second step and leads to the garage", async () => {
    const path = await addVehicle({}, [await jpeg("a.jpg")]);
    const question = await owner.browser.get(`${path}/delete`);
    expect(question.page.heading).toBe("Delete 1967 Lotus Elan?");
    expect((await owner.browser.get(path)).status).toBe(200);
    const deleted = await owner.browser.submit(`${path}/delete`);
    expect(deleted.location).toBe(`/garages/${owner.garageId}`);
    expect((await owner.browser.follow(deleted)).page.notices).toContain("Vehicle deleted successfully.");
    const gone = await owner.browser.get(path);
    expect(gone.status).toBe(404);
    expect(gone.page.text("main")).toContain("Could not load vehicle details.");
  });

  test.each(["/vehicles/999999", "/vehicles/abc", "/vehicles/0x1", "/vehicles/999999/photos/1"])(
    "%s is 404",
    async (path) => {
      const answer = await browserLike(server()).get(path);
      expect(answer.status).toBe(404);
      expect(answer.page.text("main")).toContain("Could not load vehicle details.");
    },
  );

  test("is nobody else's: another owner, an admin, a visitor", async () => {
    const path = await addVehicle({}, [await jpeg("a.jpg")]);
    const [photo] = rows("SELECT id FROM photos ORDER BY id DESC LIMIT 1") as { id: number }[];
    const other = await signUpWithGarage(server(), "Other Owner");
    const admin = await signUp(server(), "An Admin");
    server().database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin.id);
    const pages = ["/edit", "/delete", "/photos", `/photos/${photo!.id}/delete`];
    for (const { browser } of [other, admin]) {
      for (const page of pages) {
        expect((await browser.get(path + page)).status, page).toBe(403);
        expect((await browser.submit(path + page, { make: "x", model: "x", year: "2000" })).status, page).toBe(403);
      }
      const upload = await browser.submit(path, {}, { photos: [await jpeg("b.jpg")] });
      expect(upload.status).toBe(403);
    }
    for (const page of ["", ...pages]) {
      const answer = await browserLike(server()).submit(path + page, {});
      expect([answer.status, answer.location], page).toEqual([302, "/"]);
    }
    expect((await owner.browser.get(path)).page.heading).toBe("1967 Lotus Elan");
    expect(rows("SELECT id FROM photos WHERE id = ?", photo!.id)).toHaveLength(1);
  });

  test("a deactivated owner's vehicle and its photos are 404, until the account is back", async () => {
    const path = await addVehicle({}, [await jpeg("a.jpg")]);
    const visitor = browserLike(server());
    const photoPath = (await visitor.get(path)).page.links.find((link) => link.includes("/photos/"))!;
    const activate = server().database.prepare("UPDATE users SET active = ? WHERE id = ?");
    activate.run(0, owner.id);
    try {
      expect((await visitor.get(path)).status).toBe(404);
      expect((await visitor.get(photoPath)).status).toBe(404);
    } finally {
      activate.run(1, owner.id);
    }
    expect((await visitor.get(path)).status).toBe(200);
  });
});
