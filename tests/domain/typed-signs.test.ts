import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { vehicles } from "~/db/schema";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { listEvents } from "~/features/events/list.server";
import { eventSearch } from "~/features/events/schema.server";
import { listGarages } from "~/features/garages/queries.server";
import { listUsers } from "~/features/moderation/queries.server";
import { userQuery } from "~/features/moderation/schema.server";
import { searchJson } from "~/features/search/json.server";
import { searchSchema } from "~/features/search/schema.server";
import { suggest } from "~/features/search/suggestions.server";
import { submitTicket } from "~/features/tickets/commands.server";
import { listTickets } from "~/features/tickets/queries.server";
import { ticketInput, ticketQuery } from "~/features/tickets/schema.server";
import { decode } from "~/lib/decode";
import { cleanLine, fold } from "~/lib/text";
import { geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import { makeEvent } from "../support/events";
import { makeAdmin, makeGarage, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { splitList } from "../support/split-list";

const PAGE = { page: 1, limit: 50 };

const PAIRS: [typed: string, asked: string][] = [
  ["Grandad’s P5", "grandad's p5"],
  ["O‘Brien", "o'brien"],
  ["D´Artagnan", "d'artagnan"],
  ["Hawaiʻi Cruisers", "hawai`i cruisers"],
  ["Ceeʼd Club", "cee＇d club"],
  ["“Black Beauty”", '"black beauty"'],
  ["„Die Ente“ fährt", '"die ente" fahrt'],
  ["«Deux Chevaux»", '"deux chevaux"'],
  ["「愛車」の会", '"愛車"の会'],
  ["F–150 People", "f-150 people"],
  ["E‑Type Register", "e-type register"],
  ["Minus−One", "minus-one"],
  ["Paris—Dakar", "paris―dakar"],
  ["１９５５－DS", "1955-ds"],
  ["Fuel\u00a0&\u202fOil", "fuel & oil"],
  ["Tea\u3000House", "tea house"],
  ["Volks\u00adwagen Treff", "volkswagen treff"],
  ["Zero\u200bWidth", "zerowidth"],
  ["Byte\ufeffOrder", "byteorder"],
  ["\u2067Right\u2069 to Left\u200f", "right to left"],
];

/** As typed, as on the keyboard, with an invisible character. */
const askedIn = ([text, query]: [string, string]) => [
  text,
  query,
  `${query.slice(0, 3)}\u00ad${query.slice(3)}`,
  query.replaceAll(" ", "\u2003"),
];

const JSON_PAGE = { page: 1, limit: 20 };
const searched = (q: string) => searchJson(decode(searchSchema, { q }).q, JSON_PAGE).data;
const suggested = (q: string) =>
  suggest(decode(searchSchema, { q }).q).flatMap(({ rows }) => rows.map(({ name }) => name));

test.each(PAIRS)("%s is found by %s, in every search", (...pair) => {
  const [text] = pair;
  const name = cleanLine(text);
  const admin = viewerOf(makeAdmin({ name: "Grace" }));
  makeGarage(makeUser({ name: "Somebody" }), { name });
  makeUser({ name });
  makeEvent(null, { title: name });
  const subject = { category: "Bug Report", subject: text, description: "x" };
  const ticket = submitTicket(null, decode(ticketInput, subject)).id;
  // The reverse: stored with the keyboard's characters.
  makeGarage(makeUser({ name: "Somebody" }), { name: pair[1] });
  for (const q of askedIn(pair)) {
    const result = searched(q);
    expect([result.garages.length, result.users.length, result.events.length], JSON.stringify(q)).toEqual([2, 1, 1]);
    expect(suggested(q)).toEqual([pair[1], name, name, name]);
    expect(listGarages({ search: cleanLine(q), sort: "createdAt" }, PAGE).total).toBe(2);
    expect(listEvents(decode(eventSearch, { title: q }), PAGE).rows.map(({ title }) => title)).toEqual([name]);
    expect(listUsers(admin, decode(userQuery, { q }), PAGE).rows.map((row) => row.name)).toEqual([name]);
    expect(listTickets(admin, decode(ticketQuery, { subject: q }), PAGE).rows.map(({ id }) => id)).toEqual([ticket]);
  }
});

function countsOf(q: string) {
  const admin = viewerOf(makeAdmin({ name: "Grace" }));
  const { garages, users, events } = searched(q);
  return [
    ...[garages.length, users.length, events.length],
    listGarages({ search: cleanLine(q), sort: "createdAt" }, PAGE).total,
    listEvents(decode(eventSearch, { title: q }), PAGE).total,
    listUsers(admin, decode(userQuery, { q }), PAGE).total,
    listTickets(admin, decode(ticketQuery, { subject: q }), PAGE).total,
  ];
}

function makeCalled(name: string): void {
  makeGarage(makeUser({ name: "Somebody" }), { name });
  makeUser({ name });
  makeEvent(null, { title: name });
  submitTicket(null, decode(ticketInput, { category: "Bug Report", subject: name, description: "x" }));
}

const EACH = Array(7).fill(1);
const NONE = Array(7).fill(0);

test.each([
  ...splitList(`
    "quoted" | 100% | under_score | star* | NEAR(a | OR | NOT | name_folded:x | ^start | -minus | it's | (((
    " | % | __ | * | + | [ds] | .* | 日本車庫`),
  "back\\slash",
  "a.b|c$",
])("%s is taken literally, in every search", (text) => {
  makeCalled(`The ${text} place`);
  makeCalled("A very long name with all letters, abcdefghijklmnpqstuvwxyz");
  for (const q of [text, `${text} place`]) expect([q, countsOf(q)]).toEqual([q, EACH]);
  expect(countsOf(`${text} nothing`)).toEqual(NONE);
});

test.each([
  ["Zoë Müller", "zoe | MÜLLER | ZO\u0065\u0308 | ülle"],
  ["ŁUKASZ Ørsted", "lukasz | orsted"],
  ["Straße 98765", "STRASSE | strasse 98765 | 98765"],
  ["CITROËN & Friends", "citroen & | ËN & | N & F"],
])("%s is found in any case and with any accents, in every search", (name, texts) => {
  makeCalled(name);
  makeCalled("Plain");
  for (const q of texts.split(" | ")) expect([q, countsOf(q)]).toEqual([q, EACH]);
});

test("an apostrophe is no quotation mark", () => {
  expect(fold("’")).toBe("'");
  expect(fold("”")).toBe('"');
  makeGarage(makeUser(), { name: "Rock ’n’ Roll" });
  expect(searched('rock "n" roll').garages).toEqual([]);
  expect(searched("rock 'n' roll").garages).toHaveLength(1);
});

test("what is stored and shown stays as it was typed, but for its blanks", () => {
  expect(cleanLine("Grandad’s\u00a0F–150 \u3000x\u2028y\u0085z")).toBe("Grandad’s F–150 x y z");
  expect(cleanLine("Volks\u00adwagen Byte\ufeffOrder")).toBe("Volks\u00adwagen Byte\ufeffOrder");
});

test("one letter is one letter, next to invisible characters too", () => {
  makeUser({ name: "Bo" });
  expect(suggested("b\u200b\u2060\u00ad")).toEqual([]);
  expect(suggested("b\u200bo")).toEqual(["Bo"]);
});

test.each([
  ["Stratford–upon–Avon, England", "Stratford-upon-Avon"],
  ["King’s\u00a0Lynn", "King's Lynn"],
  ["Mün\u00adchen", "Munich"],
  ["Bir\u200bming\u200bham, UK", "Birmingham"],
  ["Hall 7 ‑ Düsseldorf", "Düsseldorf"],
])("the place %j is %s", (text, name) => {
  const result = geocode(text);
  expect(result.found === "place" && result.place.label).toContain(name);
});

test("towns are suggested despite invisible characters", () => {
  const names = (text: string) => suggestPlaces(text, 5).map(({ label }) => label);
  expect(names("Birm\u00ading")).toEqual(names("Birming"));
  expect(names("Birming")[0]).toContain("Birmingham");
});

function search(q: string): string[] {
  const resultNames = searched(q).vehicles.map(({ year, model }) => `${year} ${model}`);
  const suggestions = suggest(q).find(({ section }) => section === "vehicles")?.rows ?? [];
  expect(suggestions.map(({ name }) => name)).toHaveLength(Math.min(3, resultNames.length));
  const browsed = browseVehicles(decode(browseQuery, { q }), PAGE).rows.map(({ year, model }) => `${year} ${model}`);
  expect(browsed.sort()).toEqual([...resultNames].sort());
  return resultNames;
}

test.each([
  ["Mazda", "MX-5", "mx5 | MX 5 | mx-5 | mx.5 | mx–5 | mazda mx5 | m\u00adx5"],
  ["Mazda", "MX5", "mx5 | mx 5 | mx-5 | MX‑5 | mx.5"],
  ["Ford", "F-150", "f150 | f 150 | F–150 | f.150 | ford f150"],
  ["Ford", "F150", "f-150 | f 150"],
  ["Honda", "CX 500", "cx500 | cx-500 | cx 500 | honda cx500"],
  ["Porsche", "911 SC", "911sc | 911-sc | 911 sc | SC 911"],
  ["Porsche", "911SC", "911 sc | 911-sc"],
  ["M.G.", "B", "mg | m.g. | m g"],
  ["MG", "A", "m.g. | MG"],
  ["Rolls-Royce", "Silver Shadow II", "rollsroyce | rolls royce | silvershadow | shadowii | rolls.royce"],
  ["Mercedes Benz", "300SL", "mercedes-benz | mercedesbenz | 300-sl | 300 sl | 300sl"],
  ["Oldsmobile", "4-4-2", "442 | 4-4-2"],
  ["Kia", "Cee’d", "ceed | cee'd | cee´d"],
  ["BMW", "3.0 CSL", "3.0csl | 3.0 csl | 30csl"],
  ["Toyota", "ＡＥ－８６", "ae86 | AE 86 | ae-86"],
])("a %s %s is found by %s", (make, model, texts) => {
  const { garage } = makeOwner();
  db().delete(vehicles).run();
  makeVehicle(garage, { year: 1981, make: "Lada", model: "Niva" });
  makeVehicle(garage, { year: 1971, make, model });
  for (const q of texts.split(" | ")) expect([q, search(q)]).toEqual([q, [`1971 ${model}`]]);
});

test("numbers are not taken apart: no litre is a year, and no model a number of the year", () => {
  const { garage } = makeOwner();
  db().delete(vehicles).run();
  makeVehicle(garage, { year: 1993, make: "Saab", model: "900" });
  makeVehicle(garage, { year: 1999, make: "Saab", model: "9-3" });
  makeVehicle(garage, { year: 1990, make: "Peugeot", model: "205 1.9 GTI" });
  makeVehicle(garage, { year: 1990, make: "Peugeot", model: "205 1.6 GTI" });
  expect(search("saab 9-3")).toEqual(["1999 9-3"]);
  expect(search("9-3")).toEqual(["1999 9-3"]);
  expect(search("93")).toEqual(["1999 9-3", "1993 900"]);
  expect(search("205 1.9")).toEqual(["1990 205 1.9 GTI"]);
  expect(search("peugeot - 205gti")).toEqual([]);
  expect(search("205 - gti")).toEqual(["1990 205 1.6 GTI", "1990 205 1.9 GTI"]);
});

test("a condition is compared as it was typed", () => {
  const { garage } = makeOwner();
  makeVehicle(garage, { condition: "Grandad’s own" });
  const total = (condition: string) => browseVehicles(decode(browseQuery, { condition }), PAGE).total;
  expect([total("grandad’s own"), total("grandad's own")]).toEqual([1, 0]);
});
