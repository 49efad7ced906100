import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";
import { setHidden } from "~/db/hide.server";
import { buildEntries, comments, events, garages, photos, reviews, users, vehicles } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { vehicleName } from "~/features/vehicles/name";
import { parseImageName } from "~/lib/images";
import type { CaseKind } from "./limits";

export interface Thing {
  kind: CaseKind;
  id: number;
  about: string;
  /** Null once the account is deleted. */
  ownerId: number | null;
  ownerName: string;
  isShown: boolean;
  texts: Record<string, string>;
  /** Stored names, or external addresses. */
  pictures: string[];
  /** Of a garage's owner; stored, or null. */
  avatar: string | null;
}

/** First path segment; a photo's path is below its vehicle's. */
const ROOTS = {
  vehicles: "vehicle",
  build: "entry",
  comments: "comment",
  reviews: "review",
  garages: "garage",
  events: "event",
} as const satisfies Record<string, CaseKind>;

const PHOTO = /^\/vehicles\/\d+\/photos\/(\d{1,15})\/?$/;
const THING_PATH = /^\/(\w+)\/(\d{1,15})\/?$/;

/** Comments and reviews; users copy them from the browser. */
const ANCHOR = /^#(comment|review)-(\d{1,15})$/;

/**
 * Undefined if nothing there is reportable.
 * @param address path or whole address; the query is ignored
 */
export function findThingAt(address: string): Thing | undefined {
  if (!URL.canParse(address, publicUrl())) return undefined;
  const { origin, pathname, hash } = new URL(address, publicUrl());
  if (origin !== new URL(publicUrl()).origin) return undefined;
  const [, part, partId] = ANCHOR.exec(hash) ?? [];
  if (part !== undefined) return findThing(part as CaseKind, Number(partId));
  const [, photoId] = PHOTO.exec(pathname) ?? [];
  if (photoId !== undefined) return findThing("photo", Number(photoId));
  const [, root = "", id] = THING_PATH.exec(pathname) ?? [];
  return Object.hasOwn(ROOTS, root) ? findThing(ROOTS[root as keyof typeof ROOTS], Number(id)) : undefined;
}

export function findThing(kind: CaseKind, id: number): Thing | undefined {
  const facts = LOOKS[kind](id);
  if (!facts) return undefined;
  const { ownerId, isShown, texts, pictures = [], avatar = "" } = facts;
  const root = Object.entries(ROOTS).find(([, of]) => of === kind)?.[0];
  return {
    ...{ kind, id, ownerId, isShown, about: facts.about ?? `/${root}/${id}` },
    ownerName: (ownerId !== null && rowOf(users, ownerId)?.name) || "Deleted member",
    texts: Object.fromEntries(Object.entries(texts).filter((text): text is [string, string] => Boolean(text[1]))),
    pictures: [...new Set(pictures)].filter((name): name is string => name !== null && isPicture(name)),
    avatar: parseImageName(avatar) && avatar,
  };
}

const isPicture = (name: string) => parseImageName(name) !== null || /^https?:\/\//i.test(name);

interface ReportedThing {
  /** If not composed of root and id. */
  about?: string;
  ownerId: number | null;
  isShown: boolean;
  texts: Record<string, string | null>;
  pictures?: (string | null)[];
  avatar?: string;
}

const rowOf = <T extends SQLiteTable & { id: SQLiteColumn }>(table: T, id: number) =>
  db()
    .select()
    .from(table as SQLiteTable)
    .where(eq(table.id, id))
    .get() as T["$inferSelect"] | undefined;

/** Of a gallery or entry, in order. */
function picturesOf(condition: SQL | undefined) {
  const rows = db().select().from(photos).where(condition).orderBy(asc(photos.position)).all();
  const captions = rows.flatMap(({ caption }) => caption || []).join("\n");
  return { captions, pictures: rows.map(({ photo }) => photo) };
}

