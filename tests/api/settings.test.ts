import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { htmlAsJpeg, png } from "../support/images";
import { bearerOf, PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { traces } from "../support/traces";
import { openArchive } from "../support/zip";

const server = sharedServer();
const client = () => browserLike(server());

let token: string;
let id: string;

beforeAll(async () => {
  const member = await signUp(server(), "Ada Driver");
  id = member.id;
  token = await bearerOf(server(), member);
});

test.each([
  ["/users/updateMe", "PATCH", "PATCH"],
  ["/users/updateMyPassword", "PATCH", "PATCH"],
  ["/users/deleteMe", "DELETE", "DELETE"],
  ["/garages/my-garage", "DELETE", "PATCH, DELETE"],
  ["/users/me/export", "GET", "GET, HEAD, POST"],
  ["/users/me/second-step", "PATCH", "GET, HEAD, POST, PATCH, DELETE"],
])("%s: needs a session, and knows its methods", async (path, method, allow) => {
  const body = method === "GET" ? undefined : {};
  for (const bad of [undefined, "x"]) {
    const { status, json } = await client().api(method, path, body, bad === undefined ? {} : { token: bad });
    expect([status, json.status]).toEqual([401, "fail"]);
  }
  for (const wrong of ["GET", "POST", "PUT"].filter((one) => !allow.includes(one))) {
    const { status, headers } = await client().api(wrong, path, wrong === "GET" ? undefined : {}, { token });
    expect([status, headers.get("allow")]).toEqual([405, allow]);
  }
});

test("a cookie from elsewhere changes nothing", async () => {
  const { browser } = await signUp(server());
  const foreign = { headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" } };
  for (const [method, path] of [
    ["PATCH", "/users/updateMe"],
    ["PATCH", "/users/updateMyPassword"],
    ["DELETE", "/users/deleteMe"],
    ["DELETE", "/garages/my-garage"],
  ] as const) {
    expect((await browser.api(method, path, {}, foreign)).status).toBe(403);
  }
});

describe("PATCH /users/updateMe", () => {
  test("changes what is sent, and only the listed members", async () => {
    const first = await client().api("PATCH", "/users/updateMe", { bio: "B.", location: "Here" }, { token });
    expect(first.status).toBe(200);
    expect(first.json.data.user).toMatchObject({ _id: id, name: "Ada Driver", bio: "B.", location: "Here" });
    const sly = {
      name: "Ada",
      role: "admin",
      active: false,
      email: "x@example.com",
      avatar: "x.jpg",
      followerCount: 9,
    };
    const { json } = await client().api("PATCH", "/users/updateMe", sly, { token });
    expect(json.data.user).toMatchObject({
      name: "Ada",
      bio: "B.",
      role: "user",
      active: true,
      avatar: "default.jpg",
      followerCount: 0,
      email: expect.not.stringContaining("x@"),
    });
  });

  test("takes an avatar; a refused one changes nothing", async () => {
    const bad = [{ name: "bad.jpg", bytes: htmlAsJpeg() }];
    const refused = await client().api("PATCH", "/users/updateMe", { name: "Eve" }, { token, files: { avatar: bad } });
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["avatar"]]);
    const avatar = [{ name: "me.png", bytes: await png() }];
    const { json } = await client().api("PATCH", "/users/updateMe", {}, { token, files: { avatar } });
    expect(json.data.user.name).toBe("Ada");
    expect((await client().fetch(`/img/users/${json.data.user.avatar}`)).status).toBe(200);
    const wrong = await client().api("PATCH", "/users/updateMe", { name: { $gt: "" } }, { token });
    expect([wrong.status, wrong.json.errors]).toEqual([400, { name: ["Name must be text."] }]);
  });
});

test("PATCH /users/updateMyPassword: a new token, every other one dead", async () => {
  const member = await signUp(server());
  const [one, other] = [await bearerOf(server(), member), await bearerOf(server(), member)];
  const NEW = { passwordCurrent: PASSWORD, password: "brand new one", passwordConfirm: "brand new one" };
  const wrong = await client().api(
    "PATCH",
    "/users/updateMyPassword",
    { ...NEW, passwordCurrent: "x" },
    { token: one },
  );
  expect([wrong.status, wrong.json.errors]).toEqual([
    400,
    { passwordCurrent: ["Your current password is not correct."] },
  ]);
  const { status, json } = await client().api("PATCH", "/users/updateMyPassword", NEW, { token: one });
  expect(status).toBe(200);
  expect(json.data.user).toMatchObject({ _id: member.id, email: member.email });
  const me = async (bearer: string) => (await client().api("GET", "/users/me", undefined, { token: bearer })).status;
  expect([await me(json.token), await me(one), await me(other)]).toEqual([200, 401, 401]);
  expect((await member.browser.api("GET", "/users/me")).status).toBe(401);
});

test("DELETE /garages/my-garage, DELETE /users/deleteMe: 204, and nothing is left", async () => {
  const before = traces(server());
  const owner = await signUpWithGarage(server(), "Otto Owner");
  const bearer = await bearerOf(server(), owner);
  const photos = [{ name: "a.png", bytes: await png() }];
  const saab = { make: "Saab", model: "96", year: 1968 };
  await client().api("POST", "/vehicles", saab, { token: bearer, files: { photos } });
  const garage = await client().api("DELETE", "/garages/my-garage", undefined, { token: bearer });
  expect([garage.status, garage.json]).toEqual([204, null]);
  expect(traces(server()).files).toBe(before.files);
  const again = await client().api("DELETE", "/garages/my-garage", undefined, { token: bearer });
  expect([again.status, again.json.message]).toEqual([404, "You do not have a garage."]);
  expect((await owner.browser.api("GET", "/users/me")).json.data.user.garage).toBeNull();
  const gone = await owner.browser.api("DELETE", "/users/deleteMe");
  expect([gone.status, gone.json, owner.browser.cookies.has("paddock_session")]).toEqual([204, null, false]);
  expect((await client().api("GET", "/users/me", undefined, { token: bearer })).status).toBe(401);
  expect((await client().api("GET", `/users/${owner.id}`)).status).toBe(404);
  expect(traces(server(), owner.email)).toEqual(before);
});

test("GET /users/me/export: the archive", async () => {
  const response = await client().fetch("/api/v1/users/me/export", { headers: { Authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const archive = openArchive(new Uint8Array(await response.arrayBuffer()));
  expect(archive.names).toEqual(expect.arrayContaining(["index.html", "data.json"]));
  expect(JSON.parse(archive.text("data.json")).account.id).toBe(id);
});
