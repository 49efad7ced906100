import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { auditLog, events, garages, places } from "~/db/schema";
import { setUserActive } from "~/features/accounts/admins.server";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { getEventPlaces, placeEvent } from "~/features/events/place.server";
import { EVENT_NOT_FOUND, NOT_YOUR_EVENT } from "~/features/events/policy";
import { getEventPage, listOwnEvents, listPendingEvents } from "~/features/events/queries.server";
import { eventChange, eventInput } from "~/features/events/schema.server";
import { getGaragePlaces, openGarage, placeGarage, updateGarage } from "~/features/garages/commands.server";
import { getGarageForm, getGaragePage } from "~/features/garages/queries.server";
import { garagePatchSchema, onboardingSchema } from "~/features/garages/schema.server";
import { placementText } from "~/features/places/placement";
import { storePlace } from "~/features/places/placement.server";
import { placeChoice } from "~/features/places/schema.server";
import { decode } from "~/lib/decode";
import { coarse } from "~/lib/geo";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { admin, makeGarage, makeOwner, makeUser, member, viewerOf } from "../support/make-rows";
import { findTown, listMapItems, placeLabelOf } from "../support/map-items";
import { mapProblems } from "../support/population";
import { refusal } from "../support/refusal";
import { allRows } from "../support/rows";

async function open(overrides: Record<string, unknown> = {}) {
  const user = makeUser();
  const input = { garageName: "Shed", location: "Bicester, England", showOnMap: "on", ...overrides };
  const id = await openGarage(viewerOf(user), decode(onboardingSchema, input), []);
  return { id, viewer: viewerOf(user) };
}

const change = (viewer: ReturnType<typeof member>, values: Record<string, unknown>) =>
  updateGarage(viewer, decode(garagePatchSchema, values));

const submit = (viewer: ReturnType<typeof member>, location: string) =>
  submitEvent(viewer, decode(eventInput, { ...GOOD_EVENT, location }), {});

const edit = (viewer: ReturnType<typeof member>, id: number, values: Record<string, unknown>) =>
  editEvent(viewer, id, decode(eventChange, values), {});

