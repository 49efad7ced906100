import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { bearerOf, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { addEntry, type Crowd, makeCrowd, setActive } from "../support/social";

const server = sharedServer();
const visitor = () => browserLike(server());
let crowd: Crowd;

beforeAll(async () => {
  crowd = await makeCrowd(server());
});

const MISSING = ["987654", "0", "x1", "1e3", "99999999999999999999"];

describe("following", () => {
  test("answers everybody the caller follows and the other's followers, however often", async () => {
    const { member, owner, other } = crowd;
    const follow = () => member.browser.api("POST", `/users/follow/${owner.id}`);
    for (const { status, json } of [await follow(), await follow()]) {
      expect(status).toBe(200);
      expect(json).toEqual({ status: "success", data: { following: [owner.id], followerCount: 1 } });
    }
    const second = await member.browser.api("POST", `/users/follow/${other.id}`);
    expect(second.json.data).toEqual({ following: [owner.id, other.id], followerCount: 1 });
    const user = await visitor().api("GET", `/users/${owner.id}`);
    expect(user.json.data.user).toMatchObject({ followerCount: 1, followers: [member.id] });
    const unfollow = () => member.browser.api("POST", `/users/unfollow/${other.id}`);
    for (const { json } of [await unfollow(), await unfollow()]) {
      expect(json.data).toEqual({ following: [owner.id], followerCount: 0 });
    }
  });

  test("followed garages come newest follow first, in pages", async () => {
    const { member, owner, other } = crowd;
    await member.browser.api("POST", `/users/follow/${other.id}`);
    const list = await member.browser.api("GET", "/users/me/followed-garages");
    expect(list.json).toMatchObject({ status: "success", results: 2, total: 2, page: 1, limit: 20 });
    expect(list.json.data.data.map((garage: { _id: string }) => garage._id)).toEqual([other.garageId, owner.garageId]);
    expect(list.json.data.data[1]).toMatchObject({ vehicleCount: 1, followerCount: 1, user: { _id: owner.id } });
    const second = await member.browser.api("GET", "/users/me/followed-garages?page=2&limit=1");
    expect(second.json).toMatchObject({ results: 1, total: 2, data: { data: [{ _id: owner.garageId }] } });
    expect((await member.browser.api("GET", "/users/me/followed-garages?limit=101")).status).toBe(400);
  });

  test("the feed says what happened in followed garages, in pages", async () => {
    const { browser } = await signUp(server(), "Fresh Fan");
    const feed = async (query = "") => (await browser.api("GET", `/users/me/feed${query}`)).json;
    expect(await feed()).toMatchObject({
      status: "success",
      results: 0,
      total: 0,
      page: 1,
      limit: 20,
      data: { data: [] },
    });
    await browser.api("POST", `/users/follow/${crowd.owner.id}`);
    const entry = addEntry(server(), crowd, "New sills");
    const whose = { garage: { _id: crowd.owner.garageId }, vehicle: { _id: crowd.vehicleId } };
    expect(await feed("?page=1&limit=1")).toMatchObject({
      results: 1,
      total: 2,
      data: { data: [{ ...whose, type: "build", entry: { _id: entry, title: "New sills", photos: [] } }] },
    });
    expect(await feed("?page=2&limit=1")).toMatchObject({
      data: { data: [{ ...whose, type: "vehicle", photos: [] }] },
    });
    expect(await feed("?page=3&limit=1")).toMatchObject({ results: 0, total: 2, data: { data: [] } });
    expect((await browser.api("GET", "/users/me/feed?limit=101")).status).toBe(400);
    expect((await visitor().api("GET", "/users/me/feed")).status).toBe(401);
  });

  test("is refused for oneself, for strangers to the site, and for visitors", async () => {
    const { member, owner } = crowd;
    for (const verb of ["follow", "unfollow"]) {
      expect((await member.browser.api("POST", `/users/${verb}/${member.id}`)).status).toBe(400);
      for (const id of MISSING) {
        expect((await member.browser.api("POST", `/users/${verb}/${id}`)).status, id).toBe(404);
      }
      expect((await visitor().api("POST", `/users/${verb}/${owner.id}`)).status).toBe(401);
      const wrong = await member.browser.api("GET", `/users/${verb}/${owner.id}`);
      expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    }
    expect((await visitor().api("GET", "/users/me/followed-garages")).status).toBe(401);
  });

  test("takes a bearer", async () => {
    const token = await bearerOf(server(), crowd.other);
    const { status, json } = await visitor().api("POST", `/users/follow/${crowd.member.id}`, undefined, { token });
    expect([status, json.data.following]).toEqual([200, [crowd.member.id]]);
  });
});

describe("liking", () => {
  const path = () => `/vehicles/${crowd.vehicleId}/like`;

  test("toggles without a body and sets with one", async () => {
    const { browser, id } = crowd.member;
    const states: [unknown, boolean][] = [
      [undefined, true],
      [undefined, false],
      [{}, true],
      [{ liked: true }, true],
      [{ liked: false }, false],
      [{ liked: false }, false],
      [{ liked: null }, true],
    ];
    for (const [body, liked] of states) {
      const { status, json } = await browser.api("PATCH", path(), body);
      expect([status, json.data.liked, json.data.likeCount], JSON.stringify(body)).toEqual([200, liked, Number(liked)]);
      expect(json.data.doc).toMatchObject({ _id: crowd.vehicleId, likes: liked ? [id] : [], likeCount: Number(liked) });
    }
  });

  test("counts each person once", async () => {
    await crowd.owner.browser.api("PATCH", path(), { liked: true });
    const { json } = await crowd.admin.browser.api("PATCH", path(), { liked: true });
    expect(json.data.likeCount).toBe(3);
    expect((await visitor().api("GET", `/vehicles/${crowd.vehicleId}`)).json.data.doc.likes).toHaveLength(3);
  });

  test("is refused in words", async () => {
    const refused = await visitor().api("PATCH", path());
    expect(refused.status).toBe(401);
    expect(refused.json).toEqual({
      status: "fail",
      message: "You must be logged in to like a vehicle.",
      errors: {},
    });
    for (const id of MISSING) {
      const { status, json } = await crowd.member.browser.api("PATCH", `/vehicles/${id}/like`);
      expect([status, json.message]).toEqual([404, "Could not load vehicle details."]);
    }
    for (const liked of ["yes", 1, [], {}]) {
      const wrong = await crowd.member.browser.api("PATCH", path(), { liked });
      expect([wrong.status, Object.keys(wrong.json.errors)], JSON.stringify(liked)).toEqual([400, ["liked"]]);
    }
    const wrong = await crowd.member.browser.api("POST", path());
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "PATCH"]);
  });
});

