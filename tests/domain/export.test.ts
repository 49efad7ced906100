import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { cases, comments, eventAttendances, follows, likes, photos, reviews, users } from "~/db/schema";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { startSession } from "~/features/accounts/sessions.server";
import { addEntry, deleteEntry } from "~/features/build-log/commands.server";
import { entryInput } from "~/features/build-log/schema.server";
import { decideCase, decideObjection, objectToCase } from "~/features/cases/decisions.server";
import { decisionInput } from "~/features/cases/schema.server";
import { exportData } from "~/features/data-export/archive.server";
import { mailFooter } from "~/features/notifications/mail/notify-mails.server";
import { changeSettings } from "~/features/notifications/settings/queries.server";
import { replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { addPhotos } from "~/features/vehicles/gallery.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { openImage } from "~/services/images/open.server";
import { FACTS, report } from "../support/cases";
import { makeEvent } from "../support/events";
import { photograph } from "../support/images";
import { admin, makeAdmin, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/make-rows";
import { allRows, findRow, insertRow } from "../support/rows";
import { splitList } from "../support/split-list";
import { bytesOf, emptyUploadsForEachTest, pngs, uploaded } from "../support/uploads";
import { readArchive } from "../support/zip";

emptyUploadsForEachTest();

const at = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 };
const largest = async (kind: "photos" | "users", name: string) => {
  return new Uint8Array(await bytesOf(await openImage(kind, name, { accept: "" })));
};

/** `toEqual` would print every byte. */
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

async function makePerson() {
  const owner = makeOwner({ name: "Zoë <b>Racer</b>", email: "zoe@example.com", bio: 'Oil & "petrol"' });
  const { viewer, user } = owner;
  await updateProfile(viewer, {}, await pngs(60));
  const words = { condition: "Driver", description: "D.", story: "One.\n\nTwo." };
  const elan = { make: "Citroën", model: "DS/21", year: 1969, ...words };
  const vehicleId = await addVehicle(viewer, elan, [
    uploaded({ filename: "a.jpg", bytes: await photograph({ width: 1000, height: 700 }) }),
    ...(await pngs(60)),
  ]);
  const otherOwner = makeOwner({ name: "Otto" });
  insertRow(comments, { vehicleId: otherOwner.vehicle.id, userId: user.id, text: "</script>", createdAt: 1 });
  insertRow(likes, { vehicleId: otherOwner.vehicle.id, userId: user.id, createdAt: 2 });
  insertRow(reviews, { garageId: otherOwner.garage.id, userId: user.id, rating: 4, review: "Tidy.", ...at });
  insertRow(follows, { followerId: user.id, followedId: otherOwner.user.id, createdAt: 3 });
  insertRow(follows, { followerId: otherOwner.user.id, followedId: user.id, createdAt: 3 });
  makeEvent(user, { title: "Meet", status: "pending" });
  const meet = makeEvent(otherOwner.user, { title: "Hill & Climb", startDate: "2030-05-01T10:00" });
  insertRow(eventAttendances, { eventId: meet.id, userId: user.id, vehicleId, createdAt: 4 });
  const request = submitTicket(viewer, { category: "Bug Report", subject: "It", description: "Broken." });
  replyToTicket(viewerOf(makeAdmin()), request.id, "Mended.");
  changeSettings(user.id, { paused: true, settings: { like: { site: false, mail: "weekly" } } });
  mailFooter(user.id, ["like"]);
  startSession(user.id, "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0");
  return { ...owner, vehicleId, otherOwner };
}

test("holds everything of the person's, the photos as they are shown, and no secret", async () => {
  setClock(() => Date.UTC(2026, 1, 3, 12));
  const { viewer, vehicle, vehicleId, otherOwner } = await makePerson();
  const { filename, zip } = await exportData(viewerOf(viewer));
  expect(filename).toBe("paddock-zoe-b-racer-b-2026-02-03.zip");
  const archive = await readArchive(zip);
  const folder = `photos/1969-citroen-ds-21-${vehicleId}`;
  const files = ["photos/avatar.jpg", `${folder}/01.jpg`, `${folder}/02.jpg`];
  expect(archive.names).toEqual(["index.html", "data.json", ...files]);

  const names = allRows(photos).map(({ photo }) => photo);
  const storedFiles = [largest("users", getProfile(viewer).avatar), ...names.map((name) => largest("photos", name))];
  for (const [index, file] of files.entries())
    expect(isSame(archive.bytes(file), (await storedFiles[index])!), file).toBe(true);

  const data = JSON.parse(archive.text("data.json"));
  expect(data).toMatchObject({
    account: {
      ...{ name: "Zoë <b>Racer</b>", email: "zoe@example.com", bio: 'Oil & "petrol"' },
      ...{ lastSeenAt: "2026-02-03T12:00:00.000Z", quotaMb: null },
    },
    garage: { location: "Goodwood, England" },
    vehicles: [
      { id: String(vehicle.id), photos: [] },
      { make: "Citroën", story: "One.\n\nTwo.", photos: [{ image: { file: `${folder}/01.jpg` }, cover: true }, {}] },
    ],
    comments: [
      { parent: null, text: "</script>", vehicleId: String(otherOwner.vehicle.id), vehicle: "1967 Lotus Elan" },
    ],
    likes: [{ vehicleId: String(otherOwner.vehicle.id), createdAt: "1970-01-01T00:00:00.002Z" }],
    reviews: [{ rating: 4, review: "Tidy.", garage: otherOwner.garage.name }],
    following: [{ name: "Otto" }],
    followers: [{ name: "Otto" }],
    events: [{ title: "Meet", status: "pending" }],
    attendances: [{ event: "Hill & Climb", startDate: "2030-05-01T10:00", vehicle: "1969 Citroën DS/21" }],
    tickets: [{ subject: "It", replies: [{ text: "Mended." }] }],
    notificationSettings: {
      paused: true,
      settings: { like: { site: false, mail: "weekly" }, comment: { site: true, mail: "daily" } },
    },
    sessions: [{ device: "Firefox on Windows" }],
  });
  const key = findRow(users, viewer.id)?.unsubscribeKey;
  expect(archive.text("data.json")).not.toContain(key);
  expect(archive.text("data.json")).not.toMatch(/hash|password/i);
});

test("holds what the person has reported, what was decided about them, and their objections", async () => {
  const { viewer, vehicleId, otherOwner } = await makePerson();
  report(`/vehicles/${otherOwner.vehicle.id}`, viewer);
  report(`/vehicles/${vehicleId}`, otherOwner.viewer);
  const { id } = allRows(cases).at(-1)!;
  decideCase(admin(), id, decode(decisionInput, { measure: "warn", rule: "Be <b>kind</b>", facts: FACTS }));
  objectToCase(viewer, id, "It was a <i>joke</i>.");
  const outcome = { outcome: "upheld", facts: "It was no joke to others." } as const;
  decideObjection(admin(), id, outcome);
  const archive = await readArchive((await exportData(viewerOf(viewer))).zip);
  expect(JSON.parse(archive.text("data.json"))).toMatchObject({
    reports: [
      { about: `/vehicles/${otherOwner.vehicle.id}`, reason: "harassment", text: "This is about me.", acted: null },
    ],
    decisions: [
      {
        ...{ about: `/vehicles/${vehicleId}`, measure: "warn", rule: "Be <b>kind</b>", facts: FACTS },
        ...{
          snapshot: { title: "1969 Citroën DS/21" },
          objection: "It was a <i>joke</i>.",
          objectedAt: expect.any(String),
        },
        ...{ outcome: "upheld", outcomeFacts: outcome.facts },
      },
    ],
  });
  const page = parse(archive.text("index.html"));
  const [reported, decided] = ["reports", "decisions"].map((section) => page.querySelector(`#${section}`)!.text);
  expect(reported).toContain("harassment");
  for (const text of ["warn", "Be <b>kind</b>", FACTS, "It was a <i>joke</i>.", "upheld", outcome.facts])
    expect(decided).toContain(text);
});

test("its page needs no network, shows everything, and escapes all texts", async () => {
  const { viewer } = await makePerson();
  const archive = await readArchive((await exportData(viewerOf(viewer))).zip);
  const html = archive.text("index.html");
  const page = parse(html);
  expect(page.querySelector("h1")?.text).toBe("Zoë <b>Racer</b>");
  expect(page.querySelectorAll("script, link, iframe, h1 b")).toEqual([]);
  const pictures = page.querySelectorAll("img").map((image) => image.getAttribute("src")!);
  expect(pictures).toHaveLength(3);
  for (const path of [...pictures, "data.json"]) expect(archive.names).toContain(path);
  const targets = page.querySelectorAll("a").map((link) => link.getAttribute("href"));
  expect(targets.every((target) => target === "data.json" || page.querySelector(target!))).toBe(true);
  const texts =
    splitList(`1969 Citroën DS/21 | One. | Two. | Tidy. | Meet | Mended. | Firefox on Windows | &lt;/script&gt;
    Hill &amp; Climb | 2030-05-01 10:00 | weekly`);
  for (const text of texts) expect(html).toContain(text);
});

test("contains the build log with all costs, and its photos besides the gallery's", async () => {
  const { viewer, vehicle } = makeOwner();
  await addPhotos(viewer, vehicle.id, await pngs(60));
  const input = {
    ...{ kind: "Modification", title: "Oil <cooler>", text: "Colder now.", date: "2025-03-04", area: "Engine" },
    ...{ mileage: "84200", unit: "mi", cost: "1250.5", currency: "GBP" },
  };
  const parts = { "parts[0][name]": "Cooler", "parts[0][number]": "MO-13" };
  const entry = decode(entryInput, { ...input, ...parts });
  const id = await addEntry(viewer, vehicle.id, entry, await pngs(60, 60));
  const archive = await readArchive((await exportData(viewer)).zip);
  const folder = `photos/1967-lotus-elan-${vehicle.id}`;
  const files = [`${folder}/01.jpg`, `${folder}/build-${id}/01.jpg`, `${folder}/build-${id}/02.jpg`];
  expect(archive.names.slice(2)).toEqual(files);
  const [exported] = JSON.parse(archive.text("data.json")).vehicles;
  expect(exported.photos).toHaveLength(1);
  expect(exported.buildLog).toEqual([
    {
      ...{ ...input, id: String(id), mileage: 84_200, status: "Done", cost: 1_250.5, costIsPublic: false },
      parts: [{ name: "Cooler", maker: "", number: "MO-13", url: "" }],
      createdAt: expect.any(String),
      photos: files.slice(1).map((file) => ({ image: expect.objectContaining({ file }), caption: "" })),
    },
  ]);
  const html = archive.text("index.html");
  const texts = splitList("Oil &lt;cooler&gt; | Colder now. | 4 March 2025 | 84200 | 1250.5 | GBP | Cooler | MO-13");
  for (const text of [...texts, files[2]!]) expect(html).toContain(text);
});

test("a long build log is read in slices, in the order of its days, while others have their turn", async () => {
  const { viewer, vehicle } = makeOwner();
  const text = "Rust & <dust>.\n\n".repeat(1_200);
  const entries = Array.from({ length: 101 }, (_, index) =>
    makeEntry(vehicle, { title: `No. ${index}`, text, date: `2024-01-${10 + (index % 2)}` }),
  );
  const { zip } = await exportData(viewer);
  deleteEntry(viewer, entries[100]!.id);
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const archive = await readArchive(zip);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(20);
  const data = archive.text("data.json");
  expect(data).toBe(JSON.stringify(JSON.parse(data), null, 2));
  const titles = JSON.parse(data).vehicles[0].buildLog.map((entry: { title: string }) => entry.title);
  const sortedEntries = entries
    .slice(0, 100)
    .sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
  expect(titles).toEqual(sortedEntries.map(({ title }) => title));
  const page = parse(archive.text("index.html"));
  expect(page.querySelectorAll("#vehicles article h3").map((heading) => heading.text)).toEqual(titles);
});

test("of a member without content", async () => {
  const archive = await readArchive((await exportData(viewerOf(makeUser({ name: "東" })))).zip);
  expect(archive.names).toEqual(["index.html", "data.json"]);
  const nothing = { garage: null, vehicles: [], account: { avatar: { file: null } } };
  expect(JSON.parse(archive.text("data.json"))).toMatchObject(nothing);
  expect(archive.text("index.html")).toContain("Nothing here.");
});

test("a photo on another site is named, one without a file left out, one deleted meanwhile missed", async () => {
  const { viewer, vehicle } = makeOwner();
  const elan = { make: "Lotus", model: "Elan", year: 1967, condition: "", description: "", story: "" };
  const id = await addVehicle(viewer, elan, await pngs(60, 60));
  makePhoto(vehicle, { photo: "https://photos.example.com/1.jpg" });
  const [first, second] = allRows(photos).filter(({ vehicleId }) => vehicleId === id);
  await removeImages("photos", [first!.photo]);
  const { zip } = await exportData(viewer);
  await removeImages("photos", [second!.photo]);
  const archive = await readArchive(zip);
  expect(archive.names).toEqual(["index.html", "data.json"]);
  const data = JSON.parse(archive.text("data.json"));
  expect(data.vehicles[0].photos[0].image).toMatchObject({ name: "https://photos.example.com/1.jpg", file: null });
  const files = data.vehicles[1].photos.map(({ image }: { image: { file: string } }) => image.file);
  expect(files).toEqual([null, `photos/1967-lotus-elan-${id}/02.jpg`]);
  const page = parse(archive.text("index.html"));
  expect(page.querySelector('a[href="https://photos.example.com/1.jpg"]')).not.toBeNull();
  expect(page.querySelectorAll('img[src^="http"]')).toEqual([]);
});

test("can be given up in the middle", async () => {
  const { viewer } = await makePerson();
  const { zip } = await exportData(viewerOf(viewer));
  const reader = zip.getReader();
  let read = 0;
  while (read < 20_000) read += (await reader.read()).value?.byteLength ?? Number.POSITIVE_INFINITY;
  await reader.cancel(new Error("gone")).catch(() => undefined);
  expect((await reader.read()).done).toBe(true);
});
