import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { htmlAsJpeg, photograph } from "../support/images";
import { bearerOf, type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const client = () => browserLike(server());
const namesOf = (json: { data: { data: { name: string }[] } }) => json.data.data.map(({ name }) => name);

const SHAPE = [
  "_id",
  "averageRating",
  "coverPhoto",
  "createdAt",
  "description",
  "followerCount",
  "location",
  "name",
  "reviewCount",
  "user",
  "vehicleCount",
];

let owner: Owner;
let token: string;

beforeAll(async () => {
  for (const name of ["Alpha Café", "Beta (1.0)", "Gamma"]) await signUpWithGarage(server(), "Maker", name);
  owner = await signUpWithGarage(server(), "Vehicle Owner", "Delta");
  token = await bearerOf(server(), owner);
  const photos = [{ name: "a.jpg", bytes: await photograph() }];
  for (const model of ["Elan", "Europa"]) {
    await client().api("POST", "/vehicles", { make: "Lotus", model, year: 1970 }, { token, files: { photos } });
  }
});

describe("GET /garages", () => {
  test("lists, sorts and pages", async () => {
    const newest = await client().api("GET", "/garages");
    expect(newest.json).toMatchObject({ status: "success", results: 4, total: 4, page: 1, limit: 20 });
    expect(namesOf(newest.json)).toEqual(["Delta", "Gamma", "Beta (1.0)", "Alpha Café"]);
    expect(Object.keys(newest.json.data.data[0]).sort()).toEqual(SHAPE);
    expect(namesOf((await client().api("GET", "/garages?sort=createdAt&limit=2&page=2")).json)).toEqual([
      "Gamma",
      "Delta",
    ]);
    expect(namesOf((await client().api("GET", "/garages?sort=-vehicleCount&limit=1")).json)).toEqual(["Delta"]);
  });

  test("finds literal text in names", async () => {
    const find = async (text: string) =>
      namesOf(
        (await client().api("GET", `/garages?sort=createdAt&name[regex]=${encodeURIComponent(text)}&name[options]=i`))
          .json,
      );
    expect(await find("CAFE")).toEqual(["Alpha Café"]);
    expect(await find("(1.0)")).toEqual(["Beta (1.0)"]);
    expect(await find(".*")).toEqual([]);
    expect(await find("(a+)+$")).toEqual([]);
    expect(await find("")).toHaveLength(4);
  });

  test.each([
    ["sort=name", "sort"],
    ["sort=-createdAt;drop", "sort"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["page=zero", "page"],
    [`name[regex]=${"x".repeat(101)}`, "name[regex]"],
  ])("refuses %s", async (query, field) => {
    const { status, json } = await client().api("GET", `/garages?${query}`);
    expect([status, json.status, Object.keys(json.errors)]).toEqual([400, "fail", [field]]);
  });
});

test("GET /garages/random: 1 to 20, photographed ones first", async () => {
  const four = await client().api("GET", "/garages/random?limit=4");
  expect(new Set(namesOf(four.json)).size).toBe(4);
  expect(namesOf(four.json)[0]).toBe("Delta");
  expect((await client().api("GET", "/garages/random")).json).toMatchObject({
    results: 4,
    total: 4,
    page: 1,
    limit: 20,
  });
  for (const limit of ["0", "21", "x"])
    expect((await client().api("GET", `/garages/random?limit=${limit}`)).status).toBe(400);
});

test("GET /garages/{id}: with its vehicles, their likes and comment counts", async () => {
  const { status, json } = await client().api("GET", `/garages/${owner.garageId}`);
  expect(status).toBe(200);
  const { vehicles, ...garage } = json.data.garage;
  expect(Object.keys(garage).sort()).toEqual(SHAPE);
  expect(garage).toMatchObject({
    name: "Delta",
    vehicleCount: 2,
    user: { _id: owner.id, name: "Vehicle Owner", avatar: "default.jpg" },
  });
  expect(vehicles).toMatchObject([
    { model: "Europa", commentCount: 0, likes: [] },
    { model: "Elan", commentCount: 0, likes: [] },
  ]);
  for (const id of ["0", "99999", "abc", "1e1", "-1"]) {
    const missing = await client().api("GET", `/garages/${id}`);
    expect([missing.status, missing.json.message]).toEqual([
      404,
      "Could not load garage. The user or garage may not exist.",
    ]);
  }
});

test("PATCH /garages/my-garage changes one's own, and only the listed members", async () => {
  const { json } = await client().api(
    "PATCH",
    "/garages/my-garage",
    {
      description: "Mine.",
      isPublicAddress: true,
      address: "12 Open Road",
      vehicleCount: 50,
      coverPhoto: "x",
      hidden: true,
    },
    { token },
  );
  // The contract lists no result for this call, so the general rule holds: one thing is `data.doc`.
  expect(json.data.doc).toEqual(json.data.garage);
  expect(json.data.garage).toMatchObject({
    name: "Delta",
    description: "Mine.",
    location: { address: "12 Open Road", isPublicAddress: true },
    vehicleCount: 2,
  });
  const hidden = await client().api(
    "PATCH",
    "/garages/my-garage",
    { isPublicAddress: false, location: "Hethel" },
    { token },
  );
  expect(hidden.json.data.garage.location).toEqual({ address: "Hethel", isPublicAddress: false });
  expect((await client().api("PATCH", "/garages/my-garage", { name: "X" })).status).toBe(401);
  const newcomer = await signUp(server(), "New Comer");
  expect((await newcomer.browser.api("PATCH", "/garages/my-garage", { name: "X" })).status).toBe(404);
  const wrong = await client().api("POST", "/garages/my-garage", {}, { token });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "PATCH, DELETE"]);
  const wrongType = await client().api("PATCH", "/garages/my-garage", { name: { $gt: "" } }, { token });
  expect([wrongType.status, wrongType.json.errors]).toEqual([400, { name: ["Name must be text."] }]);
});

