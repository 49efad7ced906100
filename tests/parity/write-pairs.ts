import type { Fields } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import type { Kind } from "../support/json-values";
import { type Member, PASSWORD, signUpFields } from "../support/members";
import { DECISION, type Scene } from "./scene";

/** A form and its equivalent call. */
export interface WritePair {
  user?: Member;
  form: string;
  call: [method: string, path: string];
  /** For a page with several forms; also the prefix of field ids. */
  intent?: string;
  /** If other than the intent. */
  fieldPrefix?: string;
  /** Sent with each form and call. */
  extraFields?: Fields;
  /** Members other than text. */
  kinds?: Record<string, Kind>;
  /** If other than the form's fields. */
  json?: (fields: Fields) => object;
  /** Fields without messages on the page. */
  silent?: string[];
  /** Fields that keep their input. */
  restored?: string[];
  /** Makes the form multipart. */
  picture?: string;
  /** Each field is invalid once; the rules have other tests. */
  invalid: Record<string, Fields>;
}

/** Rows of parts as a list. */
function entryJson(fields: Fields): object {
  const parts: Fields[] = [];
  const rest: Fields = {};
  for (const [field, value] of Object.entries(fields)) {
    const [, at, member] = /^parts\[(\d+)\]\[(\w+)\]$/.exec(field) ?? [];
    if (member) parts[Number(at)] = { ...parts[Number(at)], [member]: value };
    else rest[field] = value;
  }
  const number = (value: Fields[string] | undefined) => (value === undefined ? value : Number(value));
  return { ...rest, mileage: number(rest.mileage), cost: number(rest.cost), parts };
}

/** `repeat[every]` is a member of an object. */
function withRepeat(fields: Fields): object {
  const [rule, others] = [true, false].map((isRule) =>
    Object.entries(fields).filter(([name]) => name.startsWith("repeat[") === isRule),
  );
  const repeat = rule!.map(([name, value]) => [name.slice("repeat[".length, -1), value]);
  return { ...Object.fromEntries(others!), ...(repeat.length > 0 && { repeat: Object.fromEntries(repeat) }) };
}

const x = (count: number) => "x".repeat(count);
const TOKEN = x(43);
const NEW = { password: "brand new one", passwordConfirm: "brand new one" };
const DIFFERENT = { password: PASSWORD, passwordConfirm: "something else" };
const ADA = signUpFields("parity@example.com");
const GOOD_ENTRY = { kind: "Modification", title: "Lowered", date: "2024-03-14", unit: "km", area: "Suspension" };

