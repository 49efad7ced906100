import { pathOf } from "../permissions/cases";
import type { Row } from "../permissions/row";
import type { World } from "../permissions/world";
import { PAGES } from "../support/addresses";
import { fieldNames } from "./fields";
import type { Scribe } from "./script-world";
import { rowsToTry } from "./targets";

export interface Look {
  /** Of a session; undefined for a visitor. */
  token?: string;
  address: string;
  /** Fields of a form, sent to `address` first and rendered again with its input. */
  form?: Record<string, string>;
  /** A document without a URL, such as a mail's; `address` is then empty. */
  html?: string;
  /** Whether the page must show stored payloads. */
  shows?: boolean;
}

const PUBLIC = [
  ...["/", "/garages", "/vehicles", "/vehicles/makes", "/events", "/events?view=month&month=2031-05"],
  ...["/search?q=script", "/map-search?place=Chichester,+England&radius=50", "/feed.xml", "/events/feed.xml"],
];
const DESK = [
  "/admin",
  "/admin/log",
  "/admin/events",
  "/admin/tickets",
  "/moderation/applications",
  "/moderation/held",
  "/moderation?state=",
];
/** Matches a page that shows a payload. */
export const MARK = /__xss|alert\(|canary\.example/;

const paged = (address: string, pages: number) =>
  Array.from({ length: pages }, (_, at) => `${address}${address.includes("?") ? "&" : "?"}page=${at + 1}`);

/** Whether a list must have rows: later pages may be empty. */
const isFilled = (address: string) => !/[?&]page=(?:[2-9]|\d\d)/.test(address);

/**
 * Visits of pages that show stored payloads.
 * @param times visits per visitor: the second one gets the cached page
 */
export function storedLooks(scribes: readonly Scribe[], admin: string, times: number): Look[] {
  const visitors = scribes.flatMap(({ garage, vehicle, photo, entry, live, cancelled, comment, report, key }) => [
    ...[`/garages/${garage}`, `/garages/${garage}/reviews`, `/garages/${garage}/feed.xml`, `/vehicles/${vehicle}`],
    ...[`/vehicles/${vehicle}/photos/all`, `/vehicles/${vehicle}/photos/${photo}`, `/vehicles/${vehicle}/build`],
    ...[`/build/${entry}`, `/events/${live}`, `/events/${cancelled}`, `/reports/${report}`, `/decisions/${key}`],
    ...[`/vehicles/${vehicle}`, `/vehicles/${vehicle}/photos/${photo}`, `/build/${entry}`, `/garages/${garage}`]
      .concat(`/comments/${comment}`, `/events/${live}`)
      .map((about) => `/report?about=${about}`),
  ]);
  const pages = Math.ceil(scribes.length / 12);
  const lists = PUBLIC.flatMap((address) =>
    /feed|map|month/.test(address) || address === "/" ? [address] : paged(address, pages),
  );
  const own = scribes.flatMap(({ token, avoided, garage, vehicle, photo, entry, rejected, live, comment, caseId }) =>
    [
      ...["/", "/settings", "/settings/people", `/users/${avoided}/block`, "/notifications"],
      ...["/settings/delete-garage", "/settings/delete-account", "/events/mine", `/garages/${garage}/edit`],
      ...[`/garages/${garage}/place`, `/vehicles/${vehicle}/edit`, `/vehicles/${vehicle}/delete`],
      ...[`/vehicles/${vehicle}/photos`, `/vehicles/${vehicle}/photos/${photo}/delete`],
      ...[`/vehicles/${vehicle}/build/new`, `/build/${entry}/edit`, `/build/${entry}/delete`, `/events/${rejected}`],
      ...[`/events/${rejected}/edit`, `/events/${live}`, `/events/${live}/edit`, `/events/${live}/place`],
      ...[`/events/${live}/cancel`, `/comments/${comment}/delete`, `/cases/${caseId}`, "/cases"],
    ].map((address): Look => ({ token, address, shows: true })),
  );
  const desk = scribes.flatMap(({ user, ticket, pending, caseId }) => [
    ...[`/admin/tickets/${ticket}`, `/admin/users/${user}/active`, `/admin/events/${pending}/approve`],
    ...[`/admin/events/${pending}/reject`, `/events/${pending}`, `/moderation/cases/${caseId}`],
  ]);
  return [
    ...[...visitors, ...lists].flatMap((address) => Array<Look>(times).fill({ address, shows: isFilled(address) })),
    ...own,
    ...[...desk, ...DESK.flatMap((address) => paged(address, Math.ceil(scribes.length / 25)))].map((address) => ({
      token: admin,
      address,
      shows: isFilled(address),
    })),
  ];
}

/** Addresses that a text is appended to: parts of a path, and parameters that count only beside another. */
const BEGINNINGS = [
  ...["/reports/", "/decisions/", "/nowhere/", "/verify-email/", "/reset-password/", "/profile/"],
  ...["/vehicles?make=Lotus&model=", "/events?view=month&month="],
];
/** And every query parameter, except the number of a page; those for members and staff are sent as an admin. */
const PARAMETERS = PAGES.flatMap(({ route, isForMembers, query }) =>
  query
    .filter((name) => name !== "page")
    .map((name) => ({ begins: `/${route.replace(/:\w+/g, "1")}?${name}=`, isForMembers })),
);

/** Visits of pages that repeat a payload from the URL. */
export const reflectedLooks = (texts: readonly string[], admin: string): Look[] =>
  texts.flatMap((text) => {
    const typed = encodeURIComponent(text.toWellFormed().slice(0, 1_500));
    return [...BEGINNINGS.map((begins) => ({ begins, isForMembers: false })), ...PARAMETERS].map(
      ({ begins, isForMembers }): Look => ({ ...(isForMembers && { token: admin }), address: begins + typed }),
    );
  });

/** Pages with a form that has text fields. */
export const formRows = () =>
  rowsToTry().filter(
    ({ kind, verb, route }) =>
      kind === "page" && verb === "POST" && fieldNames(verb, route).length > 0 && route !== "logout",
  );

/** A form with the text in every field except the intent. */
export function formLook(row: Row, text: string, world: World): Look {
  const own = typeof row.send === "function" ? row.send(world) : (row.send ?? {});
  const fields = Object.fromEntries(fieldNames(row.verb, row.route).map((name) => [name, text]));
  const form = { ...fields, ...(own.intent === undefined ? {} : { intent: String(own.intent) }) };
  const token = world.sessionToken;
  return { address: pathOf(row, world), form, ...(token !== null && { token }) };
}
