import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { users, vehicles } from "~/db/schema";
import { eventsFeed } from "~/features/events/feed.server";
import { eventRanges } from "~/features/events/sitemap.server";
import { garageFeed, latestFeed } from "~/features/feed/atom.server";
import { garageRanges } from "~/features/garages/sitemap.server";
import { vehicleRanges } from "~/features/vehicles/sitemap.server";
import { siteMap, siteMapPart } from "~/routes/feeds/site-addresses.server";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { makeEntry, makeGarage, makeOwner, makePhoto, makeUser, makeVehicle } from "../support/people";
import { planOf, slowSteps, statementsOf } from "../support/query-plans";
import { parseXml, textOf } from "../support/xml";

const ORIGIN = "https://paddock.example.com";

const hide = (user: { id: number }) => db().update(users).set({ active: false }).where(eq(users.id, user.id)).run();

const announce = (given: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(null, { startDate: "2030-05-01", endDate: "2030-05-03", createdAt: 1, updatedAt: 1, ...given });

describe("the feed of the latest vehicles", () => {
  test("says what each is, whose, and since when; newest first", () => {
    const user = makeUser({ name: "Ada" });
    const garage = makeGarage(user, { name: "Ada's" });
    const old = makeVehicle(garage, { createdAt: 1, updatedAt: 9, description: "Mine since 1990." });
    const young = makeVehicle(garage, { createdAt: 2, coverPhoto: "https://photos.example.com/a.jpg" });
    const { entries } = latestFeed(ORIGIN);
    expect(entries).toEqual([
      {
        id: `tag:paddock.example.com,2025:vehicle/${young.id}`,
        title: "1967 Lotus Elan",
        link: `${ORIGIN}/vehicles/${young.id}`,
        author: { name: "Ada", uri: `${ORIGIN}/garages/${garage.id}` },
        publishedAt: 2,
        updatedAt: young.updatedAt,
        summary: "1967 Lotus Elan, shown in Ada's.",
        picture: { address: "https://photos.example.com/a.jpg", alt: "1967 Lotus Elan" },
      },
      expect.objectContaining({
        id: `tag:paddock.example.com,2025:vehicle/${old.id}`,
        summary: "Mine since 1990.",
        publishedAt: 1,
        updatedAt: 9,
        picture: { address: `${ORIGIN}/img/photos/default-vehicle.png`, alt: "1967 Lotus Elan" },
      }),
    ]);
  });

  test("a long story is cut at a word", () => {
    const { vehicle } = makeOwner();
    db()
      .update(vehicles)
      .set({ story: "word ".repeat(300) })
      .where(eq(vehicles.id, vehicle.id))
      .run();
    const summary = latestFeed(ORIGIN).entries[0]?.summary ?? "";
    expect(summary.length).toBeLessThanOrEqual(502);
    expect(summary).toMatch(/ word …$/);
  });

  test("holds entries of build logs among the vehicles, by when they were posted, and no costs", () => {
    const { garage, vehicle, user } = makeOwner({ name: "Ada" });
    db().update(vehicles).set({ createdAt: 5 }).where(eq(vehicles.id, vehicle.id)).run();
    const cost = { cost: 98_700, currency: "GBP", costIsPublic: true };
    const words = makeEntry(vehicle, {
      createdAt: 9,
      updatedAt: 12,
      kind: "Service",
      title: "Oil",
      text: "Black.",
      ...cost,
    });
    const bare = makeEntry(vehicle, { createdAt: 3, updatedAt: 3, title: "Sills" });
    for (const [position, name] of [2, 1].entries()) {
      makePhoto(vehicle, { entryId: words.id, position: name, photo: `https://photos.example.com/${position}.jpg` });
    }
    const { entries } = garageFeed(garage.id, ORIGIN);
    const author = { name: "Ada", uri: `${ORIGIN}/garages/${garage.id}` };
    expect(entries).toEqual([
      {
        id: `tag:paddock.example.com,2025:build/${words.id}`,
        title: "1967 Lotus Elan: Oil",
        link: `${ORIGIN}/build/${words.id}`,
        author,
        publishedAt: 9,
        updatedAt: 12,
        category: "Service",
        summary: "Black.",
        picture: { address: "https://photos.example.com/1.jpg", alt: "Oil" },
      },
      expect.objectContaining({ link: `${ORIGIN}/vehicles/${vehicle.id}` }),
      expect.objectContaining({
        id: `tag:paddock.example.com,2025:build/${bare.id}`,
        summary: `From the build log of the 1967 Lotus Elan in ${garage.name}.`,
      }),
    ]);
    expect(entries[2]?.picture).toBeUndefined();
    expect(JSON.stringify(entries)).not.toMatch(/987|GBP/);
    expect(latestFeed(ORIGIN).entries).toEqual(entries);
    for (let at = 0; at < 40; at += 1) makeEntry(vehicle, { createdAt: 100 + at });
    expect(latestFeed(ORIGIN).entries.map(({ publishedAt }) => publishedAt)).toEqual(
      Array.from({ length: 30 }, (_, at) => 139 - at),
    );
    hide(user);
    expect(latestFeed(ORIGIN).entries).toEqual([]);
  });

  test("of a garage: its own only; hidden ones are in no feed", () => {
    const { garage, vehicle, user } = makeOwner();
    const other = makeOwner();
    const ids = () => latestFeed(ORIGIN).entries.map(({ link }) => link);
    expect(garageFeed(garage.id, ORIGIN).entries.map(({ link }) => link)).toEqual([`${ORIGIN}/vehicles/${vehicle.id}`]);
    expect(ids()).toHaveLength(2);
    hide(user);
    expect(ids()).toEqual([`${ORIGIN}/vehicles/${other.vehicle.id}`]);
    expect(() => garageFeed(garage.id, ORIGIN)).toThrow("Could not load garage.");
  });
});

describe("the feed of events", () => {
  test("holds the approved ones, last announced first", () => {
    announce({ title: "First", decidedAt: 5 });
    announce({ title: "Waiting", status: "pending" });
    announce({ title: "Refused", status: "rejected" });
    announce({ title: "Last", image: "https://photos.example.com/e.jpg" });
    const { entries } = eventsFeed(ORIGIN);
    expect(entries.map(({ title }) => title)).toEqual(["Last", "First"]);
    expect(entries[0]).toMatchObject({
      summary: `Wednesday 1 May 2030 to Friday 3 May 2030\n\n${GOOD_EVENT.location}\n\n${GOOD_EVENT.shortDescription}`,
      category: GOOD_EVENT.category,
      picture: { address: "https://photos.example.com/e.jpg" },
    });
    expect(entries[1]).toMatchObject({ publishedAt: 5, updatedAt: 5 });
    expect(entries[1]?.picture).toBeUndefined();
  });
});

describe("the site map", () => {
  const addresses = (xml: string) => parseXml(xml).children.map((url) => textOf(url, "loc"));

  test("names what everybody can see, and nothing else", () => {
    const shown = makeOwner();
    const hidden = makeOwner();
    hide(hidden.user);
    const event = announce();
    const waiting = announce({ status: "pending" });
    const listed = addresses(siteMap(ORIGIN).body);
    expect(listed).toEqual(
      expect.arrayContaining([
        `${ORIGIN}/`,
        `${ORIGIN}/garages/${shown.garage.id}`,
        `${ORIGIN}/vehicles/${shown.vehicle.id}`,
        `${ORIGIN}/events/${event.id}`,
      ]),
    );
    for (const path of [`garages/${hidden.garage.id}`, `vehicles/${hidden.vehicle.id}`, `events/${waiting.id}`]) {
      expect(listed).not.toContain(`${ORIGIN}/${path}`);
    }
  });

  test("past 50,000 addresses it is a list of files, which together hold them all", () => {
    const { garage } = makeOwner();
    const hidden = makeOwner();
    // Ids are handed out upwards: a few rows with high ones stand for a large table.
    for (const id of [10_000, 10_001, 25_000, 50_000]) makeVehicle(garage, { id });
    makeVehicle(hidden.garage, { id: 45_000 });
    hide(hidden.user);
    const index = parseXml(siteMap(ORIGIN).body);
    expect(index.name).toBe("sitemapindex");
    const files = index.children.map(
      (file) => textOf(file, "loc")?.replace(`${ORIGIN}/`, "").replace(".xml", "") ?? "",
    );
    expect(files).toEqual([
      "sitemap-pages-1",
      "sitemap-garages-1",
      "sitemap-vehicles-1",
      "sitemap-vehicles-2",
      "sitemap-vehicles-3",
      "sitemap-vehicles-5",
      "sitemap-makes-1",
      "sitemap-models-1",
    ]);
    const listed = files.flatMap((file) => addresses(siteMapPart(file, ORIGIN).body));
    const vehicleIds = listed.flatMap((address) => /\/vehicles\/(\d+)$/.exec(address ?? "")?.[1] ?? []).map(Number);
    expect(vehicleIds).toEqual([expect.any(Number), 10_000, 10_001, 25_000, 50_000]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(
      expect.arrayContaining([`${ORIGIN}/vehicles?make=Lotus`, `${ORIGIN}/vehicles?make=Lotus&model=Elan`]),
    );
  });

  test.each(["sitemap-vehicles-9", "sitemap-vehicles-0", "sitemap-users-1", "sitemap", "x", "sitemap-pages-2"])(
    "there is no file %s",
    (name) => {
      expect(() => siteMapPart(name, ORIGIN)).toThrow("There is no such file.");
    },
  );
});

describe("cost", () => {
  beforeEach(() => {
    transaction(() => {
      for (let at = 0; at < 20; at += 1) {
        const garage = makeGarage(makeUser());
        for (let i = 0; i < 15; i += 1) makeEntry(makeVehicle(garage, { createdAt: i }));
        announce();
      }
    });
    analyzeDatabase();
  });

  test("feeds walk an index, the site map a range of ids", () => {
    const feeds = statementsOf(() => {
      latestFeed(ORIGIN);
      garageFeed(1, ORIGIN);
      eventsFeed(ORIGIN);
    });
    const ranges = statementsOf(() => {
      for (const table of [garageRanges, vehicleRanges, eventRanges]) {
        table.parts(10);
        table.list(1, 10);
      }
    });
    expect([feeds.length, ranges.length]).toEqual([6, 40]);
    // The newest events are read backwards by id, until fifty are live: nearly every one is.
    const slow = feeds.flatMap(slowSteps).concat(ranges.flatMap(slowSteps));
    expect(slow).toEqual(["SCAN events"]);
    expect(feeds.filter((statement) => slowSteps(statement).length > 0).join()).toMatch(
      /order by "events"."id" desc limit/,
    );
    for (const statement of ranges.filter((text) => text.includes("BETWEEN"))) {
      expect(planOf(statement).join()).toMatch(/USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/);
    }
  });
});