describe("a garage", () => {
  test("is placed when it opens, to a hundredth of a degree, with a message", async () => {
    const { id, viewer } = await open();
    for (const place of allRows(places)) expect(place).toMatchObject(coarse(place));
    expect(placeLabelOf(garages, id)).toBe("Bicester, United Kingdom");
    expect(placementText(getGarageForm(id, viewer).placement)).toBe("Placed near Bicester, United Kingdom");
    expect(getGaragePage(id, viewer).placement).toEqual({ at: "town", label: "Bicester, United Kingdom" });
    expect(getGaragePage(id, member()).placement).toBeNull();
    expect(getGaragePage(id, null).placement).toBeNull();
  });

  test("ambiguous and unknown towns are not guessed", async () => {
    for (const [location, words] of [
      ["Springfield", "There are several places called Springfield"],
      ["Somewhere over the rainbow", "Without a map position"],
    ] as const) {
      const { id, viewer } = await open({ location });
      expect([placeLabelOf(garages, id), placementText(getGarageForm(id, viewer).placement)]).toEqual([null, words]);
    }
    expect(listMapItems()).toEqual([]);
  });

  test("moves with its location, and with nothing else", async () => {
    const { id, viewer } = await open();
    change(viewer, { name: "Barn", description: "Old." });
    expect(placeLabelOf(garages, id)).toBe("Bicester, United Kingdom");
    change(viewer, { location: "Reims, France" });
    expect(placeLabelOf(garages, id)).toBe("Reims, France");
    change(viewer, { location: "Springfield" });
    expect(placeLabelOf(garages, id)).toBeNull();
    change(viewer, { location: "" });
    expect(getGarageForm(id, viewer).placement).toEqual({ at: "nowhere" });
  });

  test("keeps its owner's choice until the location changes", async () => {
    const { id, viewer } = await open({ location: "Springfield" });
    placeGarage(viewer, id, findTown("Springfield, Illinois, United States").id);
    change(viewer, { name: "Barn", location: "Springfield" });
    expect(placeLabelOf(garages, id)).toBe("Springfield, Illinois, United States");
    placeGarage(viewer, id, null);
    change(viewer, { location: "Springfield", showOnMap: true });
    expect(placeLabelOf(garages, id)).toBeNull();
    change(viewer, { location: "Bicester, England" });
    placeGarage(viewer, id, null);
    change(viewer, { location: "Bicester, England" });
    expect(placeLabelOf(garages, id)).toBeNull();
    change(viewer, { location: "Reims, France" });
    expect(placeLabelOf(garages, id)).toBe("Reims, France");
  });

  test("that was there before the map is placed with its next change", () => {
    const { viewer, garage } = makeOwner();
    db().update(garages).set({ location: "Bicester, England" }).run();
    expect(getGarageForm(garage.id, viewer).placement).toEqual({ at: "nowhere" });
    change(viewer, { name: "Barn" });
    expect(placeLabelOf(garages, garage.id)).toBe("Bicester, United Kingdom");
  });

  test("is placed by its owner only, at an existing place", async () => {
    const { id, viewer } = await open();
    const { id: reims } = findTown("Reims, France");
    for (const outsider of [member(), makeOwner().viewer, admin()]) {
      expect(refusal(() => placeGarage(outsider, id, reims)).code).toBe("forbidden");
      expect(refusal(() => getGaragePlaces(id, outsider, "")).code).toBe("forbidden");
    }
    expect(refusal(() => placeGarage(viewer, 999_999, reims)).code).toBe("not_found");
    const { code, fields } = refusal(() => placeGarage(viewer, id, 4_000_000_000));
    expect([code, Object.keys(fields)]).toEqual(["invalid", ["placeId"]]);
    expect(placeLabelOf(garages, id)).toBe("Bicester, United Kingdom");
  });

  test("may stay at a place that the gazetteer has lost", async () => {
    const { id, viewer } = await open();
    const vanishedTown = { ...findTown("Reims, France"), id: 4_000_000_001, label: "Lostwithiel, United Kingdom" };
    const placeId = storePlace(vanishedTown);
    db().update(garages).set({ placeId }).run();
    expect(getGaragePlaces(id, viewer, "")).toMatchObject({
      current: String(vanishedTown.id),
      options: expect.arrayContaining([
        { id: String(vanishedTown.id), label: vanishedTown.label, region: vanishedTown.region },
      ]),
    });
    placeGarage(viewer, id, vanishedTown.id);
    expect(placeLabelOf(garages, id)).toBe("Lostwithiel, United Kingdom");
  });

  test("is on the map while its owner wants it, it is visible and has a town", async () => {
    const { id, viewer } = await open();
    const expected = [`garage ${id} at Bicester, United Kingdom`];
    expect(listMapItems()).toEqual(expected);
    change(viewer, { showOnMap: false });
    expect(getGaragePage(id, viewer).placement).toBeNull();
    expect(listMapItems()).toEqual([]);
    change(viewer, { showOnMap: true });
    setUserActive(admin(), viewer.id, { active: false });
    expect(listMapItems()).toEqual([]);
    setUserActive(admin(), viewer.id, { active: true });
    expect(listMapItems()).toEqual(expected);
    const region = { id: -4_000_000, kind: "region" as const, label: "Bavaria, Germany" };
    const placeId = storePlace({ ...findTown("Reims, France"), ...region });
    db().update(garages).set({ placeId }).run();
    expect(placementText(getGarageForm(id, viewer).placement)).toBe("Placed somewhere in Bavaria, Germany");
    expect(listMapItems()).toEqual([]);
    expect((await open({ showOnMap: undefined })).id).toBeGreaterThan(id);
    expect(listMapItems()).toEqual([]);
    expect(mapProblems(db().$client)).toEqual([]);
  });
});

