import { expect, test } from "vitest";
import { photograph } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor: client } = server;
const get = (path: string) => client().api("GET", path);
const namesOf = (json: { data: { data: { name: string }[] } }) => json.data.data.map(({ name }) => name);

for (const name of ["Alpha Café", "Beta (1.0)", "Gamma"]) await server.signUpWithGarage("Maker", name);
const owner = await server.signUpWithGarage("Vehicle Owner", "Delta");
const token = await server.bearerOf(owner);
const photos = [{ name: "a.jpg", bytes: await photograph() }];
for (const model of ["Elan", "Europa"]) {
  await client().api("POST", "/vehicles", { make: "Lotus", model, year: 1970 }, { token, files: { photos } });
}

test("the list is sorted and paged", async () => {
  const newest = await get("/garages");
  expect(newest.json).toMatchObject({ status: "success", results: 4, total: 4, page: 1, limit: 20 });
  expect(namesOf(newest.json)).toEqual(["Delta", "Gamma", "Beta (1.0)", "Alpha Café"]);
  expect(namesOf((await get("/garages?sort=createdAt&limit=2&page=2")).json)).toEqual(["Gamma", "Delta"]);
  expect(namesOf((await get("/garages?sort=-vehicleCount&limit=1")).json)).toEqual(["Delta"]);
});

test("random ones are 1 to 20, of those with vehicles", async () => {
  expect(namesOf((await get("/garages/random?limit=4")).json)).toEqual(["Delta"]);
  expect((await get("/garages/random")).json).toMatchObject({ results: 1, total: 4, page: 1, limit: 20 });
  for (const limit of ["0", "21", "x"]) expect((await get(`/garages/random?limit=${limit}`)).status).toBe(400);
});

test("one comes with its vehicles, their likes and comment counts", async () => {
  const { status, json } = await get(`/garages/${owner.garageId}`);
  const user = { _id: owner.id, name: "Vehicle Owner", avatar: "default.jpg" };
  const vehicles = ["Europa", "Elan"].map((model) => ({ model, commentCount: 0, likes: [] }));
  expect([status, json.data.garage]).toMatchObject([200, { name: "Delta", vehicleCount: 2, user, vehicles }]);
  const missing = await get("/garages/99999");
  const message = "Could not load garage. The user or garage may not exist.";
  expect([missing.status, missing.json.message]).toEqual([404, message]);
});

test("one's own is changed, and only in the listed members", async () => {
  const change = async (overrides: object) =>
    (await client().api("PATCH", "/garages/my-garage", overrides, { token })).json;
  const address = { isPublicAddress: true, address: "12 Open Road" };
  const json = await change({ description: "Mine.", ...address, vehicleCount: 50, coverPhoto: "x", hidden: true });
  // Not listed in the contract, so the general rule applies: one resource is `data.doc`.
  expect(json.data.doc).toEqual(json.data.garage);
  expect(json.data.garage).toMatchObject({
    ...{ name: "Delta", description: "Mine.", vehicleCount: 2 },
    location: { address: "12 Open Road", isPublicAddress: true },
  });
  const hidden = await change({ isPublicAddress: false, location: "Hethel" });
  expect(hidden.data.garage.location).toEqual({ address: "Hethel", isPublicAddress: false });
});

test("a first one is opened from JSON", async () => {
  const member = await server.signUp("Json Person");
  const bearer = { token: await server.bearerOf(member) };
  const input = { garageName: "API Garage", location: "Bicester, England", about: "Hello.", showOnMap: true };
  const { status, json } = await client().api("POST", "/users/complete-onboarding", input, bearer);
  const { user } = json.data;
  expect([status, user._id, user.name]).toEqual([201, member.id, "Json Person"]);
  const garagePage = await get(`/garages/${user.garage}`);
  expect(garagePage.json.data.garage).toMatchObject({ name: "API Garage", description: "Hello." });
  const onMap = server.database.prepare("SELECT show_on_map FROM garages WHERE id = ?").pluck();
  expect(onMap.get(Number(user.garage))).toBe(1);
});
