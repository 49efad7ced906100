import { describe, expect, test } from "vitest";
import { garages, users } from "~/db/schema";
import { openGarage, updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { getGarageForm, getGaragePage } from "~/features/garages/queries.server";
import { garageFormSchema, garagePatchSchema, onboardingSchema } from "~/features/garages/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { htmlAsJpeg, png } from "../support/images";
import { makeGarage, makeOwner, makeUser, viewerOf } from "../support/make-rows";
import { refusal } from "../support/refusal";
import { allRows, findRow } from "../support/rows";
import { filesInUploads, uploaded } from "../support/uploads";

const GOOD = { garageName: "The Alfa Shed", location: "Turin, Italy" };

const open = (
  user: { id: number },
  values: Record<string, unknown> = {},
  avatars: Parameters<typeof openGarage>[2] = [],
) => openGarage(viewerOf(user), decode(onboardingSchema, { ...GOOD, ...values }), avatars);

describe("onboarding", () => {
  test("requires name and place, and the address only with the box; limits lengths, with messages", () => {
    const { fields } = refusal(() => decode(onboardingSchema, { isPublicAddress: "on", garageName: "  " }));
    expect(fields).toEqual({
      garageName: ["Please name your garage."],
      location: ["Please enter where your garage is: a town is enough."],
      address: ["Please enter the public address, or untick the box."],
    });
    const unsaid = { isPublicAddress: false, address: "", showOnMap: false, about: "" };
    expect(decode(onboardingSchema, GOOD)).toEqual({ ...GOOD, ...unsaid });
    const x = (count: number) => "x".repeat(count);
    const long = { garageName: x(101), location: x(121), address: x(201), about: x(5001) };
    expect(refusal(() => decode(onboardingSchema, long)).fields).toEqual({
      garageName: ["Name must be at most 100 characters."],
      location: ["Location must be at most 120 characters."],
      address: ["Address must be at most 200 characters."],
      about: ["About must be at most 5,000 characters."],
    });
  });

  test("the box is ticked by a yes, and neither ticked nor not by a list", () => {
    const read = (isPublicAddress: unknown) =>
      decode(onboardingSchema, { ...GOOD, address: "Via Roma 1", isPublicAddress }).isPublicAddress;
    for (const yes of [true, "true", "on", "1", 1]) expect([yes, read(yes)]).toEqual([yes, true]);
    for (const no of [false, "false", "off", "yes", "", null]) expect([no, read(no)]).toEqual([no, false]);
    const fields = { isPublicAddress: ["isPublicAddress must be true or false."] };
    expect(() => read(["on", "x"])).toThrow(expect.objectContaining({ code: "invalid", fields }));
  });

  test("opens one garage a person", async () => {
    const user = makeUser({ name: "Ada" });
    setClock(() => Date.UTC(2024, 2, 8));
    const id = await open(user, { about: "First paragraph.\r\n\r\nSecond.", garageName: "  The   Alfa Shed " });
    const page = getGaragePage(id, viewerOf(user));
    const pageFields = { name: "The Alfa Shed", location: "Turin, Italy", ownerName: "Ada", viewerCanEdit: true };
    expect(page).toMatchObject(pageFields);
    expect(page.description).toBe("First paragraph.\n\nSecond.");
    expect(viewerOf(user).garageId).toBe(id);
    await expect(open(user)).rejects.toMatchObject({ code: "conflict", message: "You already have a garage." });
  });

  test("two concurrent requests open one garage, and the second's avatar is deleted", async () => {
    const user = makeUser();
    const viewer = viewerOf(user);
    const avatar = [uploaded({ filename: "me.png", bytes: await png() })];
    const input = decode(onboardingSchema, GOOD);
    const outcomes = await Promise.allSettled([openGarage(viewer, input, avatar), openGarage(viewer, input, avatar)]);
    const rejections = outcomes.filter(({ status }) => status === "rejected");
    expect(rejections).toMatchObject([{ reason: { code: "conflict", message: "You already have a garage." } }]);
    const files = new Set((await filesInUploads()).map((file) => file.replace(/-\d+\.\w+$/, "")));
    expect(files.size).toBe(1);
    const { avatar: storedAvatar } = viewerOf(user);
    expect([...files][0]).toContain(storedAvatar.replace(".jpg", ""));
  });

  test("keeps the address only while it is public", async () => {
    const [shy, open1] = [makeUser(), makeUser()];
    const secret = await open(shy, { address: "Via Segreta 1", isPublicAddress: false });
    const publicGarage = await open(open1, { address: "Via Roma 1", isPublicAddress: "on" });
    expect(findRow(garages, secret)?.address).toBeNull();
    expect(getGarageJson(secret).location).toEqual({ address: "Turin, Italy", isPublicAddress: false });
    expect(getGarageJson(publicGarage).location).toEqual({ address: "Via Roma 1", isPublicAddress: true });
  });

  test("a refused avatar stores nothing", async () => {
    const user = makeUser();
    const bad = open(user, {}, [uploaded({ filename: "page.jpg", bytes: htmlAsJpeg() })]);
    await expect(bad).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("page.jpg") });
    const two = [await png(), await png()].map((bytes, index) => uploaded({ filename: `${index}.png`, bytes }));
    await expect(open(user, {}, two)).rejects.toMatchObject({
      fields: { avatar: ["Please choose one photo only."] },
    });
    expect(viewerOf(user).garageId).toBeNull();
    expect(viewerOf(user).avatar).toBe("default.jpg");
    expect(await filesInUploads()).toEqual([]);
  });
});

