import { describe, expect, test } from "vitest";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = await sharedServer();

const crowd = await makeCrowd(server);

describe("the same mistake meets the same words on page and API", () => {
  test.each([["987654"], ["x"]])("a reply to a missing comment: %s", async (parent) => {
    const path = `/vehicles/${crowd.vehicleId}`;
    const { browser } = crowd.member;
    const form = await browser.submit(path, { intent: "reply", parent, text: "Typed with care." });
    const call = await browser.api("POST", `${path}/comments`, { parent, text: "Typed with care." });
    expect([form.status, call.status, call.json.errors]).toEqual([400, 400, { parent: [call.json.message] }]);
    expect(form.page.alerts[0]).toBe(call.json.message);
    expect(form.page.text("#comment-field-text")).toBe("Typed with care.");
  });

  test("following oneself, and missing users", async () => {
    const { browser, id } = crowd.member;
    for (const userId of [id, "987654", "x"]) {
      const call = await browser.api("POST", `/users/follow/${userId}`);
      const form = await browser.submit(`/users/${userId}/follow`, { following: "on", returnTo: "/garages" });
      expect(form).toMatchObject({ status: 302, location: "/garages" });
      expect((await browser.follow(form)).page.notices).toContain(call.json.message);
      const script = await browser.submit(`/users/${userId}/follow`, { following: "on" });
      expect([script.status, JSON.parse(script.body)]).toEqual([call.status, { message: call.json.message }]);
    }
  });

  test("liking what is not there, and one's own", async () => {
    const { browser } = crowd.owner;
    for (const [id, status] of [
      ["987654", 404],
      [crowd.vehicleId, 400],
    ]) {
      const call = await browser.api("PATCH", `/vehicles/${id}/like`);
      const script = await browser.submit(`/vehicles/${id}/like`, { liked: "true" });
      expect([call.status, script.status]).toEqual([status, status]);
      expect(JSON.parse(script.body)).toEqual({ message: call.json.message });
    }
  });
});

describe("the API's responses", () => {
  const list = (rows: number, total = rows) => ({ status: "success", results: rows, total, page: 1, limit: 20 });
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const author = () => ({ _id: crowd.member.id, name: "Mia Member", avatar: "default.jpg" });

  test("to following: everybody the caller follows; their garages, the newest follow first", async () => {
    const { member, owner, otherMember } = crowd;
    const { api } = member.browser;
    const first = await api("POST", `/users/follow/${owner.id}`);
    const data = { following: [owner.id], followerCount: 1 };
    expect([first.status, first.json]).toEqual([200, { status: "success", data }]);
    const second = await api("POST", `/users/follow/${otherMember.id}`);
    expect(second.json.data).toEqual({ following: [owner.id, otherMember.id], followerCount: 1 });
    const user = await server.visitor().api("GET", `/users/${owner.id}`);
    expect(user.json.data.user).toMatchObject({ followerCount: 1, followers: [member.id] });
    const { json } = await api("GET", "/users/me/followed-garages");
    expect(json).toMatchObject({
      ...list(2),
      data: { data: [{ _id: otherMember.garageId }, { _id: owner.garageId }] },
    });
    expect(json.data.data[1]).toMatchObject({ vehicleCount: 1, followerCount: 1, user: { _id: owner.id } });
    const ended = await api("POST", `/users/unfollow/${otherMember.id}`);
    expect(ended.json.data).toEqual({ following: [owner.id], followerCount: 0 });
  });

  test("to liking, which toggles without a body and sets with one", async () => {
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
      const { status, json } = await browser.api("PATCH", `/vehicles/${crowd.vehicleId}/like`, body);
      const likeCount = Number(liked);
      expect([status, json.data.liked, json.data.likeCount], JSON.stringify(body)).toEqual([200, liked, likeCount]);
      expect(json.data.doc).toMatchObject({ _id: crowd.vehicleId, likes: liked ? [id] : [], likeCount });
    }
  });

  test("to comments, which are listed, the oldest first", async () => {
    const { vehicleId } = await makeCrowd(server);
    const path = `/vehicles/${vehicleId}/comments`;
    const { api } = crowd.member.browser;
    const response = await api("POST", path, { text: "  Lovely.\n\nTruly.  ", user: "1" });
    const { doc } = response.json.data;
    expect([response.status, response.json.status]).toEqual([201, "success"]);
    const text = "Lovely.\n\nTruly.";
    expect(doc).toEqual({ _id: doc._id, text, parent: null, user: author(), createdAt, editedAt: null });
    await api("POST", path, { text: "Thanks." });
    const all = await api("GET", path);
    expect(all.json).toMatchObject({ ...list(2), data: { data: [doc, { text: "Thanks." }] } });
    expect((await api("GET", `/vehicles/${vehicleId}`)).json.data.doc.commentCount).toBe(2);
  });

  test("to reviews, one a person: the first is 201, another replaces it", async () => {
    const { owner, otherMember } = await makeCrowd(server);
    const path = `/garages/${owner.garageId}/reviews`;
    const { api } = crowd.member.browser;
    const first = await api("POST", path, { rating: 4, review: " Tidy. " });
    const { doc } = first.json.data;
    expect([first.status, first.json.status]).toEqual([201, "success"]);
    expect(doc).toEqual({ _id: doc._id, rating: 4, review: "Tidy.", user: author(), createdAt });
    const dusty = { ...doc, rating: 2, review: "Dusty." };
    const second = await api("POST", path, { rating: 2, review: "Dusty." });
    expect([second.status, second.json.data.doc]).toEqual([200, dusty]);
    await otherMember.browser.api("POST", path, { rating: 5, review: "Spotless." });
    expect((await api("GET", path)).json).toMatchObject({ ...list(2), data: { data: [{ rating: 5 }, dusty] } });
    const { garage } = (await api("GET", `/garages/${owner.garageId}`)).json.data;
    expect(garage).toMatchObject({ reviewCount: 2, averageRating: 3.5 });
  });
});