describe("an event", () => {
  test("is placed when it is submitted, and on the map once it is approved", async () => {
    const viewer = member();
    const id = await submit(viewer, "Bicester, England");
    expect(placeLabelOf(events, id)).toBe("Bicester, United Kingdom");
    const placement = { at: "town", label: "Bicester, United Kingdom" };
    expect(listOwnEvents(viewer, { page: 1, limit: 9 }).rows[0]?.placement).toEqual(placement);
    expect(listPendingEvents(admin(), { page: 1, limit: 9 }).rows[0]?.placement).toMatchObject(placement);
    expect(listMapItems()).toEqual([]);
    approveEvent(admin(), id);
    expect(listMapItems()).toEqual([`event ${id} at Bicester, United Kingdom`]);
    expect(getEventPage(id, viewer)).toMatchObject({ submission: { placement: { at: "town" } }, viewerCanEdit: true });
    expect(getEventPage(id, null).submission).toBeNull();
  });

  test("moves with its location; a chosen place stays through decisions and other edits", async () => {
    const viewer = member();
    const id = await submit(viewer, "Springfield");
    const revision = getEventPage(id, viewer).submission?.revision;
    placeEvent(viewer, id, findTown("Springfield, Ohio, United States").id);
    rejectEvent(admin(), id, "Which?", revision);
    await edit(viewer, id, { title: "Other", location: "Springfield" });
    expect(placeLabelOf(events, id)).toBe("Springfield, Ohio, United States");
    approveEvent(admin(), id);
    expect(listMapItems()).toEqual([`event ${id} at Springfield, Ohio, United States`]);
    placeEvent(viewer, id, findTown("Springfield, Illinois, United States").id);
    expect(listMapItems()).toEqual([`event ${id} at Springfield, Illinois, United States`]);
    expect(allRows(auditLog).filter(({ action }) => action === "event.place")).toEqual([]);
    const otherEvent = await submit(viewer, "Springfield");
    await edit(viewer, otherEvent, { location: "Reims, France" });
    expect(placeLabelOf(events, otherEvent)).toBe("Reims, France");
    expect(mapProblems(db().$client)).toEqual([]);
  });

  test("is put right by its submitter, and by admins once everybody sees it; that is logged", async () => {
    const viewer = member();
    const id = await submit(viewer, "Bicester, England");
    const { id: reims } = findTown("Reims, France");
    const attempt = (viewer: ReturnType<typeof member>) => {
      const { code, message } = refusal(() => placeEvent(viewer, id, reims));
      expect(refusal(() => getEventPlaces(id, viewer, "")).code).toBe(code);
      return [code, message];
    };
    expect(attempt(member())).toEqual(["not_found", EVENT_NOT_FOUND]);
    expect(attempt(admin())).toEqual(["forbidden", NOT_YOUR_EVENT]);
    expect(getEventPage(id, admin()).viewerCanEdit).toBe(false);
    approveEvent(admin(), id);
    expect(attempt(member())).toEqual(["forbidden", NOT_YOUR_EVENT]);
    const grace = admin();
    placeEvent(grace, id, reims);
    placeEvent(grace, id, reims);
    expect(placeLabelOf(events, id)).toBe("Reims, France");
    const place = (town: string) => ({ place: `Placed near ${town}` });
    const placeChange = { before: place("Bicester, United Kingdom"), after: place("Reims, France") };
    const logRows = allRows(auditLog).filter(({ action }) => action === "event.place");
    expect(logRows).toMatchObject([{ actorId: grace.id, subjectId: String(id), ...placeChange }]);
    expect(refusal(() => placeEvent(viewer, id, 4_000_000_000)).fields).toHaveProperty("placeId");
    const { id: orphan } = makeEvent(null);
    placeEvent(grace, orphan, reims);
    expect(placeLabelOf(events, orphan)).toBe("Reims, France");
  });
});

describe("what there is to choose from", () => {
  const labels = (list: { label: string }[]) => list.map(({ label }) => label);

  test("begins with the place so far, holds what else the text may mean, and what a search finds, once", async () => {
    const { id, viewer } = await open({ location: "Birmingham" });
    const first = getGaragePlaces(id, viewer, "");
    expect(first).toMatchObject({ name: "Shed", location: "Birmingham", q: "", found: [] });
    expect(first.options[0]).toEqual({ id: first.current, label: "Birmingham, United Kingdom", region: "England" });
    expect(labels(first.options)).toContain("Birmingham, Michigan, United States");
    placeGarage(viewer, id, findTown("Birmingham, Michigan, United States").id);
    const { options } = getGaragePlaces(id, viewer, "");
    expect(labels(options)[0]).toBe("Birmingham, Michigan, United States");
    expect(labels(options)).toContain("Birmingham, United Kingdom");
    expect(new Set(options.map((option) => option.id)).size).toBe(options.length);
    placeGarage(viewer, id, Number(first.current));
    const { q, found } = getGaragePlaces(id, viewer, "  Reims ");
    expect([q, labels(found)[0]]).toEqual(["Reims", "Reims, France"]);
    expect(labels(getGaragePlaces(id, viewer, "Birmingham").found)).not.toContain("Birmingham, United Kingdom");
    expect(getGaragePlaces(id, viewer, "zzzzzz").found).toEqual([]);
    expect(getGaragePlaces(id, viewer, "x".repeat(500)).q).toHaveLength(100);
  });

  test('is not chosen among several; "nowhere" stays', async () => {
    const { id, viewer } = await open({ location: "Springfield" });
    expect(getGaragePlaces(id, viewer, "").current).toBeNull();
    change(viewer, { location: "Bicester, England" });
    placeGarage(viewer, id, null);
    const { current, options } = getGaragePlaces(id, viewer, "");
    expect([current, options[0]?.label]).toEqual(["none", "Bicester, United Kingdom"]);
    const old = makeGarage(makeUser(), { location: "" });
    const owner = viewerOf({ id: old.userId });
    expect(getGaragePlaces(old.id, owner, "")).toMatchObject({ current: null, options: [] });
  });

  const CHOOSE = "Please choose a place, or “Without a map position”.";
  const UNKNOWN = "We do not know that place. Please choose one from the list.";

  test("is a place or none, and nothing else", () => {
    const fieldErrors = (values: object) => refusal(() => decode(placeChoice, values)).fields;
    expect(fieldErrors({})).toEqual({ placeId: [CHOOSE] });
    for (const placeId of ["", "1.5", "9".repeat(20)]) expect(fieldErrors({ placeId })).toEqual({ placeId: [UNKNOWN] });
    expect(decode(placeChoice, { placeId: "none" })).toEqual({ placeId: null });
    expect(decode(placeChoice, { placeId: "-12" })).toEqual({ placeId: -12 });
  });
});