describe("editing", () => {
  const patch = (viewer: Parameters<typeof updateGarage>[0], values: Record<string, unknown>) =>
    updateGarage(viewer, decode(garagePatchSchema, values));

  test("changes what was sent, and finds the new name", () => {
    const { viewer, garage } = makeOwner();
    patch(viewer, { name: "Citroën Corner" });
    const form = { id: garage.id, name: "Citroën Corner", description: "", location: "Goodwood, England" };
    const unsaid = { isPublicAddress: false, address: "", showOnMap: false, placement: expect.anything() };
    expect(getGarageForm(garage.id, viewer)).toEqual({ ...form, ...unsaid });
    patch(viewer, { description: "Since 1978.", location: "", showOnMap: true, vehicleCount: 99, userId: 1 });
    const values = { name: "Citroën Corner", description: "Since 1978.", location: "" };
    expect(getGarageForm(garage.id, viewer)).toMatchObject(values);
    const unchanged = { nameFolded: "citroen corner", showOnMap: true, vehicleCount: 1, userId: viewer.id };
    expect(findRow(garages, garage.id)).toMatchObject(unchanged);
  });

  test("publishes an address, keeps it in other changes, and deletes it with the box", () => {
    const { viewer, garage } = makeOwner();
    expect(refusal(() => patch(viewer, { isPublicAddress: true })).fields).toHaveProperty("address");
    patch(viewer, { address: "12 Hidden Lane" });
    expect(getGarageForm(garage.id, viewer).address).toBe("");
    patch(viewer, { isPublicAddress: true, address: "12 Open Road" });
    patch(viewer, { name: "Other" });
    expect(getGarageForm(garage.id, viewer)).toMatchObject({ isPublicAddress: true, address: "12 Open Road" });
    expect(refusal(() => patch(viewer, { address: " " })).fields).toHaveProperty("address");
    patch(viewer, { isPublicAddress: false });
    patch(viewer, { name: "Third" });
    expect(findRow(garages, garage.id)?.address).toBeNull();
  });

  test("the form needs a name; a box that is not sent is off", () => {
    expect(refusal(() => decode(garageFormSchema, {})).fields).toEqual({ name: ["Please name your garage."] });
    expect(decode(garageFormSchema, { name: "A" })).toMatchObject({ isPublicAddress: false });
    expect(refusal(() => decode(garagePatchSchema, { name: "" })).message).toBe("Please name your garage.");
  });

  test("is the owner's alone", () => {
    const { garage } = makeOwner();
    const otherViewer = makeOwner().viewer;
    const admin = viewerOf(makeUser({ role: "admin" }));
    for (const viewer of [otherViewer, admin]) {
      expect(refusal(() => getGarageForm(garage.id, viewer))).toMatchObject({ code: "forbidden" });
      expect(getGaragePage(garage.id, viewer).viewerCanEdit).toBe(false);
    }
    expect(refusal(() => patch(admin, { name: "Mine" }))).toMatchObject({ code: "not_found" });
    expect(getGaragePage(garage.id, null).name).toBe(garage.name);
  });
});

test("the page and the API show ratings to one decimal, and the month the owner joined", () => {
  const user = makeUser({ createdAt: Date.UTC(2024, 2, 31, 23), followerCount: 3 });
  const garage = makeGarage(user, { reviewCount: 3, ratingSum: 13, createdAt: Date.UTC(2025, 0, 1) });
  const counts = { followerCount: 3, reviewCount: 3, averageRating: 4.3 };
  expect(getGaragePage(garage.id, null)).toMatchObject({ joined: "March 2024", ...counts });
  expect(getGarageJson(garage.id)).toEqual({
    _id: String(garage.id),
    name: garage.name,
    description: "",
    coverPhoto: null,
    location: { address: "Goodwood, England", isPublicAddress: false },
    vehicleCount: 0,
    ...counts,
    user: { _id: String(user.id), name: user.name, avatar: "default.jpg" },
    createdAt: "2025-01-01T00:00:00.000Z",
  });
  const unrated = makeOwner().garage;
  expect(getGarageJson(unrated.id).averageRating).toBeNull();
  expect(allRows(users)).toHaveLength(2);
});
