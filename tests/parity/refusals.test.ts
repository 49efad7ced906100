import { beforeAll, describe, expect, test } from "vitest";
import { type Browser, browserLike, type Fields } from "../support/browser-like";
import { GOOD_EVENT, submitEvent } from "../support/good-event";
import { htmlAsJpeg } from "../support/images";
import { jsonOf, type Kind } from "../support/json-values";
import { type Member, newPerson, PASSWORD, signUp } from "../support/members";
import { sharedServer } from "../support/server";
import { type Crowd, makeCrowd } from "../support/social";
import { refusedAlike } from "./alike";

/** A form and the call that does the same. */
interface Door {
  by?: () => Member;
  form: string | (() => string);
  call: [method: string, path: string | (() => string)];
  /** Which of a page's forms it is: sent with it, and what the ids of its fields begin with. */
  intent?: string;
  /** Members that are no text in JSON. */
  kinds?: Record<string, Kind>;
  /** Fields whose messages the page has no place for. */
  without?: string[];
  /** Fields that show again what was typed. */
  kept?: string[];
  /** A field for a picture, which makes the form multipart. */
  picture?: string;
  /** What is wrong, by name: rules are proved where they stand, here each field is wrong once. */
  wrong: Record<string, Fields>;
}

const server = sharedServer();
let crowd: Crowd;
let pending = "";
let comment = "";

beforeAll(async () => {
  crowd = await makeCrowd(server());
  pending = await submitEvent(crowd.member);
  const first = await crowd.member.browser.api("POST", `/vehicles/${crowd.vehicleId}/comments`, { text: "First" });
  comment = first.json.data.doc._id;
});

const x = (count: number) => "x".repeat(count);
const TOKEN = x(43);
const NEW = { password: "brand new one", passwordConfirm: "brand new one" };
const DIFFERENT = { password: PASSWORD, passwordConfirm: "something else" };
const ADA = newPerson("parity@example.com");
const [owner, member] = [() => crowd.owner, () => crowd.member];
const vehicle = () => `/vehicles/${crowd.vehicleId}`;

const EVENT = {
  by: member,
  kept: ["title", "startDate", "endDate", "location", "url", "shortDescription", "fullDescription"],
  wrong: {
    nothing: { title: "", startDate: "", endDate: "", location: "", category: "", shortDescription: "" },
    "all wrong": {
      ...{ ...GOOD_EVENT, title: " \t ", category: "Party", startDate: "2031-02-30T10:00", url: "javascript:alert(1)" },
      ...{ shortDescription: x(301), fullDescription: x(10_001) },
    },
    "an end before the start": { ...GOOD_EVENT, endDate: "2031-05-01T16:59" },
  },
};
const VEHICLE: Omit<Door, "form" | "call"> = {
  by: owner,
  kinds: { year: "number" },
  kept: ["make", "model", "year", "description"],
  wrong: {
    nothing: { make: "", model: "", year: "" },
    "all wrong": {
      ...{ make: "   ", model: x(81), year: "2020abc", condition: x(101), description: x(2001), story: x(20_001) },
    },
  },
};
const COMMENT = {
  ...{ by: member, form: vehicle, call: ["POST", () => `${vehicle()}/comments`] as Door["call"] },
  wrong: { nothing: {}, "too much": { text: x(2001) } },
};