const LOOKS: Record<CaseKind, (id: number) => ReportedThing | undefined> = {
  vehicle(id) {
    const row = rowOf(vehicles, id);
    if (!row) return undefined;
    const { condition, description, story, specs } = row;
    const specifications = specs.map(({ name, value }) => `${name}: ${value}`).join("\n");
    const { captions, pictures } = picturesOf(and(eq(photos.vehicleId, id), isNull(photos.entryId)));
    return {
      ...{ ownerId: row.userId, isShown: row.hidden === 0 },
      texts: { title: vehicleName(row), condition, description, story, specifications, captions },
      pictures: [row.coverPhoto, ...pictures],
    };
  },
  photo(id) {
    const row = rowOf(photos, id);
    const vehicle = row && rowOf(vehicles, row.vehicleId);
    return (
      vehicle && {
        ...{ about: `/vehicles/${vehicle.id}/photos/${id}`, ownerId: vehicle.userId },
        // Photos of a build log have no own page: users report the entry.
        isShown: row.hidden === 0 && row.entryId === null,
        texts: { title: `Photo of ${vehicleName(vehicle)}`, caption: row.caption },
        pictures: [row.photo],
      }
    );
  },
  entry(id) {
    const row = rowOf(buildEntries, id);
    if (!row) return undefined;
    const parts = row.parts.length === 0 ? "" : JSON.stringify(row.parts);
    const { captions, pictures } = picturesOf(eq(photos.entryId, id));
    const texts = { title: row.title, text: row.text, parts, captions };
    return { ownerId: row.userId, isShown: row.hidden === 0, texts, pictures };
  },
  comment(id) {
    const row = rowOf(comments, id);
    const vehicle = row && rowOf(vehicles, row.vehicleId);
    return (
      vehicle && {
        ...{ ownerId: row.userId, isShown: row.hidden === 0 && vehicle.hidden === 0 },
        texts: { title: `Comment on ${vehicleName(vehicle)}`, text: row.text },
      }
    );
  },
  review(id) {
    const row = rowOf(reviews, id);
    const garage = row && rowOf(garages, row.garageId);
    return (
      garage && {
        ...{ ownerId: row.userId, isShown: row.hidden === 0 && garage.hidden === 0 },
        texts: { title: `Review of ${garage.name}`, rating: `${row.rating} out of 5`, text: row.review },
      }
    );
  },
  garage(id) {
    const row = rowOf(garages, id);
    if (!row) return undefined;
    const { name, description, location, isPublicAddress } = row;
    const address = isPublicAddress ? row.address : "";
    const { bio = "", location: from = "", avatar } = rowOf(users, row.userId) ?? {};
    return {
      ...{ ownerId: row.userId, isShown: row.hidden === 0 },
      texts: { title: name, description, location, address, bio, from },
      ...{ pictures: [row.coverPhoto], avatar },
    };
  },
  event(id) {
    const row = rowOf(events, id);
    if (!row) return undefined;
    const { title, category, location, url, shortDescription, fullDescription, cancelReason } = row;
    const dates = [...new Set([row.startDate, row.endDate])].join(" – ").replaceAll("T", " ");
    const description = { summary: shortDescription, description: fullDescription };
    return {
      ...{ ownerId: row.userId, isShown: row.status === "approved" },
      texts: { title, when: dates, category, location, url, ...description, cancelled: cancelReason },
      pictures: [row.image],
    };
  },
};

/** An event's status before it was hidden; empty for other kinds. */
export type FormerStatus = { status?: string | number | null };

/**
 * Hides an item from all but its owner and staff, in the caller's transaction. A vehicle with a hidden cover gets its
 * next photo.
 * @returns for `showThing`
 */
export function hideThing(kind: CaseKind, id: number): FormerStatus {
  if (kind !== "event") {
    setHidden(kind, id, "measure", true);
    return {};
  }
  const status = rowOf(events, id)?.status;
  if (status === undefined || status === "hidden") return {};
  db().update(events).set({ status: "hidden" }).where(eq(events.id, id)).run();
  return { status };
}

/** @param formerStatus from `hideThing` */
export function showThing(kind: CaseKind, id: number, { status }: FormerStatus): void {
  if (kind !== "event") {
    setHidden(kind, id, "measure", false);
  } else if (status === "pending" || status === "approved" || status === "rejected") {
    const hidden = and(eq(events.id, id), eq(events.status, "hidden"));
    db().update(events).set({ status }).where(hidden).run();
  }
}
