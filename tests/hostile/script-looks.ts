import { pathOf } from "../permissions/cases";
import type { Row } from "../permissions/row";
import type { World } from "../permissions/world";
import { type Address, fillIn, PAGES, pagesOf, VIEWER_KINDS } from "../support/addresses";
import { fieldNames } from "./fields";
import { rowsToTry } from "./targets";

export interface Look {
  token?: string;
  address: string;
  /** Sent to `address` first, then rendered again. */
  form?: Record<string, string>;
  /** Without a URL, such as a mail; `address` is then empty. */
  html?: string;
  /** The page must contain stored payloads. */
  shows?: boolean;
}

const PUBLIC = [
  ...["/", "/garages", "/vehicles", "/vehicles/makes", "/events", "/events?view=month&month=2031-05"],
  ...["/search?q=script", "/map-search?place=Chichester,+England&radius=50", "/feed.xml", "/events/feed.xml"],
];
const DESK = [
  ...["/admin", "/admin/log", "/admin/events", "/admin/tickets", "/moderation/applications", "/moderation/held"],
  "/moderation?state=",
];
export const MARK = /__xss|alert\(|canary\.example/;

const paged = (address: string, pages: number) =>
  Array.from(
    { length: Math.ceil(pages) },
    (_, index) => `${address}${address.includes("?") ? "&" : "?"}page=${index + 1}`,
  );

/** Later pages may be empty. */
const isFilled = (address: string) => !/[?&]page=(?:[2-9]|\d\d)/.test(address);

/** Beyond the table of addresses: other addresses, states and users. */
const MORE = {
  visitor: [
    ...["/garages/:garageId/feed.xml", "/garages/:garageId/reviews", "/events/:cancelledEventId"],
    ...["/vehicles/:vehicleId", "/vehicles/:vehicleId/photos/:photoId", "/build/:entryId", "/garages/:garageId"]
      .concat("/comments/:commentId", "/events/:changedEventId")
      .map((path) => `/report?about=${path}`),
  ],
  owner: ["/", "/events/:rejectedEventId", "/events/:rejectedEventId/edit", "/events/:changedEventId"],
  admin: ["/events/:pendingEventId"],
};

/** @param times per visitor: the second gets the cached page */
export function storedLooks(scribes: readonly World[], admin: string, times: number): Look[] {
  const pages = VIEWER_KINDS.map((viewer) => pagesOf(viewer).filter(({ facts }) => !facts.as));
  const [outside = [], ownPages = [], desk = []] = pages.map((all, index) =>
    all.filter((page) => !pages.slice(0, index).some((earlier) => earlier.includes(page))),
  );
  const looksAt = (kinds: Address[], more: string[], tokenOf: (scribe: World) => string | null) => {
    const urls = kinds.flatMap(({ urls, facts: { missing = [], isSilent } }) =>
      urls
        .filter((visit) => !missing.includes(visit) && (kinds === ownPages || visit.includes(":")))
        .map((visit) => [visit, !isSilent] as const),
    );
    return scribes.flatMap((scribe) =>
      [...urls, ...more.map((visit) => [visit, true] as const)].map(([visit, shows]) =>
        look(
          fillIn(visit, (name) => scribe[name as "userId"]),
          shows,
          tokenOf(scribe),
        ),
      ),
    );
  };
  const looksAtRows = (addresses: string[], rows: number, token: string | null) =>
    addresses
      .flatMap((address) => (/feed|map|month/.test(address) || address === "/" ? [address] : paged(address, rows)))
      .map((address) => look(address, isFilled(address), token));
  const visitors = [...looksAt(outside, MORE.visitor, () => null), ...looksAtRows(PUBLIC, scribes.length / 12, null)];
  return [
    ...visitors.flatMap((visitorLook) => Array<Look>(times).fill(visitorLook)),
    ...looksAt(ownPages, MORE.owner, ({ sessionToken }) => sessionToken),
    ...looksAt(desk, MORE.admin, () => admin),
    ...looksAtRows(DESK, scribes.length / 25, admin),
  ];
}

const look = (address: string, shows: boolean, token: string | null): Look => ({
  ...(token !== null && { token }),
  ...{ address, shows },
});

/** A text is appended: to paths, and to parameters with a required second one. */
const BEGINNINGS = [
  ...["/reports/", "/decisions/", "/nowhere/", "/verify-email/", "/reset-password/", "/profile/"],
  ...["/vehicles?make=Lotus&model=", "/events?view=month&month="],
];
/** All but page numbers; an admin sends those for members and staff. */
const PARAMETERS = PAGES.flatMap(({ route, isForMembers, query }) =>
  query
    .filter((name) => name !== "page")
    .map((name) => ({ begins: `/${route.replace(/:\w+/g, "1")}?${name}=`, isForMembers })),
);

/** They repeat a payload of the URL. */
export const reflectedLooks = (texts: readonly string[], admin: string): Look[] =>
  texts.flatMap((text) => {
    const searchText = encodeURIComponent(text.toWellFormed().slice(0, 1_500));
    return [...BEGINNINGS.map((begins) => ({ begins, isForMembers: false })), ...PARAMETERS].map(
      ({ begins, isForMembers }): Look => ({ ...(isForMembers && { token: admin }), address: begins + searchText }),
    );
  });

export const formRows = () =>
  rowsToTry().filter(
    ({ kind, verb, route }) =>
      kind === "page" && verb === "POST" && fieldNames(verb, route).length > 0 && route !== "logout",
  );

/** In every field but the intent. */
export function formLook(row: Row, text: string, world: World): Look {
  const rowFields = typeof row.send === "function" ? row.send(world) : (row.send ?? {});
  const fields = Object.fromEntries(fieldNames(row.verb, row.route).map((name) => [name, text]));
  const form = { ...fields, ...(rowFields.intent === undefined ? {} : { intent: String(rowFields.intent) }) };
  const token = world.sessionToken;
  return { address: pathOf(row, world), form, ...(token !== null && { token }) };
}
