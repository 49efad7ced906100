import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike, type Files } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { readMail } from "../support/mail";
import { bearerOf, type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GONE = "Could not load event. It may not be available.";
const REFUSAL = "Could not fetch users. Are you an admin?";
const { location: address, ...rest } = GOOD_EVENT;

let admin: Member;
let ada: Member;
let bo: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  ada = await signUp(server(), "Ada Driver");
  bo = await signUp(server(), "Bo Bystander");
});

const visitor = () => browserLike(server());

async function submit(given: Record<string, string> = {}): Promise<string> {
  const { status, json } = await ada.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...given });
  expect(status).toBe(201);
  return json.data.doc._id;
}

async function publish(given: Record<string, string> = {}): Promise<string> {
  const id = await submit(given);
  expect((await admin.browser.api("PATCH", `/events/admin/${id}/approve`)).status).toBe(200);
  return id;
}

const shape = (id: string) => ({
  _id: id,
  ...rest,
  location: { address },
  image: null,
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  cancelledAt: null,
  cancelReason: null,
});

describe("POST /events/submit", () => {
  test("multipart with a picture, by bearer", async () => {
    const token = await bearerOf(server(), ada);
    for (const field of ["photos", "image"]) {
      const files = { [field]: [{ name: "poster.jpg", bytes: await jpegWithExif() }] };
      const { status, json } = await visitor().api("POST", "/events/submit", GOOD_EVENT, { token, files });
      expect([status, json.status]).toEqual([201, "success"]);
      expect(json.message).toBe("Event submitted for review. Thank you!");
      const { doc } = json.data;
      expect(doc).toMatchObject({
        ...shape(doc._id),
        image: expect.stringMatching(/^\w+\.jpg$/),
        status: "pending",
        rejectionReason: null,
        submittedBy: { _id: ada.id, name: "Ada Driver" },
      });
      const headers = { Authorization: `Bearer ${token}` };
      expect((await visitor().fetch(`/img/photos/${doc.image}`, { headers })).status).toBe(200);
      expect((await visitor().fetch(`/img/photos/${doc.image}`)).status).toBe(404);
    }
  });

  test("more than one picture: 400", async () => {
    const picture = { name: "a.jpg", bytes: await jpegWithExif() };
    for (const files of [{ photos: [picture, picture] }, { photos: [picture], image: [picture] }] as Files[]) {
      const { status, json } = await ada.browser.api("POST", "/events/submit", GOOD_EVENT, { files });
      expect([status, json.errors]).toEqual([400, { photos: ["Please choose one picture only."] }]);
    }
  });

  test("takes ISO dates as clients write them, and never its own status", async () => {
    const given = { startDate: "2031-05-01T17:00:00.000Z", endDate: "2031-05-02", status: "approved", sequence: "9" };
    const id = await submit(given);
    const { json } = await ada.browser.api("GET", `/events/${id}`);
    expect(json.data.doc).toMatchObject({
      startDate: "2031-05-01T17:00",
      endDate: "2031-05-02T23:59",
      status: "pending",
    });
  });

  test("another method: 405, and no look-up by id", async () => {
    for (const [path, allow] of [
      ["/events/submit", "POST"],
      ["/events/admin/1/approve", "PATCH"],
    ]) {
      const { status, headers } = await visitor().api("GET", path!);
      expect([status, headers.get("allow")]).toEqual([405, allow]);
    }
  });
});