const DOORS: Record<string, Door> = {
  "signing up": {
    ...{ form: "/signup", call: ["POST", "/users/signup"], kept: ["name", "email"] },
    wrong: {
      nothing: {},
      "all wrong": { name: "  ", email: "ada at example", password: "short", passwordConfirm: "other" },
      "all too long": { name: x(81), email: `ada@${x(300)}.example`, password: x(201), passwordConfirm: x(201) },
      "a password of the many": { ...ADA, password: "qwertyuiop", passwordConfirm: "qwertyuiop" },
      "a password like the name": { ...ADA, password: "ada-1234", passwordConfirm: "ada-1234" },
      "two different passwords": { ...ADA, ...DIFFERENT },
    },
  },
  "logging in": {
    ...{ form: "/login", call: ["POST", "/users/login"], kept: ["email"] },
    wrong: {
      nothing: {},
      "no password": { email: ADA.email },
      "an endless address": { email: `ada@${x(300)}.example`, password: PASSWORD },
    },
  },
  "another password by mail": {
    ...{ form: `/reset-password/${TOKEN}`, call: ["PATCH", `/users/resetPassword/${TOKEN}`] },
    wrong: { nothing: {}, "two that differ": DIFFERENT, "a dead link": NEW },
  },
  "a profile": {
    ...{ by: member, form: "/settings", intent: "profile", call: ["PATCH", "/users/updateMe"], picture: "avatar" },
    wrong: { "no name": { name: " " }, "all too long": { name: x(81), bio: x(501), location: x(121) } },
  },
  "a password": {
    ...{ by: member, form: "/settings", intent: "password", call: ["PATCH", "/users/updateMyPassword"] },
    wrong: {
      nothing: {},
      "a wrong current one": { ...NEW, passwordCurrent: "guess" },
      "two that differ": { ...DIFFERENT, passwordCurrent: PASSWORD },
      "easy to guess": { passwordCurrent: PASSWORD, password: "Mia-Member-1", passwordConfirm: "Mia-Member-1" },
      "too short": { passwordCurrent: PASSWORD, password: "short", passwordConfirm: "short" },
    },
  },
  "opening a garage": {
    ...{ by: member, form: "/onboarding", call: ["POST", "/users/complete-onboarding"], picture: "avatar" },
    ...{ kinds: { isPublicAddress: "switch" }, kept: ["garageName", "location", "about"] },
    wrong: {
      nothing: {},
      "a public address without one": {
        ...{ garageName: "Parity", location: "Here", about: "Two lifts.\n\nOne stove.", isPublicAddress: "on" },
      },
      "all too long": { garageName: x(101), location: x(121), address: x(201), about: x(5001) },
    },
  },
  "editing a garage": {
    ...{ by: owner, form: () => `/garages/${crowd.owner.garageId}/edit`, call: ["PATCH", "/garages/my-garage"] },
    ...{ kinds: { isPublicAddress: "switch" }, kept: ["name", "description"] },
    wrong: {
      "no name": { name: "", description: "Quiet." },
      "a public address without one": { name: "A", isPublicAddress: "true" },
      "all too long": { name: x(101), description: x(5001) },
    },
  },
  // The story is asked on the edit page only.
  "adding a vehicle": { ...VEHICLE, form: "/vehicles/new", call: ["POST", "/vehicles"], without: ["story"] },
  "editing a vehicle": { ...VEHICLE, form: () => `${vehicle()}/edit`, call: ["PATCH", vehicle] },
  "a comment": { ...COMMENT, intent: "comment", kept: ["text"] },
  "an answer": { ...COMMENT, intent: "reply" },
  "a review": {
    ...{ by: member, form: () => `/garages/${crowd.owner.garageId}`, intent: "review" },
    ...{ call: ["POST", () => `/garages/${crowd.owner.garageId}/reviews`], kinds: { rating: "number" } },
    kept: ["review"],
    wrong: {
      nothing: {},
      "six stars": { rating: 6, review: x(2001) },
      "half a star": { rating: "4.5", review: "Tidy." },
    },
  },
  "submitting an event": {
    ...{ ...EVENT, form: "/events/submit", call: ["POST", "/events/submit"], picture: "photos" },
  },
  "editing an event": { ...EVENT, form: () => `/events/${pending}/edit`, call: ["PATCH", () => `/events/${pending}`] },
  "a request for support": {
    ...{ form: "/toolbox", call: ["POST", "/tickets/submit"], without: ["about"] },
    wrong: {
      nothing: {},
      "all wrong": {
        ...{ category: "Spam", subject: x(151), description: " \r\n " },
        ...{ name: x(81), email: "ada@", about: "//evil.example/" },
      },
      "too long": { category: "Bug Report", subject: "Upside down", description: x(5_001) },
    },
  },
};

/** A form sends other line ends than were typed. */
const asTyped = (text: Fields[string] = "") => String(text).replace(/\r\n?/g, "\n").trim();

const given = (address: string | (() => string)) => (typeof address === "string" ? address : address());

