import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { type Browser, browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { bearerOf, type Member, type Owner, PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let admin: Member;
let stranger: Member;

beforeAll(async () => {
  [admin, stranger] = await Promise.all([signUpAdmin(server(), "Image Admin"), signUp(server(), "Image Stranger")]);
});

const picture = async () => ({ name: "a.jpg", bytes: await jpegWithExif({ width: 90, height: 60 }) });
const visitor = () => browserLike(server());
const setActive = async (id: string, active: boolean) => {
  expect((await admin.browser.api("PATCH", `/users/${id}`, { active })).status).toBe(200);
};

type Access = "public" | "restricted" | "none";

const CACHE_CONTROL = {
  public: "public, max-age=604800, immutable",
  restricted: "private, no-store",
  none: "private, no-store",
} as const;

/** What somebody is let have, told by every way of asking, which must all agree. */
async function accessOf(browser: Browser, address: string): Promise<Access> {
  const plain = await browser.fetch(address);
  const access = plain.status === 404 ? "none" : plain.headers.has("etag") ? "public" : "restricted";
  const status = access === "none" ? 404 : 200;
  const ways: [path: string, init: RequestInit, status: number][] = [
    [address, {}, status],
    [`${address}?w=400`, {}, status],
    [`${address}/`, {}, status],
    [address.replace("/img/", "/IMG/"), {}, status],
    [address, { method: "HEAD" }, status],
    [address, { headers: { "If-None-Match": "*" } }, access === "public" ? 304 : status],
  ];
  const kept = access === "public";
  for (const [path, init, expected] of ways) {
    const { status: answered, headers } = await browser.fetch(path, init);
    const told = [answered, headers.get("cache-control"), headers.has("etag"), headers.has("last-modified")];
    expect(told, `${path} ${JSON.stringify(init)}`).toEqual([expected, CACHE_CONTROL[access], kept, kept]);
  }
  // Script's way to a page's data is no way around it, and nothing that anybody keeps.
  const data = await browser.fetch(`${address}.data`);
  expect([data.status, data.headers.get("cache-control")]).toEqual([status, "private, no-store"]);
  expect((await data.text()).includes("There is no such image.")).toBe(access === "none");
  return access;
}

async function accesses(people: Record<string, Browser>, address: string): Promise<Record<string, Access>> {
  const all: Record<string, Access> = {};
  for (const [name, browser] of Object.entries(people)) all[name] = await accessOf(browser, address);
  return all;
}

describe("a vehicle's photo", () => {
  let owner: Owner;
  let vehicle = "";
  let address = "";

  beforeEach(async () => {
    owner = await signUpWithGarage(server(), "Image Owner");
    const { location } = await owner.browser.submit(
      "/vehicles/new",
      { make: "Fiat", model: "500", year: "1969" },
      { photos: [await picture()] },
    );
    vehicle = location.split("/").at(-1)!;
    const { json } = await owner.browser.api("GET", `/vehicles/${vehicle}`);
    address = `/img/photos/${json.data.doc.coverPhoto}`;
  });

  const people = () => ({
    visitor: visitor(),
    stranger: stranger.browser,
    owner: owner.browser,
    admin: admin.browser,
  });

  test("is everybody's while it is shown, admins' while its owner is deactivated", async () => {
    const shown = { visitor: "public", stranger: "public", owner: "public", admin: "public" };
    expect(await accesses(people(), address)).toEqual(shown);
    const bearer = await bearerOf(server(), owner);
    const etag = (await visitor().fetch(address)).headers.get("etag")!;
    await setActive(owner.id, false);
    const hidden = { visitor: "none", stranger: "none", owner: "none", admin: "restricted" };
    expect(await accesses(people(), address)).toEqual(hidden);
    // Neither with what they knew of it before.
    const known: Record<string, string>[] = [{ "If-None-Match": etag }, { Authorization: `Bearer ${bearer}` }];
    for (const headers of known) {
      expect((await visitor().fetch(address, { headers })).status).toBe(404);
    }
    await setActive(owner.id, true);
    expect(await accessOf(visitor(), address)).toBe("public");
  });

  test("of admins that call with a bearer token, too", async () => {
    await setActive(owner.id, false);
    const headers = { Authorization: `Bearer ${await bearerOf(server(), admin)}` };
    const answer = await visitor().fetch(address, { headers });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, CACHE_CONTROL.restricted]);
  });

  test("as the cover of a garage or of a vehicle without photos follows them", async () => {
    const { database } = server();
    const name = address.split("/").at(-1);
    database.prepare("DELETE FROM photos WHERE vehicle_id = ?").run(vehicle);
    expect(await accessOf(visitor(), address)).toBe("public");
    await setActive(owner.id, false);
    expect(await accesses(people(), address)).toMatchObject({ visitor: "none", admin: "restricted" });
    await setActive(owner.id, true);
    database.prepare("UPDATE vehicles SET cover_photo = NULL WHERE id = ?").run(vehicle);
    expect(await accesses(people(), address)).toMatchObject({ owner: "none", admin: "none" });
    database.prepare("UPDATE garages SET cover_photo = ? WHERE id = ?").run(name, owner.garageId);
    expect(await accessOf(visitor(), address)).toBe("public");
    await setActive(owner.id, false);
    expect(await accesses(people(), address)).toMatchObject({ visitor: "none", admin: "restricted" });
  });

  test("is nobody's once no row mentions it, though its file is there", async () => {
    server().database.prepare("DELETE FROM vehicles WHERE id = ?").run(vehicle);
    expect(await accesses(people(), address)).toEqual({
      visitor: "none",
      stranger: "none",
      owner: "none",
      admin: "none",
    });
  });

  test("is everybody's as long as anybody shows it", async () => {
    const neighbour = await signUpWithGarage(server(), "Image Neighbour");
    const { location } = await neighbour.browser.submit(
      "/vehicles/new",
      { make: "Fiat", model: "600", year: "1960" },
      { photos: [await picture()] },
    );
    const { database } = server();
    database
      .prepare("UPDATE photos SET photo = ? WHERE vehicle_id = ?")
      .run(address.split("/").at(-1), location.split("/").at(-1));
    await setActive(owner.id, false);
    expect(await accessOf(visitor(), address)).toBe("public");
    await setActive(neighbour.id, false);
    expect(await accessOf(visitor(), address)).toBe("none");
  });
});

