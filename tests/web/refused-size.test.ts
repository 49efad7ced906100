import { beforeAll, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { type Owner, signUpWithGarage } from "../support/members";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

/** No answer to a refused form is larger, bytes. */
const MOST = 64 * 1024;
const NOTE = "Some of it was too long to be shown again.";

const server = sharedServer();
let owner: Owner;
let vehicle = "";
let entry = "";

type Field = [name: string, value: string];

interface Refused {
  bytes: number;
  isCut: boolean;
  /** Those of the fields that came back as they were sent. */
  back: Field[];
}

/** Sends a form that must be refused. */
async function refuse(path: string, fields: Field[]): Promise<Refused> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const isText = /toolbox$|specs$|vehicles\/\d+\/edit$/.test(path);
  const answer = await owner.browser.fetch(path, {
    method: "POST",
    headers: { Origin: owner.browser.url, "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
    body: isText ? new URLSearchParams(fields) : form,
  });
  const body = await answer.text();
  expect([path, answer.status]).toEqual([path, 400]);
  const { root } = new HtmlPage(body);
  const held = root.querySelectorAll("main input[name], main textarea").map((field): Field => {
    const value = field.tagName === "TEXTAREA" ? field.text.replace(/^\n/, "") : field.getAttribute("value");
    return [field.getAttribute("name") ?? "", value ?? ""];
  });
  const byPlace = (all: Field[]) =>
    all.map(([name, value], at) =>
      JSON.stringify([name, all.slice(0, at).filter(([same]) => same === name).length, value]),
    );
  const found = new Set(byPlace(held));
  // Browsers send line ends as CR LF, and have them as LF in their fields.
  const places = byPlace(fields.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
  return {
    bytes: Buffer.byteLength(body),
    isCut: body.includes(NOTE),
    back: fields.filter(([name, value], at) => value !== "" && name !== "intent" && found.has(places[at] ?? "")),
  };
}

const filled = (fields: Field[]) => fields.filter(([name, value]) => value !== "" && name !== "intent");

/** Letters of one, three and four bytes, and what HTML writes as six. */
const LETTERS = ["a", "名", "😀", '"'];
const WHOLE = new Set(["a"]);

function expectRefused(refused: Refused, sent: Field[], letter: string): void {
  expect([letter, refused.bytes <= MOST || refused.bytes]).toEqual([letter, true]);
  if (WHOLE.has(letter)) expect([refused.back, refused.isCut]).toEqual([filled(sent), false]);
  expect([letter, refused.isCut]).toEqual([letter, refused.back.length < filled(sent).length]);
}

const rows = (count: number, name: string, value: string): Field[] =>
  Array.from({ length: count }, (): Field[] => [
    ["name", name],
    ["value", value],
  ]).flat();

const parts = (letter: string): Field[] =>
  Array.from({ length: 20 }, (_, at): Field[] => [
    [`parts[${at}][name]`, letter.repeat(120)],
    [`parts[${at}][maker]`, letter.repeat(80)],
    [`parts[${at}][number]`, letter.repeat(80)],
    [`parts[${at}][url]`, `https://parts.example/${"x".repeat(50)}`],
  ]).flat();

const VEHICLE = { make: "Lotus", model: "Elan", year: 1967 };

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Rita Refused");
  const { api } = owner.browser;
  // What is stored is long too, and stands in no refusal.
  const story = "語".repeat(20_000);
  vehicle = (await api("POST", "/vehicles", { ...VEHICLE, description: "語".repeat(2_000), story })).json.data.doc._id;
  const specs = Array(40).fill({ name: "名".repeat(60), value: "値".repeat(200) });
  expect((await api("PUT", `/vehicles/${vehicle}/specs`, { specs })).status).toBe(200);
  const log: Fields & { parts: object[] } = { title: "語".repeat(120), text: story, parts: [] } as never;
  log.parts = Array(20).fill({ name: "名".repeat(120), maker: "名".repeat(80), number: "名".repeat(80) });
  entry = (await api("POST", `/vehicles/${vehicle}/build`, log)).json.data.doc._id;
});

test.each(LETTERS)("a spec sheet of 40 full rows of %s", async (letter) => {
  const last: Field[] = [
    ["name", letter.repeat(60)],
    ["value", ""],
  ];
  const sent = [...rows(39, letter.repeat(60), letter.repeat(200)), ...last];
  const refused = await refuse(`/vehicles/${vehicle}/specs`, sent);
  expectRefused(refused, sent, letter);
  // The shortest first: every name, and most values.
  expect(refused.back.filter(([name]) => name === "name")).toHaveLength(40);
  expect(refused.back.length).toBeGreaterThan(letter === "名" ? 74 : 50);
});

