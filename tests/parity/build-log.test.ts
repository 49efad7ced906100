import { beforeAll, expect, test } from "vitest";
import { jpegWithExif, truncatedJpeg } from "../support/images";
import { type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let owner: Owner;
let vehicle = "";
let entry = "";

type Values = Record<string, string>;

const good: Values = { kind: "Modification", title: "Lowered", date: "2024-03-14", unit: "km", area: "Suspension" };

/** What a form sends as JSON: rows of parts as a list. */
function asJson({ costIsPublic, mileage, cost, ...values }: Values) {
  const parts: Values[] = [];
  const rest: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    const [, at, member] = /^parts\[(\d+)\]\[(\w+)\]$/.exec(field) ?? [];
    if (member) parts[Number(at)] = { ...parts[Number(at)], [member]: value };
    else rest[field] = value;
  }
  const number = (text: string | undefined) => (text === undefined || Number.isNaN(Number(text)) ? text : Number(text));
  return { ...rest, mileage: number(mileage), cost: number(cost), costIsPublic: costIsPublic === "on", parts };
}

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Parity Builder");
  vehicle = (await owner.browser.submit("/vehicles/new", { make: "Saab", model: "99", year: 1978 })).location;
  entry = (await owner.browser.submit(`${vehicle}/build/new`, good)).location;
});

const BAD: [string, Values, string[]][] = [
  ["no title", { title: "  " }, ["title"]],
  ["a long title and text", { title: "x".repeat(121), text: "x".repeat(20_001) }, ["title", "text"]],
  [
    "a kind, a status and an area that are none",
    { kind: "Rest", status: "Sold", area: "Hull" },
    ["kind", "status", "area"],
  ],
  ["no day", { date: "2024-02-30" }, ["date"]],
  ["a day long ago", { date: "1884-12-31" }, ["date"]],
  ["a day to come", { date: "2199-01-01" }, ["date"]],
  ["a mileage that is none", { mileage: "-5" }, ["mileage"]],
  ["a mileage without a unit", { mileage: "5", unit: "" }, ["unit"]],
  ["a cost with three decimals", { cost: "1.234", currency: "GBP" }, ["cost"]],
  ["a cost without a currency", { cost: "1.23" }, ["currency"]],
  ["a currency that is none", { cost: "1.23", currency: "XXQ" }, ["currency"]],
  [
    "a part without a name and a link that is none",
    {
      "parts[0][name]": "Springs",
      "parts[1][maker]": "Acme",
      "parts[2][name]": "Nuts",
      "parts[2][url]": "javascript:1",
    },
    ["parts[1][name]", "parts[2][url]"],
  ],
];

test.each(BAD)("adding and editing with %s: one answer by page and API", async (_, wrong, fields) => {
  const values = { ...good, ...wrong };
  const targets = [
    [`${vehicle}/build/new`, "POST", `${vehicle}/build`, values, ""],
    [`${entry}/edit`, "PATCH", entry, { intent: "entry", ...values }, "entry-"],
  ] as const;
  for (const [page, method, path, sent, prefix] of targets) {
    const form = await owner.browser.submit(page, sent);
    const call = await owner.browser.api(method, path, asJson(values));
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(Object.keys(call.json.errors)).toEqual(fields);
    expect(form.page.alerts.join(" ")).toContain(call.json.message);
    for (const [field, messages] of Object.entries(call.json.errors as Record<string, string[]>)) {
      const id = `${prefix}field-${field}-error`;
      const shown = form.page.root.querySelectorAll("main p").find((text) => text.getAttribute("id") === id);
      expect(shown?.text, field).toBe(messages.join(" "));
    }
    for (const [field, value] of Object.entries(values)) {
      // A choice that there is not cannot be shown.
      if (!fields.includes(field) || /title|text|parts|cost|mileage/.test(field)) {
        expect(form.page.value(field), field).toBe(value);
      }
    }
  }
  expect(server().database.prepare("SELECT count(*) FROM build_entries").pluck().get()).toBe(1);
});

test("a refused picture keeps nothing, by page and API", async () => {
  const photos = [
    { name: "good.jpg", bytes: await jpegWithExif({ width: 60, height: 40 }) },
    { name: "broken.jpg", bytes: await truncatedJpeg() },
  ];
  const form = await owner.browser.submit(`${vehicle}/build/new`, good, { photos });
  const call = await owner.browser.api("POST", `${vehicle}/build`, good, { files: { photos } });
  expect([form.status, form.page.fieldError("photos")]).toEqual([call.status, call.json.message]);
  expect(call.json.message).toContain("broken.jpg");
  expect(form.page.value("title")).toBe("Lowered");
  const none = await owner.browser.submit(`${entry}/edit`, {}, { photos: [] });
  const called = await owner.browser.api("POST", `${entry}/photos`, {});
  expect([none.status, none.page.fieldError("photos")]).toEqual([called.status, called.json.message]);
  expect(server().database.prepare("SELECT count(*) FROM build_entries").pluck().get()).toBe(1);
});