describe("POST /users/complete-onboarding", () => {
  const GOOD = { garageName: "API Garage", location: "Here", about: "Hello." };

  test("opens the garage once, from JSON", async () => {
    const member = await signUp(server(), "Json Person");
    const bearer = { token: await bearerOf(server(), member) };
    const opened = await client().api("POST", "/users/complete-onboarding", GOOD, bearer);
    expect(opened.status).toBe(201);
    expect(opened.json.data.user).toMatchObject({
      _id: member.id,
      name: "Json Person",
      garage: expect.stringMatching(/^\d+$/),
    });
    const garage = await client().api("GET", `/garages/${opened.json.data.user.garage}`);
    expect(garage.json.data.garage).toMatchObject({ name: "API Garage", description: "Hello." });
    const again = await client().api("POST", "/users/complete-onboarding", GOOD, bearer);
    expect([again.status, again.json.message]).toEqual([409, "You already have a garage."]);
  });

  test("takes the avatar as multipart; a refused one leaves nothing behind", async () => {
    const member = await signUp(server(), "Multi Part");
    const bearer = await bearerOf(server(), member);
    const send = (bytes: Uint8Array, name: string) =>
      client().api("POST", "/users/complete-onboarding", GOOD, { token: bearer, files: { avatar: [{ name, bytes }] } });
    const refused = await send(htmlAsJpeg(), "fake.jpg");
    expect(refused.status).toBe(400);
    expect(refused.json.errors.avatar[0]).toContain("fake.jpg");
    expect((await member.browser.api("GET", "/users/me")).json.data.user.garage).toBeNull();
    const opened = await send(await photograph(), "me.jpg");
    expect(opened.status).toBe(201);
    const picture = await client().fetch(`/img/users/${opened.json.data.user.avatar}`);
    expect(picture.status).toBe(200);
  });

  test("needs a session", async () => {
    expect((await client().api("POST", "/users/complete-onboarding", GOOD, { token: "x" })).status).toBe(401);
    const wrong = await client().api("GET", "/users/complete-onboarding");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
