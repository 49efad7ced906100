import { inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, garages, tickets, users, vehicles } from "~/db/schema";
import { vehicleName } from "~/features/vehicles/name";

/** What an act of the log was about, as it stands in a row. */
export interface Subject {
  subjectType: string;
  subjectId: string;
  /** Of what is deleted: the ids of whom and what it belonged to. */
  before: unknown;
}

const NAMED: Record<string, (ids: number[]) => { id: number; name: string }[]> = {
  user: (ids) => db().select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids)).all(),
  garage: (ids) =>
    db().select({ id: garages.id, name: garages.name }).from(garages).where(inArray(garages.id, ids)).all(),
  event: (ids) => db().select({ id: events.id, name: events.title }).from(events).where(inArray(events.id, ids)).all(),
  ticket: (ids) =>
    db().select({ id: tickets.id, name: tickets.subject }).from(tickets).where(inArray(tickets.id, ids)).all(),
  vehicle: (ids) =>
    db()
      .select({ id: vehicles.id, year: vehicles.year, make: vehicles.make, model: vehicles.model })
      .from(vehicles)
      .where(inArray(vehicles.id, ids))
      .all()
      .map((vehicle) => ({ id: vehicle.id, name: vehicleName(vehicle) })),
};

/** What things are called now, by kind and id; nothing for what is gone. */
export type NameOf = (kind: string, id: string) => string | undefined;

/** Looks up all names that a page of the log needs, in one statement a kind. */
export function namesOf(rows: readonly Subject[]): NameOf {
  const wanted = new Map<string, Set<number>>();
  const want = (kind: string, id: unknown) => {
    if (!(kind in NAMED) || !/^\d+$/.test(String(id))) return;
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(Number(id)));
  };
  for (const { subjectType, subjectId, before } of rows) {
    want(subjectType, subjectId);
    for (const [field, value] of Object.entries(ownersOf(before))) want(field, value);
  }
  const names = new Map<string, string>();
  for (const [kind, ids] of wanted) {
    for (const { id, name } of NAMED[kind]!([...ids])) names.set(`${kind} ${id}`, name);
  }
  return (kind, id) => names.get(`${kind} ${id}`);
}

/** Kinds whose rows are gone once they stand in the log, by what they were written under. */
const WRITTEN: Record<string, { what: string; under: "vehicle" | "garage" }> = {
  comment: { what: "comment on", under: "vehicle" },
  review: { what: "review of", under: "garage" },
};

/** "Ada Lovelace", "Ada's comment on 1967 Lotus Elan"; null for what is gone without a name. */
export function subjectName({ subjectType, subjectId, before }: Subject, nameOf: NameOf): string | null {
  const written = WRITTEN[subjectType];
  if (!written) return nameOf(subjectType, subjectId) ?? null;
  const owners = ownersOf(before);
  const author = nameOf("user", owners.user ?? "");
  const under = nameOf(written.under, owners[written.under] ?? "") ?? `a ${written.under} that is gone`;
  return `${author === undefined ? "Deleted member's" : `${author}'s`} ${written.what} ${under}`;
}

/** The members of a logged value that name somebody or something by its id. */
function ownersOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([field, id]) => field in NAMED && typeof id === "string"));
}