describe("GET /events", () => {
  test("answers upcoming ones to anybody, in the contract's shape", async () => {
    const id = await publish({ title: "Shapely" });
    const { status, json } = await visitor().api("GET", "/events?title[regex]=shapely&title[options]=i");
    expect(status).toBe(200);
    expect(json).toEqual({
      status: "success",
      results: 1,
      total: 1,
      page: 1,
      limit: 20,
      data: { data: [{ ...shape(id), title: "Shapely" }] },
    });
    const { json: own } = await ada.browser.api("GET", "/events?title[regex]=SHAPELY");
    expect(own.data.data[0]).toMatchObject({ status: "approved", submittedBy: { _id: ada.id } });
  });

  test("filters and pages", async () => {
    await publish({
      title: "Quokka show",
      category: "Car/Truck/Bike Show",
      startDate: "2031-06-01",
      endDate: "2031-06-03",
    });
    await publish({ title: "Quokka auction", category: "Auction", startDate: "2031-05-01", endDate: "2031-05-01" });
    await publish({ title: "Quokka gone", startDate: "2019-05-01", endDate: "2019-05-01" });
    await submit({ title: "Quokka pending" });
    const list = async (query: string) => {
      const { status, json } = await visitor().api("GET", `/events?title[regex]=quokka&${query}`);
      return status === 200
        ? [json.total, ...json.data.data.map(({ title }: { title: string }) => title.slice(7))]
        : status;
    };
    expect(await list("")).toEqual([2, "auction", "show"]);
    expect(await list("category=Car%2FTruck%2FBike+Show")).toEqual([1, "show"]);
    expect(await list("from=2031-06-03&to=2031-06-30")).toEqual([1, "show"]);
    expect(await list("past=true")).toEqual([1, "gone"]);
    expect(await list("limit=1&page=2")).toEqual([2, "show"]);
    expect(await list("title[options]=x")).toEqual([2, "auction", "show"]);
    for (const wrong of ["category=Party", "from=x", "from=2031-02-01&to=2031-01-01", "limit=101", "page=0"]) {
      expect(await list(wrong), wrong).toBe(400);
    }
  });

  test("its text is no pattern", async () => {
    for (const pattern of [".*", "(a+)+$", "[", "%25", "\\"]) {
      const { status, json } = await visitor().api("GET", `/events?title[regex]=${pattern}`);
      expect([pattern, status, json.total]).toEqual([pattern, 200, 0]);
    }
  });
});

describe("GET and PATCH /events/{id}", () => {
  test("before it is live: its submitter and admins, else 404", async () => {
    const id = await submit();
    for (const browser of [visitor(), bo.browser]) {
      const { status, json } = await browser.api("GET", `/events/${id}`);
      expect([status, json.message]).toEqual([404, GONE]);
      const patched = await browser.api("PATCH", `/events/${id}`, { title: "x" });
      expect(patched.status).toBe(browser === bo.browser ? 404 : 401);
    }
    expect((await admin.browser.api("GET", `/events/${id}`)).json.data.doc.status).toBe("pending");
    expect((await admin.browser.api("PATCH", `/events/${id}`, { title: "x" })).status).toBe(403);
    for (const wrong of ["999999", "abc", "mine"]) {
      expect((await visitor().api("GET", `/events/${wrong}`)).json.message).toBe(GONE);
    }
  });

  test("edits what is sent; resubmits a rejected one; a live one is 409", async () => {
    const id = await submit();
    const edited = await ada.browser.api("PATCH", `/events/${id}`, { title: "Changed", status: "approved" });
    expect([edited.status, edited.json.data.doc]).toMatchObject([
      200,
      { ...rest, title: "Changed", status: "pending" },
    ]);
    await admin.browser.api("PATCH", `/events/admin/${id}/reject`, { reason: "Where?" });
    const { json: mine } = await ada.browser.api("GET", "/users/me/events");
    expect(mine.data.data[0]).toMatchObject({ _id: id, status: "rejected", rejectionReason: "Where?" });
    const files = { photos: [{ name: "poster.jpg", bytes: await jpegWithExif() }] };
    const again = await ada.browser.api("PATCH", `/events/${id}`, { location: "Goodwood" }, { files });
    expect(again.json.data.doc).toMatchObject({
      location: { address: "Goodwood" },
      image: expect.stringMatching(/\.jpg$/),
      status: "pending",
      rejectionReason: null,
    });
    await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
    expect((await ada.browser.api("PATCH", `/events/${id}`, { title: "x" })).status).toBe(409);
    expect((await bo.browser.api("PATCH", `/events/${id}`, { title: "x" })).status).toBe(403);
    const late = await admin.browser.api("PATCH", `/events/${id}`, { title: "Mended" });
    expect([late.status, late.json.data.doc]).toMatchObject([200, { title: "Mended", status: "approved" }]);
  });
});