export function writePairsOf(scene: Scene): Record<string, WritePair> {
  const { owner, member, otherMember, admin, vehicleId } = scene.crowd;
  const [vehicle, garage, event] = [`/vehicles/${vehicleId}`, `/garages/${owner.garageId}`, `/events/${scene.live}`];
  const [holdPath, applicationPath] = [
    `/moderation/held/${scene.held}`,
    `/moderation/applications/${scene.application}`,
  ];
  const openCase = `/moderation/cases/${scene.openCase}`;

  const EVENT = {
    user: member,
    restored: ["title", "startDate", "endDate", "location", "url", "shortDescription", "fullDescription"],
    invalid: {
      nothing: { title: "", startDate: "", endDate: "", location: "", category: "", shortDescription: "" },
      "all wrong": {
        ...{
          ...GOOD_EVENT,
          title: " \t ",
          category: "Party",
          startDate: "2031-02-30T10:00",
          url: "javascript:alert(1)",
        },
        ...{ shortDescription: x(301), fullDescription: x(10_001) },
      },
      "an end before the start": { ...GOOD_EVENT, endDate: "2031-05-01T16:59" },
    },
  };
  const VEHICLE: Omit<WritePair, "form" | "call"> = {
    user: owner,
    kinds: { year: "number" },
    restored: ["make", "model", "year", "description"],
    invalid: {
      nothing: { make: "", model: "", year: "" },
      "all wrong": {
        ...{ make: "   ", model: x(81), year: "2020abc", condition: x(101), description: x(2001), story: x(20_001) },
      },
    },
  };
  const ENTRY: Omit<WritePair, "form" | "call"> = {
    user: owner,
    json: entryJson,
    restored: ["title", "text", "mileage", "cost"],
    invalid: {
      "all wrong": {
        ...{ title: "  ", text: x(20_001), kind: "Rest", status: "Sold", area: "Hull", date: "2024-02-30" },
        ...{ mileage: "-5", cost: "0.234", currency: "GBP" },
      },
      "a day to come, and a mileage without a unit": { ...GOOD_ENTRY, date: "2199-01-01", mileage: "5", unit: "" },
      "a cost without a currency": { ...GOOD_ENTRY, cost: "1.23" },
      "a part without a name and a link that is none": {
        ...{ ...GOOD_ENTRY, "parts[0][name]": "Springs", "parts[1][maker]": "Acme" },
        ...{ "parts[2][name]": "Nuts", "parts[2][url]": "javascript:1" },
      },
    },
  };
  const COMMENT = {
    ...{ user: member, form: vehicle, call: ["POST", `${vehicle}/comments`] as WritePair["call"] },
    invalid: { nothing: {}, "too much": { text: x(2001) } },
  };

  return {
    "signing up": {
      ...{ form: "/signup", call: ["POST", "/users/signup"], restored: ["name", "email"] },
      invalid: {
        nothing: {},
        "all wrong": { name: "  ", email: "ada at example", password: "short", passwordConfirm: "other" },
        "all too long": { name: x(81), email: `ada@${x(300)}.example`, password: x(201), passwordConfirm: x(201) },
        "a password of the many": { ...ADA, password: "qwertyuiop", passwordConfirm: "qwertyuiop" },
        "a password like the name": { ...ADA, password: "ada-1234", passwordConfirm: "ada-1234" },
        "two different passwords": { ...ADA, ...DIFFERENT },
      },
    },
    "logging in": {
      ...{ form: "/login", call: ["POST", "/users/login"], restored: ["email"] },
      invalid: {
        nothing: {},
        "no password": { email: ADA.email },
        "an endless address": { email: `ada@${x(300)}.example`, password: PASSWORD },
      },
    },
    "another password by mail": {
      ...{ form: `/reset-password/${TOKEN}`, call: ["PATCH", `/users/resetPassword/${TOKEN}`] },
      invalid: { nothing: {}, "two that differ": DIFFERENT, "a dead link": NEW },
    },
    "a profile": {
      ...{ user: member, form: "/settings", intent: "profile", call: ["PATCH", "/users/updateMe"], picture: "avatar" },
      invalid: { "no name": { name: " " }, "all too long": { name: x(81), bio: x(501), location: x(121) } },
    },
    "a password": {
      ...{ user: member, form: "/settings", intent: "password", call: ["PATCH", "/users/updateMyPassword"] },
      invalid: {
        nothing: {},
        "a wrong current one": { ...NEW, passwordCurrent: "guess" },
        "two that differ": { ...DIFFERENT, passwordCurrent: PASSWORD },
        "easy to guess": { passwordCurrent: PASSWORD, password: "Mia-Member-1", passwordConfirm: "Mia-Member-1" },
        "too short": { passwordCurrent: PASSWORD, password: "short", passwordConfirm: "short" },
      },
    },
    "an address": {
      ...{
        user: member,
        form: "/settings",
        intent: "email",
        call: ["POST", "/users/updateMyEmail"],
        restored: ["email"],
      },
      invalid: {
        nothing: {},
        "no address": { email: "mia at example", password: PASSWORD },
        "a wrong password": { email: "mia.new@example.com", password: "guess" },
      },
    },
    "opening a garage": {
      ...{ user: member, form: "/onboarding", call: ["POST", "/users/complete-onboarding"], picture: "avatar" },
      ...{ kinds: { isPublicAddress: "switch" }, restored: ["garageName", "location", "about"] },
      invalid: {
        nothing: {},
        "a public address without one": {
          ...{ garageName: "Parity", location: "Here", about: "Two lifts.\n\nOne stove.", isPublicAddress: "on" },
        },
        "all too long": { garageName: x(101), location: x(121), address: x(201), about: x(5001) },
      },
    },
    "editing a garage": {
      ...{ user: owner, form: `${garage}/edit`, call: ["PATCH", "/garages/my-garage"] },
      ...{ kinds: { isPublicAddress: "switch" }, restored: ["name", "description"] },
      invalid: {
        "no name": { name: "", description: "Quiet." },
        "a public address without one": { name: "A", isPublicAddress: "true" },
        "all too long": { name: x(101), description: x(5001) },
      },
    },
    // Only the edit page has the story.
    "adding a vehicle": { ...VEHICLE, form: "/vehicles/new", call: ["POST", "/vehicles"], silent: ["story"] },
    "editing a vehicle": { ...VEHICLE, form: `${vehicle}/edit`, call: ["PATCH", vehicle] },
    "a comment": { ...COMMENT, intent: "comment", restored: ["text"] },
    "an answer": { ...COMMENT, intent: "reply" },
    "editing a comment": {
      ...{ user: member, form: `/comments/${scene.comment}/edit`, call: ["PATCH", `/comments/${scene.comment}`] },
      restored: ["text"],
      invalid: { blank: { text: " \u200b" }, "too much": { text: x(2001) } },
    },
    "a review": {
      ...{ user: member, form: garage, intent: "review" },
      ...{ call: ["POST", `${garage}/reviews`], kinds: { rating: "number" } },
      restored: ["review"],
      invalid: {
        nothing: {},
        "six stars": { rating: 6, review: x(2001) },
        "half a star": { rating: "4.5", review: "Tidy." },
      },
    },
    "submitting an event": {
      ...{ ...EVENT, form: "/events/submit", call: ["POST", "/events/submit"], picture: "photos" },
      json: withRepeat,
      invalid: {
        ...EVENT.invalid,
        "a rule of no calendar": {
          ...GOOD_EVENT,
          ...{ "repeat[every]": "week", "repeat[weeks]": "0", "repeat[count]": "53", "repeat[until]": "soon" },
        },
        "a rule that misses its start": {
          ...GOOD_EVENT,
          ...{ "repeat[every]": "month", "repeat[week]": "2", "repeat[until]": "2032-05-01" },
        },
      },
    },
    "editing an event": {
      ...EVENT,
      form: `/events/${scene.pending}/edit`,
      call: ["PATCH", `/events/${scene.pending}`],
    },
    "a request for support": {
      ...{ form: "/toolbox", call: ["POST", "/tickets/submit"], silent: ["about"] },
      invalid: {
        nothing: {},
        "all wrong": {
          ...{ category: "Spam", subject: x(151), description: " \r\n " },
          ...{ name: x(81), email: "ada@", about: "//evil.example/" },
        },
        "too long": { category: "Bug Report", subject: "Upside down", description: x(5_001) },
      },
    },
    "an entry of a build log": {
      ...ENTRY,
      form: `${vehicle}/build/new`,
      call: ["POST", `${vehicle}/build`],
    },
    "another version of one": {
      ...{
        ...ENTRY,
        form: `/build/${scene.entry}/edit`,
        intent: "entry",
        call: ["PATCH", `/build/${scene.entry}`],
      },
    },
    "that somebody comes": {
      ...{ user: otherMember, form: event, intent: "attend" },
      call: ["POST", `${event}/attendance`],
      invalid: { "with a vehicle that is not theirs": { vehicle: "987654" } },
    },
    "a cancelled event": {
      ...{ user: member, form: `${event}/cancel`, call: ["POST", `${event}/cancel`] },
      invalid: { "an endless reason": { reason: x(1_001) } },
    },
    "a report": {
      ...{ form: `/report?about=${vehicle}`, fieldPrefix: vehicle, extraFields: { about: vehicle } },
      ...{ call: ["POST", "/reports"], kinds: { goodFaith: "switch", children: "switch" }, restored: ["text", "name"] },
      invalid: {
        nothing: { text: " \r\n " },
        "all wrong": { ...{ goodFaith: "on", reason: "ugly", text: x(2001), law: x(201), name: "Vic", email: "vic@" } },
        "a crime against children for another reason": {
          ...{ goodFaith: "on", children: "on", reason: "spam", text: "Sells watches." },
        },
      },
    },
    "a decision": {
      ...{ user: admin, form: openCase, intent: "decide", kinds: { days: "number" } },
      call: ["POST", `${openCase}/decision`],
      invalid: {
        nothing: {},
        "all wrong": { measure: "ban", rule: " ", facts: "Rude." },
        "a suspension without days": { ...DECISION, measure: "suspend" },
        "too many days": { ...DECISION, measure: "suspend", days: 366 },
      },
    },
    "an objection": {
      ...{ user: member, form: `/cases/${scene.decidedCase}` },
      call: ["POST", `/cases/${scene.decidedCase}/objection`],
      invalid: { "too short": { text: "No." } },
    },
    "the site": {
      ...{ user: admin, form: "/admin/site", call: ["PATCH", "/admin/site"] },
      json: ({ announcement: text, from, until, ...fields }) => ({ ...fields, announcement: { text, from, until } }),
      restored: ["accent", "line"],
      invalid: {
        "all wrong": { name: x(41), line: x(121), contact: "nobody", imprint: x(20_001), terms: x(20_001) },
        "a colour that nobody can read": { name: "Paddock", line: "Typed", accent: "#ffd400" },
      },
    },
    "the door": {
      ...{ user: admin, form: "/admin/door", call: ["PATCH", "/admin/door"] },
      json: (fields) => ({ ...fields, refusedDomains: [fields.refusedDomains] }),
      invalid: { "all wrong": { registration: "ajar", question: x(501), refusedDomains: "spam", firstPosts: "some" } },
    },
    "a blocked network": {
      ...{ user: admin, form: "/admin/blocks", intent: "block", call: ["POST", "/admin/blocks"] },
      invalid: {
        nothing: {},
        "no network": { network: "999.1.1.1", reason: x(201), days: "2.5" },
        "too large": { network: "203.0.0.0/7", reason: "Spam", days: "" },
        "one's own": { network: "127.0.0.1", reason: "Spam", days: "" },
      },
    },
    "invitations by mail": {
      ...{ user: admin, form: "/admin/invitations", intent: "invite", call: ["POST", "/admin/invitations"] },
      json: ({ emails = "", days }) => ({ emails: emails === "" ? [] : [emails], days }),
      invalid: {
        nothing: { emails: "", days: "" },
        "no address": { emails: "nobody@", days: "91" },
        "not a plain one": { emails: "jürgen@example.com", days: "0" },
      },
    },
    "an invite": {
      ...{ user: admin, form: "/settings/invites", call: ["POST", "/users/me/invites"] },
      invalid: { nothing: {}, "too much": { uses: "101", days: "91" }, "no numbers": { uses: "many", days: "2.5" } },
    },
    "a no to what is held": {
      ...{ user: admin, form: `${holdPath}/refuse`, call: ["POST", `${holdPath}/refuse`] },
      invalid: { nothing: { reason: "" }, "too short": { reason: "No." }, "too long": { reason: x(501) } },
    },
    "a no to an application": {
      ...{ user: admin, form: `${applicationPath}/refuse`, call: ["POST", `${applicationPath}/refuse`] },
      invalid: { nothing: { reason: "" }, "too short": { reason: "Too short" }, "too long": { reason: x(501) } },
    },
  };
}