test("a spec sheet with a message at every row, and with more rows and messages than the form has", async () => {
  const half = rows(40, "", "b".repeat(200));
  expectRefused(await refuse(`/vehicles/${vehicle}/specs`, half), half, "a");
  for (const letter of LETTERS) {
    const long = rows(40, letter.repeat(61), letter.repeat(201));
    expectRefused(await refuse(`/vehicles/${vehicle}/specs`, long), long, `${letter} too long`);
    if (letter === "😀") continue;
    const many = rows(100, letter.repeat(61), letter.repeat(201));
    expect((await refuse(`/vehicles/${vehicle}/specs`, many)).bytes).toBeLessThanOrEqual(MOST);
  }
});

test.each(LETTERS)("an entry of 20,000 characters and 20 parts, all of %s", async (letter) => {
  const fields = (intent: Field[]): Field[] => [
    ...intent,
    ["text", letter.repeat(20_000)],
    ["mileage", "1x"],
    ...parts(letter),
  ];
  const forms: [string, Field[]][] = [
    [`/vehicles/${vehicle}/build/new`, fields([])],
    [`/build/${entry}/edit`, fields([["intent", "entry"]])],
  ];
  for (const [path, sent] of forms) {
    const refused = await refuse(path, sent);
    expectRefused(refused, sent, letter);
    // Every short text, and of what HTML writes in six bytes most.
    expect(refused.back.length).toBeGreaterThan(letter === '"' ? 60 : 80);
  }
  const links = parts("a").map(
    ([name, value]): Field => [name, name.endsWith("[url]") ? `https://${"x".repeat(1_990)}` : value],
  );
  expect((await refuse(`/vehicles/${vehicle}/build/new`, links)).bytes).toBeLessThanOrEqual(MOST);
  const bad = parts(letter).map(([name, value]): Field => [name, `${value}${"x".repeat(80)}`.replace("https:", "")]);
  expect((await refuse(`/build/${entry}/edit`, [["intent", "entry"], ...bad])).bytes).toBeLessThanOrEqual(MOST);
});

test.each(LETTERS)("a vehicle with a full description and story of %s", async (letter) => {
  const description: Field = ["description", letter.repeat(2_000)];
  const forms: [string, Field[]][] = [["/vehicles/new", []]];
  // More of these does not fit into a form without files.
  if (letter !== "😀") forms.push([`/vehicles/${vehicle}/edit`, [["story", letter.repeat(20_000)]]]);
  for (const [path, story] of forms) {
    const sent: Field[] = [["make", ""], ["model", "M"], ["year", "1967"], description, ...story];
    const refused = await refuse(path, sent);
    expectRefused(refused, sent, story.length > 0 ? letter : "a");
    expect(refused.back).toContainEqual(description);
  }
});

test("what script asks for is not larger either", async () => {
  for (const letter of LETTERS) {
    const answer = await owner.browser.fetch(`/vehicles/${vehicle}/specs.data`, {
      method: "POST",
      headers: { Origin: owner.browser.url, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams(rows(100, letter.repeat(61), letter.repeat(150))),
    });
    expect(answer.status).toBe(400);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(MOST);
  }
});

test("words that wait for their writer do not stand in it too", async () => {
  const keep = server().database.prepare(
    "INSERT INTO parked_forms (user_id, path, intent, fields, created_at) VALUES (?, ?, '', ?, ?)",
  );
  const path = `/vehicles/${vehicle}/specs`;
  keep.run(Number(owner.id), path, JSON.stringify({ name: "名".repeat(20_000) }), Date.now());
  const sent = rows(40, "", "b".repeat(200));
  expectRefused(await refuse(path, sent), sent, "a");
});

test("a request stands in it whole, however much the earlier ones were answered", async () => {
  const { database } = server();
  const ask = database.prepare(
    `INSERT INTO tickets (user_id, category, subject, subject_folded, description, status, name, email, about, created_at, updated_at)
    VALUES (?, 'Bug Report', 's', 's', 'd', 'New', '', '', '', 1, 1) RETURNING id`,
  );
  const answer = database.prepare(
    "INSERT INTO ticket_replies (ticket_id, author_name, text, created_at) VALUES (?, 'Grace', ?, 1)",
  );
  for (let at = 0; at < 20; at++) answer.run((ask.get(Number(owner.id)) as { id: number }).id, "é".repeat(1_000));
  const sent: Field[] = [
    ["category", ""],
    ["subject", "Brakes"],
    ["description", `\r\n\r\n${"d".repeat(4_900)}`],
  ];
  expectRefused(await refuse("/toolbox", sent), sent, "a");
});
