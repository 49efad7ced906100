import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { signUpWithGarage } from "../support/members";
import { sharedServer, startServer } from "../support/server";

const server = await sharedServer();

const owner = await server.signUpWithGarage("Noël Gordini", "Gordini Bleu");
for (const year of [1966, 1967, 1968]) {
  await owner.browser.api("POST", "/vehicles", { make: "Renault", model: "8 Gordini", year });
}
const { json } = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Gordini Day" });
const eventId = json.data.doc._id;
// Pending, so not in the results.
await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Gordini Night" });
server.run("UPDATE events SET status = 'approved' WHERE id = ?", Number(eventId));

const ask = (query: string) => server.visitor().api("GET", `/search${query}`);

describe("GET /search", () => {
  test("returns garages, users, vehicles and events in the contract's shapes", async () => {
    const { status, json } = await ask("?q=gordini");
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "success", results: 6, total: 6, page: 1, limit: 20 });
    expect(json.totals).toEqual({ garages: 1, users: 1, vehicles: 3, events: 1 });
    expect([json.suggestion, (await ask("?q=gordinni")).json.suggestion]).toEqual([null, "Gordini"]);
    const [garage] = json.data.garages;
    const response = await owner.browser.api("GET", `/garages/${owner.garageId}`);
    const { vehicles: _, ...shown } = response.json.data.garage;
    expect(garage).toEqual(shown);
    const visitor = await server.visitor().api("GET", `/users/${owner.id}`);
    // As visitors see it, even for the user's own content or an admin.
    server.run("UPDATE users SET role = 'admin' WHERE id = ?", owner.id);
    expect((await owner.browser.api("GET", "/search?q=gordini")).json).toEqual(json);
    expect(json.data.users).toEqual([{ ...visitor.json.data.user, garage: owner.garageId }]);
    expect(json.data.vehicles.map(({ year }: { year: number }) => year)).toEqual([1968, 1967, 1966]);
    const vehicle = await server.visitor().api("GET", `/vehicles/${json.data.vehicles[0]._id}`);
    expect(json.data.vehicles[0]).toEqual(vehicle.json.data.doc);
    const list = await server.visitor().api("GET", "/events?title[regex]=gordini");
    expect(json.data.events).toEqual(list.json.data.data);
    expect(json.data.events).toMatchObject([{ _id: eventId, title: "Gordini Day" }]);
  });

  test("pages, each section at most `limit`", async () => {
    const { json } = await ask("?q=gordini&limit=2&page=2");
    expect(json).toMatchObject({ results: 1, total: 6, page: 2, limit: 2 });
    expect(json.data.garages).toEqual([]);
    expect(json.data.vehicles.map(({ year }: { year: number }) => year)).toEqual([1966]);
    for (const query of ["limit=101", "page=0"]) expect((await ask(`?q=gordini&${query}`)).status, query).toBe(400);
  });
});

test("what a phone types and what people leave out: page, call, suggestions and lists find the same", async () => {
  const shop = await server.signUpWithGarage("Pat O’Neil", "Grandad’s F–150s");
  await shop.browser.api("POST", "/vehicles", { make: "Ford", model: "F–150", year: 1978 });
  const visitor = server.visitor();
  for (const q of ["grandad's", "GRANDAD’S", "grand\u00adad´s", "o'neil", "f-150", "F‑150", "f150", "f 150"]) {
    const query = new URLSearchParams({ q });
    const { json } = await ask(`?${query}`);
    const { garages, users, vehicles } = json.totals;
    expect(garages + users + vehicles, q).toBeGreaterThan(0);
    expect((await visitor.get(`/search?${query}`)).body, q).toMatch(/Grandad’s F–150s|Pat O’Neil|F–150/);
    const suggestions = await visitor.get(`/search/suggestions?${query}`);
    expect(suggestions.body, q).toMatch(/Grandad’s F–150s|Pat O’Neil|F–150/);
    if (vehicles > 0) expect((await visitor.api("GET", `/vehicles?${query}`)).json.total, q).toBe(1);
  }
});

test("a start finds the rows of former days, which were folded by less", async () => {
  const site = await startServer();
  try {
    await signUpWithGarage(site, "Ann", "Grandad’s");
    site.database.exec("UPDATE garages SET name_folded = 'grandad’s'; UPDATE site SET folding = 0");
    const total = async () => (await browserLike(site).api("GET", "/search?q=grandad's")).json.totals.garages;
    expect(await total()).toBe(0);
    await site.restart();
    expect(await total()).toBe(1);
  } finally {
    await site.stop();
  }
});
