import type { Browser } from "@playwright/test";
import type { TestServer } from "../launch";
import { pathOf } from "../permission-matrix/cases";
import { insertInto } from "../permission-matrix/insert";
import type { Row } from "../permission-matrix/row";
import { cookieOf } from "../permission-matrix/send";
import { World } from "../permission-matrix/world";
import { fieldNames } from "./fields";
import { bundles } from "./payloads";
import { type Sighting, type Watched, watchedPage } from "./script-watch";
import { fillWithScript, type Scribe } from "./script-world";
import { rowsToTry } from "./targets";

export interface ScriptDrillOptions {
  payloads: number;
  /** How many stand in one field. */
  each: number;
  /** How many browsers look at once. */
  browsers: number;
}

export interface ScriptDrillResult {
  payloads: number;
  looks: number;
  /** Looks at pages that were kept for visitors, whose scripts are allowed by hash. */
  kept: number;
  sightings: Sighting[];
  slowest: { ms: number; what: string };
}

/** One look at a page. */
interface Look {
  /** Of a session; undefined for a visitor. */
  token?: string;
  address: string;
  /** Of a form that is sent to `address` first, and shown again with what was typed. */
  form?: Record<string, string>;
  /** The page shows what was stored; else it need not show any. */
  shows?: boolean;
}

const PUBLIC = [
  "/",
  "/garages",
  "/events",
  "/events?view=month&month=2031-05",
  "/search?q=script",
  "/map-search?place=Chichester,+England&radius=50",
  "/feed.xml",
  "/events/feed.xml",
];
const DESK = ["/admin", "/admin/log", "/admin/events", "/admin/tickets"];
const MARK = /__xss|alert\(|canary\.example/;

const paged = (address: string, pages: number) =>
  Array.from({ length: pages }, (_, at) => `${address}${address.includes("?") ? "&" : "?"}page=${at + 1}`);

/** Where the payloads are shown that are stored. */
function storedLooks(scribes: readonly Scribe[], admin: string): Look[] {
  const visitors = scribes.flatMap(({ garage, vehicle, photo, live }) => [
    `/garages/${garage}`,
    `/garages/${garage}/reviews`,
    `/garages/${garage}/feed.xml`,
    `/vehicles/${vehicle}`,
    `/vehicles/${vehicle}/photos/${photo}`,
    `/events/${live}`,
  ]);
  const pages = Math.ceil(scribes.length / 12);
  const lists = PUBLIC.flatMap((address) =>
    /feed|map|month/.test(address) || address === "/" ? [address] : paged(address, pages),
  );
  const own = scribes.flatMap(({ token, garage, vehicle, photo, rejected, live, comment }) =>
    [
      "/",
      "/settings",
      "/settings/delete-garage",
      "/settings/delete-account",
      "/events/mine",
      `/garages/${garage}/edit`,
      `/garages/${garage}/place`,
      `/vehicles/${vehicle}/edit`,
      `/vehicles/${vehicle}/delete`,
      `/vehicles/${vehicle}/photos`,
      `/vehicles/${vehicle}/photos/${photo}/delete`,
      `/events/${rejected}`,
      `/events/${rejected}/edit`,
      `/events/${live}/place`,
      `/comments/${comment}/delete`,
    ].map((address): Look => ({ token, address, shows: true })),
  );
  const desk = scribes.flatMap(({ user, ticket, pending }) => [
    `/admin/tickets/${ticket}`,
    `/admin/users/${user}/active`,
    `/admin/events/${pending}/approve`,
    `/admin/events/${pending}/reject`,
    `/events/${pending}`,
  ]);
  return [
    ...[...visitors, ...lists].flatMap((address): Look[] => [
      { address, shows: true },
      { address, shows: true },
    ]),
    ...own,
    ...[...desk, ...DESK.flatMap((address) => paged(address, Math.ceil(scribes.length / 50)))].map((address) => ({
      token: admin,
      address,
      shows: true,
    })),
  ];
}

const ASKED = [
  "/search?q=",
  "/garages?name=",
  "/events?title=",
  "/events?category=",
  "/events?near=",
  "/events?from=",
  "/map-search?place=",
  "/map-search?near=",
  "/map-search?from=",
  "/map-search?map=",
  "/login?returnTo=",
  "/login?reason=",
  "/toolbox?about=",
  "/toolbox?category=",
  "/?returnTo=",
  "/nowhere/",
  "/verify-email/",
  "/reset-password/",
  "/profile/",
  "/garages?sort=",
  "/events?view=month&month=",
];
const ASKED_BY_ADMINS = [
  "/admin?q=",
  "/admin?status=",
  "/admin/log?actor=",
  "/admin/log?action=",
  "/admin/log?subjectId=",
  "/admin/tickets?subject=",
  "/admin/tickets?category=",
];

/** Where payloads are said back that stand in the address. */
function askedLooks(texts: readonly string[], admin: string): Look[] {
  return texts.flatMap((text) => {
    const typed = encodeURIComponent(text.toWellFormed().slice(0, 1_500));
    return [
      ...ASKED.map((address): Look => ({ address: address + typed })),
      ...ASKED_BY_ADMINS.map((address): Look => ({ token: admin, address: address + typed })),
    ];
  });
}

const formRows = () =>
  rowsToTry().filter(
    ({ kind, verb, route }) =>
      kind === "page" && verb === "POST" && fieldNames(verb, route).length > 0 && route !== "logout",
  );

/** Every form of the site with payloads in every field, one after the other where the form may be refused for it. */
function formLook(row: Row, text: string, world: World): Look {
  const own = typeof row.send === "function" ? row.send(world) : (row.send ?? {});
  const fields = Object.fromEntries(fieldNames(row.verb, row.route).map((name) => [name, text]));
  const form = { ...fields, ...(own.intent === undefined ? {} : { intent: String(own.intent) }) };
  const token = world.sessionToken;
  return { address: pathOf(row, world), form, ...(token !== null && { token }) };
}

/** Looks at every page that shows a text in a real browser, with payloads in all of them. */
export async function drillScripts(
  server: TestServer,
  browser: Browser,
  options: ScriptDrillOptions,
  tell: (line: string) => void = () => {},
): Promise<ScriptDrillResult> {
  const { database, url } = server;
  database.pragma("synchronous = OFF");
  database.pragma("busy_timeout = 5000");
  const texts = bundles(options.payloads, options.each);
  const scribes = fillWithScript(database, texts);
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const world = (row: Row) =>
    new World(
      site,
      row.answers[2] === 403 || row.answers[2] === 404 ? "admin" : row.answers[0] === 200 ? "visitor" : "owner",
    );
  const admin = new World(site, "admin").sessionToken ?? "";
  const forms = database.transaction(() =>
    texts.flatMap((text) => formRows().map((row) => formLook(row, text, world(row)))),
  )();
  const looks = [...storedLooks(scribes, admin), ...askedLooks(texts, admin), ...forms];
  const result: ScriptDrillResult = {
    payloads: options.payloads,
    looks: 0,
    kept: 0,
    sightings: [],
    slowest: { ms: 0, what: "" },
  };
  const report = (sighting: Sighting) => {
    result.sightings.push(sighting);
    tell(`FAILED ${sighting.kind}: ${sighting.what}`);
  };
  const queue = looks[Symbol.iterator]();
  const worker = async () => {
    const watched = await watchedPage(browser, url, report);
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const start = performance.now();
      await lookAt(watched, next.value, url, result, report).catch((error: Error) =>
        report({ kind: "other", what: `${next.value.address.slice(0, 200)}: ${error.message.slice(0, 500)}` }),
      );
      const ms = performance.now() - start;
      if (ms > result.slowest.ms) result.slowest = { ms, what: next.value.address.slice(0, 120) };
      result.looks += 1;
      if (result.looks % 250 === 0) tell(`${result.looks} of ${looks.length} looks`);
    }
    await watched.context.close();
  };
  await Promise.all(Array.from({ length: options.browsers }, worker));
  if (result.kept === 0) report({ kind: "other", what: "no page was kept for visitors" });
  return result;
}

