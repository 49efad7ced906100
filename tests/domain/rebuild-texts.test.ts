import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, publicVersion } from "~/db/client.server";
import { applications, makes, models, site, spellings, tickets, users, vehicles } from "~/db/schema";
import { login } from "~/features/accounts/login.server";
import { hashPassword } from "~/features/accounts/passwords.server";
import { searchJson } from "~/features/search/json.server";
import { rebuildSearchTexts } from "~/features/search/rebuild-texts.server";
import { FOLDING } from "~/lib/text";
import { now } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeGarage, makeUser, makeVehicle } from "../support/make-rows";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";

const search = (q: string) => searchJson(q, { page: 1, limit: 20 }).totals;

/** The older folding. */
function ofFormerDays() {
  const user = makeUser({ name: "Grandad’s", nameFolded: "grandad’s" });
  const garage = makeGarage(user, { name: "Grandad’s P5", nameFolded: "grandad’s p5" });
  makeEvent(null, { title: "Grandad’s Day", titleFolded: "grandad’s day" });
  const ticket = insertRow(tickets, {
    ...{ category: "Bug Report", subject: "Grandad’s", subjectFolded: "grandad’s", description: "" },
    ...{ createdAt: now(), updatedAt: now() },
  });
  const vehicle = makeVehicle(garage, { make: "Ford", model: "F–150", year: 1978, searchText: "1978 ford f–150" });
  db().update(site).set({ folding: 0 }).run();
  return { user, ticket, vehicle };
}

test("earlier rows are found after refolding, which happens once", () => {
  const { user, ticket, vehicle } = ofFormerDays();
  expect([search("grandad's"), search("f-150").vehicles]).toEqual([
    { garages: 0, users: 0, vehicles: 0, events: 0 },
    0,
  ]);
  rebuildSearchTexts();
  expect(search("grandad's")).toEqual({ garages: 1, users: 1, vehicles: 0, events: 1 });
  for (const q of ["f-150", "f150", "F–150"]) expect(search(q).vehicles).toBe(1);
  expect(findRow(tickets, ticket.id)?.subjectFolded).toBe("grandad's");
  expect(findRow(users, user.id)).toEqual({ ...user, lastSeenAt: user.createdAt, nameFolded: "grandad's" });
  expect(findRow(vehicles, vehicle.id)?.updatedAt).toBe(vehicle.updatedAt);
  for (const table of ["garages_fts", "users_fts", "vehicles_fts", "events_fts"].map((name) => sql.raw(name)))
    db().run(sql`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
  expect(allRows(site)[0]?.folding).toBe(FOLDING);
  changeRow(users, user.id, { nameFolded: "left alone" });
  rebuildSearchTexts();
  expect(findRow(users, user.id)?.nameFolded).toBe("left alone");
});

test("what is folded as it should be is not written, so that nothing public changes", () => {
  makeVehicle(makeGarage(makeUser()));
  db().update(site).set({ folding: 0 }).run();
  const before = publicVersion();
  rebuildSearchTexts();
  expect(publicVersion()).toBe(before);
});

test("more rows than a step has are all folded", () => {
  const { id, userId } = makeGarage(makeUser());
  db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, created_at, updated_at)
    SELECT ${id}, ${userId}, 'Mazda', 'MX-5', 1990, '1990 mazda mx-5', 1, 1 FROM n`);
  rebuildSearchTexts();
  expect(db().get(sql`SELECT count(*) AS n FROM vehicles WHERE search_text = '1990 mazda mx-5 mx5'`)).toEqual({
    n: 2500,
  });
  // As large as a rebuilt index.
  expect(db().get(sql`SELECT count(DISTINCT segid) AS n FROM vehicles_fts_idx`)).toEqual({ n: 1 });
});

test("a name that means another make or model now is filed there", () => {
  const garage = makeGarage(makeUser());
  const plain = makeVehicle(garage, { make: "Kia", model: "Cee'd" });
  const odd = makeVehicle(garage, { make: "Kia", model: "Old" });
  // U+02BC is a letter, so part of the old key.
  db().update(models).set({ key: "ceeʼd", name: "Ceeʼd" }).where(sql`id = ${odd.modelId}`).run();
  db().update(spellings).set({ spelling: "Ceeʼd" }).where(sql`model_id = ${odd.modelId}`).run();
  db().run(sql`UPDATE vehicles SET model = 'Ceeʼd' WHERE id = ${odd.id}`);
  rebuildSearchTexts();
  expect(findRow(vehicles, odd.id)).toMatchObject({ makeId: plain.makeId, modelId: plain.modelId });
  expect(allRows(models).map(({ key, vehicleCount }) => [key, vehicleCount])).toEqual([["ceed", 2]]);
  expect(allRows(makes)).toMatchObject([{ key: "kia", vehicleCount: 2 }]);
});

test("earlier addresses lose invisible characters, unless another row has the result", async () => {
  const passwordHash = await hashPassword("correct horse");
  const { id } = makeUser({ email: "ada@ｅxample.com", passwordHash });
  makeUser({ email: "bob@example.com" });
  const twin = makeUser({ email: "bob\u200b@example.com" });
  const applicant = { name: "C", passwordHash, answer: "", createdAt: now() };
  const { id: applied } = insertRow(applications, { email: "ce\u00adcil@bücher.example", ...applicant });
  rebuildSearchTexts();
  expect(findRow(users, id)?.email).toBe("ada@example.com");
  expect(await login({ email: "ada@example.com", password: "correct horse" })).toBe(id);
  expect(findRow(users, twin.id)?.email).toBe("bob\u200b@example.com");
  expect(findRow(applications, applied)?.email).toBe("cecil@bücher.example");
});
