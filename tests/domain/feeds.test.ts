import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { site, users, vehicles } from "~/db/schema";
import { eventsFeed } from "~/features/events/calendar.server";
import { garageFeed, latestFeed } from "~/features/feed/atom.server";
import { now } from "~/lib/time";
import { siteMap, siteMapPart } from "~/routes/feeds/site-addresses.server";
import { idHost, storeIdHost } from "~/services/site/id-host.server";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { makeEntry, makeGarage, makeOwner, makePhoto, makeUser, makeVehicle } from "../support/make-rows";
import { changeRow } from "../support/rows";
import { splitList } from "../support/split-list";
import { parseXml, textOf } from "../support/xml";

const ORIGIN = "https://paddock.example.com";

beforeEach(() => storeIdHost("paddock.example.com"));

const hide = (user: { id: number }) => changeRow(users, user.id, { active: false });

const announce = (overrides: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(null, { startDate: "2030-05-01", endDate: "2030-05-03", createdAt: 1, updatedAt: 1, ...overrides });

test("the host in ids is the first public one, whatever the site is called later", () => {
  storeIdHost("cars.example");
  expect(idHost()).toBe("paddock.example.com");
  db().update(site).set({ idHost: "" }).run();
  for (const host of ["localhost", "127.0.0.1", "[::1]", "paddock.localhost"]) {
    storeIdHost(host);
    expect(idHost()).toBe("localhost");
  }
  storeIdHost("192.168.0.7");
  expect(idHost()).toBe("192.168.0.7");
});

describe("the feed of the latest vehicles", () => {
  test("each entry has title, author and time, newest first; a long story is cut at a word", () => {
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
    makeVehicle(makeOwner().garage, { createdAt: now() + 1, story: "word ".repeat(300) });
    const summary = latestFeed(ORIGIN).entries[0]?.summary ?? "";
    expect(summary.length).toBeLessThanOrEqual(502);
    expect(summary).toMatch(/ word …$/);
  });

  test("holds entries of build logs among the vehicles, by when they were posted, and no costs", () => {
    const { garage, vehicle, user } = makeOwner({ name: "Ada" });
    changeRow(vehicles, vehicle.id, { createdAt: 5 });
    const cost = { cost: 98_700, currency: "GBP", costIsPublic: true };
    const fields = { kind: "Service", title: "Oil", text: "Black." } as const;
    const words = makeEntry(vehicle, { createdAt: 9, updatedAt: 12, ...fields, ...cost });
    const bare = makeEntry(vehicle, { createdAt: 3, updatedAt: 3, title: "Sills" });
    for (const [position, name] of [2, 1].entries())
      makePhoto(vehicle, { entryId: words.id, position: name, photo: `https://photos.example.com/${position}.jpg` });
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
    for (let index = 0; index < 40; index += 1) makeEntry(vehicle, { createdAt: 100 + index });
    expect(latestFeed(ORIGIN).entries.map(({ publishedAt }) => publishedAt)).toEqual(
      Array.from({ length: 30 }, (_, index) => 139 - index),
    );
    hide(user);
    expect(latestFeed(ORIGIN).entries).toEqual([]);
  });

  test("of a garage: its own only", () => {
    const { garage, vehicle } = makeOwner();
    makeOwner();
    expect(garageFeed(garage.id, ORIGIN).entries.map(({ link }) => link)).toEqual([`${ORIGIN}/vehicles/${vehicle.id}`]);
    expect(latestFeed(ORIGIN).entries).toHaveLength(2);
  });
});

test("the feed of events holds the approved ones, last announced first", () => {
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

describe("the site map", () => {
  const addresses = (xml: string) => parseXml(xml).children.map((url) => textOf(url, "loc"));

  test("names what everybody can see, and nothing else", () => {
    const visible = makeOwner();
    const hidden = makeOwner();
    hide(hidden.user);
    const event = announce();
    const pendingEvents = announce({ status: "pending" });
    const listedAddresses = addresses(siteMap(ORIGIN).body);
    expect(listedAddresses).toEqual(
      expect.arrayContaining([
        `${ORIGIN}/`,
        `${ORIGIN}/garages/${visible.garage.id}`,
        `${ORIGIN}/vehicles/${visible.vehicle.id}`,
        `${ORIGIN}/events/${event.id}`,
      ]),
    );
    for (const path of [`garages/${hidden.garage.id}`, `vehicles/${hidden.vehicle.id}`, `events/${pendingEvents.id}`])
      expect(listedAddresses).not.toContain(`${ORIGIN}/${path}`);
  });

  test("past 50,000 addresses it is a list of files, which together hold them all", () => {
    const { garage } = makeOwner();
    const hidden = makeOwner();
    // A few high ids stand for a large table.
    for (const id of [10_000, 10_001, 25_000, 50_000]) makeVehicle(garage, { id });
    makeVehicle(hidden.garage, { id: 45_000 });
    hide(hidden.user);
    const index = parseXml(siteMap(ORIGIN).body);
    expect(index.name).toBe("sitemapindex");
    const files = index.children.map(
      (element) => textOf(element, "loc")?.replace(`${ORIGIN}/`, "").replace(".xml", "") ?? "",
    );
    expect(files).toEqual(
      splitList(`sitemap-pages-1 | sitemap-garages-1 | sitemap-vehicles-1 | sitemap-vehicles-2 | sitemap-vehicles-3
        sitemap-vehicles-5 | sitemap-makes-1 | sitemap-models-1`),
    );
    const listedAddresses = files.flatMap((file) => addresses(siteMapPart(file, ORIGIN).body));
    const vehicleIds = listedAddresses
      .flatMap((address) => /\/vehicles\/(\d+)$/.exec(address ?? "")?.[1] ?? [])
      .map(Number);
    expect(vehicleIds).toEqual([expect.any(Number), 10_000, 10_001, 25_000, 50_000]);
    expect(new Set(listedAddresses).size).toBe(listedAddresses.length);
    const makes = [`${ORIGIN}/vehicles?make=Lotus`, `${ORIGIN}/vehicles?make=Lotus&model=Elan`];
    expect(listedAddresses).toEqual(expect.arrayContaining(makes));
  });

  test.each(splitList("sitemap-vehicles-9 | sitemap-vehicles-0 | sitemap-users-1 | sitemap | x | sitemap-pages-2"))(
    "there is no file %s",
    (name) => expect(() => siteMapPart(name, ORIGIN)).toThrow("There is no such file."),
  );
});