async function lookAt(
  { context, page, inspect }: Watched,
  look: Look,
  origin: string,
  result: ScriptDrillResult,
  report: (sighting: Sighting) => void,
): Promise<void> {
  await context.clearCookies();
  if (look.token !== undefined) {
    const [name = "", value = ""] = (await cookieOf(look.token)).split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  if (look.form !== undefined) await page.goto(`${origin}/robots.txt`);
  const response =
    look.form === undefined ? await page.goto(origin + look.address) : await sendForm(page, look.address, look.form);
  await inspect(response);
  const policy = response?.headers()["content-security-policy"] ?? "";
  if (look.token === undefined && policy.includes("'sha256-")) result.kept += 1;
  if (look.shows && (response?.status() !== 200 || !MARK.test(await response.text()))) {
    report({ kind: "other", what: `${look.address} answers ${response?.status()} and shows no payload` });
  }
}

/** Sends a form as a page of the site would. @returns the document that it leads to */
async function sendForm(page: Watched["page"], address: string, fields: Record<string, string>) {
  const arrived = page.waitForNavigation({ waitUntil: "load" });
  await page.evaluate(
    ([action, entries]) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = action;
      for (const [name, value] of entries) {
        const field = document.createElement("textarea");
        field.name = name;
        field.value = value;
        form.append(field);
      }
      document.documentElement.append(form);
      HTMLFormElement.prototype.submit.call(form);
    },
    [address, Object.entries(fields)] as const,
  );
  return arrived;
}