describe("comments", () => {
  const path = () => `/vehicles/${crowd.vehicleId}/comments`;
  const post = async (who: Crowd["member"], text: string) =>
    (await who.browser.api("POST", path(), { text })).json.data.doc._id as string;

  test("are posted and listed, the oldest first", async () => {
    const { member, owner } = crowd;
    const posted = await member.browser.api("POST", path(), { text: "  Lovely.\n\nTruly.  ", user: "1" });
    expect(posted.status).toBe(201);
    expect(posted.json).toEqual({
      status: "success",
      data: {
        doc: {
          _id: expect.stringMatching(/^\d+$/),
          text: "Lovely.\n\nTruly.",
          parent: null,
          user: { _id: member.id, name: "Mia Member", avatar: "default.jpg" },
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    });
    await post(owner, "Thanks.");
    const list = await visitor().api("GET", path());
    expect(list.json).toMatchObject({ status: "success", results: 2, total: 2, page: 1, limit: 20 });
    expect(list.json.data.data[0]).toEqual(posted.json.data.doc);
    const second = await visitor().api("GET", `${path()}?page=2&limit=1`);
    expect(second.json).toMatchObject({ results: 1, total: 2, data: { data: [{ text: "Thanks." }] } });
    expect((await visitor().api("GET", `/vehicles/${crowd.vehicleId}`)).json.data.doc.commentCount).toBe(2);
  });

  test("answer each other, and say whom; a thread outlives its first comment", async () => {
    const { member, owner } = crowd;
    const answer = async (who: Crowd["member"], parent: unknown) =>
      (await who.browser.api("POST", path(), { text: "Quite so.", parent })).json;
    const first = await post(member, "Anybody here?");
    const second = (await answer(owner, first)).data.doc;
    const third = (await answer(member, second._id)).data.doc;
    expect([second.parent, third.parent]).toEqual([first, first]);
    expect((await answer(member, null)).data.doc.parent).toBeNull();
    const elsewhere = await owner.browser.api("POST", "/vehicles", { make: "Saab", model: "99", year: 1977 });
    const other = `/vehicles/${elsewhere.json.data.doc._id}/comments`;
    const strange = (await owner.browser.api("POST", other, { text: "Elsewhere" })).json.data.doc._id;
    const said = ["The comment you are replying to is no longer available."];
    for (const parent of [strange, "987654", "x", 1]) {
      expect((await answer(member, parent)).errors, String(parent)).toEqual({ parent: said });
    }
    await member.browser.api("DELETE", `/comments/${first}`);
    const { data } = (await visitor().api("GET", `${path()}?limit=100`)).json.data;
    const left = data.filter(({ parent }: { parent: string | null }) => parent === first);
    expect(left.map(({ _id }: { _id: string }) => _id)).toEqual([second._id, third._id]);
    expect((await answer(member, first)).errors).toEqual({ parent: said });
  });

  test("are refused where they are blank or too long, by visitors, and where no vehicle is", async () => {
    const { browser } = crowd.member;
    for (const body of [{}, { text: "" }, { text: " \n\t " }, { text: null }]) {
      const { status, json } = await browser.api("POST", path(), body);
      expect(status).toBe(400);
      expect(json).toEqual({
        status: "fail",
        message: "Please write a comment.",
        errors: { text: ["Please write a comment."] },
      });
    }
    expect((await browser.api("POST", path(), { text: "x".repeat(2001) })).status).toBe(400);
    expect((await browser.api("POST", path(), { text: { a: 1 } })).status).toBe(400);
    expect((await visitor().api("POST", path(), { text: "Hello" })).status).toBe(401);
    for (const id of MISSING) {
      expect((await browser.api("POST", `/vehicles/${id}/comments`, { text: "Hello" })).status).toBe(404);
      expect((await browser.api("GET", `/vehicles/${id}/comments`)).status).toBe(404);
    }
  });

  test.each(["member", "owner", "admin"] as const)("the %s may delete the member's", async (who) => {
    const id = await post(crowd.member, "Soon gone");
    expect((await visitor().api("DELETE", `/comments/${id}`)).status).toBe(401);
    expect((await crowd.other.browser.api("DELETE", `/comments/${id}`)).status).toBe(403);
    expect((await crowd[who].browser.api("DELETE", `/comments/${id}`)).status).toBe(204);
    expect((await crowd[who].browser.api("DELETE", `/comments/${id}`)).status).toBe(404);
    const acts = server().database.prepare("SELECT action FROM audit_log WHERE subject_id = ?").pluck().all(id);
    expect(acts).toEqual(who === "admin" ? ["comment.delete"] : []);
  });

  test("that are not there are 404", async () => {
    for (const id of MISSING) expect((await crowd.member.browser.api("DELETE", `/comments/${id}`)).status).toBe(404);
  });
});

describe("reviews", () => {
  const path = () => `/garages/${crowd.owner.garageId}/reviews`;

  test("one a person: the first is 201, another replaces it", async () => {
    const { member, other } = crowd;
    const first = await member.browser.api("POST", path(), { rating: 4, review: " Tidy. " });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      status: "success",
      data: {
        doc: {
          _id: expect.stringMatching(/^\d+$/),
          rating: 4,
          review: "Tidy.",
          user: { _id: member.id, name: "Mia Member", avatar: "default.jpg" },
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    });
    const second = await member.browser.api("POST", path(), { rating: 2, review: "Dusty." });
    expect([second.status, second.json.data.doc]).toEqual([
      200,
      { ...first.json.data.doc, rating: 2, review: "Dusty." },
    ]);
    await other.browser.api("POST", path(), { rating: 5, review: "Spotless." });
    const list = await visitor().api("GET", path());
    expect(list.json).toMatchObject({ results: 2, total: 2, page: 1, limit: 20 });
    expect(list.json.data.data.map(({ rating }: { rating: number }) => rating)).toEqual([5, 2]);
    const garage = await visitor().api("GET", `/garages/${crowd.owner.garageId}`);
    expect(garage.json.data.garage).toMatchObject({ reviewCount: 2, averageRating: 3.5 });
  });

  test("are refused in words", async () => {
    const { member, owner } = crowd;
    const wrong = await member.browser.api("POST", path(), { rating: 6 });
    expect([wrong.status, Object.keys(wrong.json.errors).sort()]).toEqual([400, ["rating", "review"]]);
    const own = await owner.browser.api("POST", path(), { rating: 5, review: "Mine." });
    expect([own.status, own.json.message]).toEqual([403, "You cannot review your own garage."]);
    expect((await visitor().api("POST", path(), { rating: 5, review: "Nice." })).status).toBe(401);
    for (const id of MISSING) {
      const { status, json } = await member.browser.api("POST", `/garages/${id}/reviews`, { rating: 5, review: "A" });
      expect([status, json.message]).toEqual([404, "Could not load garage. The user or garage may not exist."]);
      expect((await visitor().api("GET", `/garages/${id}/reviews`)).status).toBe(404);
      expect((await member.browser.api("DELETE", `/reviews/${id}`)).status).toBe(404);
    }
  });

  test.each(["member", "admin"] as const)("the %s may delete the member's", async (who) => {
    const { json } = await crowd.member.browser.api("POST", path(), { rating: 1, review: "Soon gone" });
    const id = json.data.doc._id;
    expect((await visitor().api("DELETE", `/reviews/${id}`)).status).toBe(401);
    for (const stranger of [crowd.owner, crowd.other]) {
      expect((await stranger.browser.api("DELETE", `/reviews/${id}`)).status).toBe(403);
    }
    expect((await crowd[who].browser.api("DELETE", `/reviews/${id}`)).status).toBe(204);
    expect((await crowd[who].browser.api("DELETE", `/reviews/${id}`)).status).toBe(404);
  });
});

test("a deactivated person's things are gone, and so is the session", async () => {
  const gone = await signUpWithGarage(server(), "Gone Person");
  const { member, owner, vehicleId } = crowd;
  const vehicle = await gone.browser.api("POST", "/vehicles", { make: "Saab", model: "99", year: 1977 });
  const own = vehicle.json.data.doc._id;
  const said = await gone.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "Bye" });
  const likeCount = async () => (await member.browser.api("GET", `/vehicles/${vehicleId}`)).json.data.doc.likeCount;
  const before = await likeCount();
  await gone.browser.api("PATCH", `/vehicles/${vehicleId}/like`, { liked: true });
  await gone.browser.api("POST", `/garages/${owner.garageId}/reviews`, { rating: 1, review: "Bye" });
  await member.browser.api("POST", `/users/follow/${gone.id}`);
  setActive(server(), gone, false);

  expect((await gone.browser.api("PATCH", `/vehicles/${vehicleId}/like`)).status).toBe(401);
  const commentId = said.json.data.doc._id;
  for (const [method, path] of [
    ["PATCH", `/vehicles/${own}/like`],
    ["GET", `/vehicles/${own}/comments`],
    ["POST", `/vehicles/${own}/comments`],
    ["GET", `/garages/${gone.garageId}/reviews`],
    ["POST", `/garages/${gone.garageId}/reviews`],
    ["POST", `/users/follow/${gone.id}`],
    ["POST", `/users/unfollow/${gone.id}`],
    ["DELETE", `/comments/${commentId}`],
  ] as const) {
    const body = method === "POST" ? { text: "Hello", rating: 5, review: "Fine" } : undefined;
    expect((await member.browser.api(method, path, body)).status, `${method} ${path}`).toBe(404);
  }
  const texts = JSON.stringify((await visitor().api("GET", `/vehicles/${vehicleId}/comments`)).json);
  const reviews = JSON.stringify((await visitor().api("GET", `/garages/${owner.garageId}/reviews`)).json);
  const feed = JSON.stringify((await member.browser.api("GET", "/users/me/followed-garages")).json);
  expect([texts, reviews, feed].filter((text) => text.includes("Bye") || text.includes("Gone Person"))).toEqual([]);
  expect(await likeCount()).toBe(before);

  setActive(server(), gone, true);
  expect(await likeCount()).toBe(before + 1);
  expect(JSON.stringify((await visitor().api("GET", `/vehicles/${vehicleId}/comments`)).json)).toContain("Bye");
});