describe("an event's picture", () => {
  let submitter: Member;
  let id = "";
  let address = "";

  beforeEach(async () => {
    submitter = await signUp(server(), "Image Submitter");
    const { json } = await submitter.browser.api("POST", "/events/submit", GOOD_EVENT, {
      files: { image: [await picture()] },
    });
    id = json.data.doc._id;
    address = `/img/photos/${json.data.doc.image}`;
  });

  const people = () => ({
    visitor: visitor(),
    stranger: stranger.browser,
    submitter: submitter.browser,
    admin: admin.browser,
  });

  test("is its submitter's and admins' until it is approved", async () => {
    const waiting = { visitor: "none", stranger: "none", submitter: "restricted", admin: "restricted" };
    expect(await accesses(people(), address)).toEqual(waiting);
    await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
    const live = { visitor: "public", stranger: "public", submitter: "public", admin: "public" };
    expect(await accesses(people(), address)).toEqual(live);
  });

  test("stays theirs where it is rejected", async () => {
    await admin.browser.api("PATCH", `/events/admin/${id}/reject`, { reason: "Twice." });
    const refused = { visitor: "none", stranger: "none", submitter: "restricted", admin: "restricted" };
    expect(await accesses(people(), address)).toEqual(refused);
  });

  test("is admins' alone while a submitter whose event waits is deactivated, and nobody's once they are gone", async () => {
    await setActive(submitter.id, false);
    const waiting = { visitor: "none", stranger: "none", submitter: "none", admin: "restricted" };
    expect(await accesses(people(), address)).toEqual(waiting);
    server().database.prepare("DELETE FROM events WHERE id = ?").run(id);
    expect(await accesses(people(), address)).toMatchObject({ visitor: "none", admin: "none" });
  });
});

describe("an avatar", () => {
  test("is everybody's while the person is active, then admins', and nobody's once it is replaced", async () => {
    const member = await signUp(server(), "Image Member");
    const wear = async () => {
      const files = { files: { avatar: [await picture()] } };
      const { json } = await member.browser.api("PATCH", "/users/updateMe", {}, files);
      return `/img/users/${json.data.user.avatar}`;
    };
    const address = await wear();
    const people = { visitor: visitor(), stranger: stranger.browser, admin: admin.browser };
    expect(await accesses(people, address)).toEqual({ visitor: "public", stranger: "public", admin: "public" });
    await setActive(member.id, false);
    expect(await accesses(people, address)).toEqual({ visitor: "none", stranger: "none", admin: "restricted" });
    // The folders are apart: no photo has this name.
    expect(await accessOf(admin.browser, address.replace("/users/", "/photos/"))).toBe("none");
    await setActive(member.id, true);
    await member.browser.submit("/login", { email: member.email, password: PASSWORD });
    const next = await wear();
    expect(await accesses(people, address)).toEqual({ visitor: "none", stranger: "none", admin: "none" });
    expect(await accessOf(people.visitor, next)).toBe("public");
  });
});

test("a name in another writing is no name", async () => {
  const { browser, id } = await signUp(server(), "Image Speller");
  const { json } = await browser.api("PATCH", "/users/updateMe", {}, { files: { avatar: [await picture()] } });
  const name: string = json.data.user.avatar;
  await setActive(id, false);
  const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const paths = [
    `Users/${name}`,
    `users/${name.toUpperCase()}`,
    `users/./${name}`,
    `users/${escaped}`,
    `%75sers/${name}`,
  ];
  for (const path of paths) expect((await visitor().fetch(`/img/${path}`)).status, path).toBe(404);
});