test("POST /events/{id}/cancel: once, again, for whoever has it, and nobody joins", async () => {
  const id = await publish({ title: "Rained off" });
  const cancel = (reason?: string) => ada.browser.api("POST", `/events/${id}/cancel`, { reason });
  expect((await cancel("x".repeat(1_001))).json.errors).toHaveProperty("reason");
  for (const reason of ["Rain", "Snow", undefined]) {
    const { status, json } = await cancel(reason);
    expect([status, json.message]).toEqual([200, "Event cancelled. Everybody who goes is told."]);
    expect(json.data.doc).toMatchObject({ _id: id, cancelReason: "Rain", status: "approved" });
  }
  const { json } = await visitor().api("GET", "/events?title[regex]=rained");
  const cancelledAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(json.data.data).toEqual([{ ...shape(id), title: "Rained off", cancelledAt, cancelReason: "Rain" }]);
  const joined = await bo.browser.api("POST", `/events/${id}/attendance`);
  expect([joined.status, joined.json.message]).toEqual([
    409,
    "This event has been cancelled. Nobody can join it any more.",
  ]);
  expect((await bo.browser.api("POST", `/events/${id}/cancel`)).status).toBe(403);
});

describe("the admins' calls", () => {
  test("GET pending: 50 a page, soonest first", async () => {
    const later = await submit({ title: "Later", startDate: "2190-02-01", endDate: "2190-02-01" });
    const sooner = await submit({ title: "Sooner", startDate: "2190-01-01", endDate: "2190-01-01" });
    const { status, json } = await admin.browser.api("GET", "/events/admin/pending");
    expect([status, json.page, json.limit, json.results]).toEqual([200, 1, 50, json.data.data.length]);
    expect(json.data.data.slice(-2).map(({ _id }: { _id: string }) => _id)).toEqual([sooner, later]);
    expect(json.data.data.at(-1)).toMatchObject({ status: "pending", submittedBy: { _id: ada.id, name: ada.name } });
  });

  test("approve and reject: once, again, and the opposite", async () => {
    const [live, gone] = [await submit({ title: "Goes live" }), await submit({ title: "Goes away" })];
    const decide = (id: string, act: string, body?: object) =>
      admin.browser.api("PATCH", `/events/admin/${id}/${act}`, body);
    for (let times = 0; times < 2; times += 1) {
      const approved = await decide(live, "approve");
      expect([approved.status, approved.json.message]).toEqual([200, "Event approved and is now live."]);
      expect(approved.json.data.doc).toMatchObject({ _id: live, status: "approved", rejectionReason: null });
      const rejected = await decide(gone, "reject", { reason: `No. ${times}` });
      expect([rejected.status, rejected.json.message]).toEqual([200, "Event has been rejected."]);
      expect(rejected.json.data.doc).toMatchObject({ _id: gone, status: "rejected", rejectionReason: "No. 0" });
    }
    expect([(await decide(live, "reject")).status, (await decide(gone, "approve")).status]).toEqual([409, 409]);
    expect((await decide(await submit(), "reject")).json.data.doc.rejectionReason).toBeNull();
    expect((await decide(await submit(), "reject", { reason: "x".repeat(1_001) })).status).toBe(400);
    expect((await readMail(server(), ada.email, /“Goes live” is in the calendar/)).links[0]).toBe(
      `${server().url}/events/${live}`,
    );
    expect((await readMail(server(), ada.email, /“Goes away” was not accepted/)).text).toContain("No. 0");
    for (const wrong of ["999999", "abc"]) {
      for (const act of ["approve", "reject"]) expect((await decide(wrong, act)).json.message).toBe(GONE);
    }
  });
});

test("who may: 401 for visitors and dead sessions, 403 for members at the admins' calls", async () => {
  const id = await submit();
  const token = await bearerOf(server(), bo);
  const own: [string, string][] = [
    ["POST", "/events/submit"],
    ["PATCH", `/events/${id}`],
    ["GET", "/users/me/events"],
  ];
  const desk: [string, string][] = [
    ["GET", "/events/admin/pending"],
    ["PATCH", `/events/admin/${id}/approve`],
    ["PATCH", "/events/admin/999999/reject"],
  ];
  for (const [method, path] of [...own, ...desk]) {
    const body = method === "GET" ? undefined : GOOD_EVENT;
    expect((await visitor().api(method, path, body)).status, path).toBe(401);
    expect((await visitor().api(method, path, body, { token: "dead" })).status, path).toBe(401);
  }
  for (const [method, path] of desk) {
    for (const answer of [
      await bo.browser.api(method, path),
      await visitor().api(method, path, undefined, { token }),
    ]) {
      expect([path, answer.status, answer.json.message]).toEqual([path, 403, REFUSAL]);
    }
  }
  expect((await bo.browser.api("GET", "/users/me/events")).json).toMatchObject({ total: 0, data: { data: [] } });
});