/** Tries both, as the door says, with these fields. */
async function triedBoth(door: Door, fields: Fields, files?: Parameters<Browser["submit"]>[2]) {
  const { by, form, call, intent, kinds = {}, without } = door;
  const beside: Fields = intent === "reply" ? { parent: comment } : {};
  const of = intent === "reply" ? `reply-${comment}` : intent;
  const sent = { ...(intent && { intent }), ...beside, ...fields };
  const json = files ? fields : { ...beside, ...jsonOf(fields, kinds) };
  return refusedAlike(
    by?.().browser ?? browserLike(server()),
    [given(form), sent, files ?? (door.picture ? {} : undefined)],
    [call[0], given(call[1]), json, files ? { files } : {}],
    { ...(of && { of }), ...(without && { without }) },
  );
}

describe("the same mistake meets the same words on page and API", () => {
  const all = Object.entries(DOORS).flatMap(([what, door]) =>
    Object.entries(door.wrong).map(([why, fields]) => [what, why, door, fields] as const),
  );

  test.each(all)("%s: %s", async (_what, _why, door, fields) => {
    const { page } = await triedBoth(door, fields);
    for (const name of door.kept ?? []) expect(asTyped(page.value(name))).toBe(asTyped(fields[name]));
    for (const name of page.fields) if (/password/i.test(name)) expect(page.value(name)).toBe("");
    if (door.intent !== "reply") return;
    expect(page.text(`#reply-${comment}-field-text`)).toBe(fields.text ?? "");
    expect(page.text("#comment-field-text")).toBe("");
  });

  const GOOD: Record<string, Fields> = {
    "a profile": { name: "P" },
    "opening a garage": { garageName: "Parity", location: "Here" },
    "submitting an event": GOOD_EVENT,
  };

  test.each(Object.entries(GOOD))("%s: a file that is no image", async (what, fields) => {
    const door = DOORS[what]!;
    const { picture = "", kept = [] } = door;
    const { page, json } = await triedBoth(door, fields, { [picture]: [{ name: "page.jpg", bytes: htmlAsJpeg() }] });
    expect(Object.keys(json.errors)).toEqual([picture]);
    for (const name of kept) expect(asTyped(page.value(name))).toBe(asTyped(fields[name]));
  });

  test("a second garage", async () => {
    const fields = GOOD["opening a garage"]!;
    const call = ["POST", "/users/complete-onboarding", fields] as const;
    await refusedAlike(crowd.owner.browser, ["/onboarding", fields, {}], [...call], { status: 409 });
  });

  test("no garage to delete", async () => {
    const { browser } = crowd.member;
    const form = await browser.submit("/settings/delete-garage", { safety: "on" });
    const call = await browser.api("DELETE", "/garages/my-garage");
    expect([form.status, call.status]).toEqual([404, 404]);
    expect(form.page.text("main")).toContain(call.json.message);
  });

  test("wrong credentials: the form again, 401 from the API", async () => {
    const wrong = { email: ADA.email, password: "wrong password" };
    const form = await browserLike(server()).submit("/login", wrong);
    const call = await browserLike(server()).api("POST", "/users/login", wrong);
    expect([form.status, call.status]).toEqual([400, 401]);
    expect(form.page.alerts).toEqual([call.json.message]);
    expect(call.json).toEqual({ status: "fail", message: "Login failed. Check your credentials.", errors: {} });
  });

  test("an unknown mode of mail, which leaves everything as it was", async () => {
    const { browser } = await signUp(server());
    const path = "/users/me/notification-settings";
    const before = await browser.api("GET", path);
    const settings = { follow: { site: false, mail: "daily" }, like: { site: true, mail: "hourly" } };
    const fields = {
      "settings[follow][mail]": "daily",
      "settings[like][site]": "on",
      "settings[like][mail]": "hourly",
    };
    const { page, json } = await refusedAlike(
      browser,
      ["/settings/notifications", fields],
      ["PATCH", path, { settings }],
    );
    expect(Object.keys(json.errors)).toEqual(["settings[like][mail]"]);
    // What was chosen is still chosen.
    expect(page.value("settings[follow][mail]")).toBe("daily");
    expect((await browser.api("GET", path)).json).toEqual(before.json);
  });
});
