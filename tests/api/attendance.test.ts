import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { bearerOf } from "../support/members";
import { sharedServer } from "../support/server";
import { type Crowd, makeCrowd, setActive } from "../support/social";

const server = sharedServer();
const GONE = "Could not load event. It may not be available.";
let crowd: Crowd;
let live: string;
let pending: string;

beforeAll(async () => {
  crowd = await makeCrowd(server());
  live = await submit(true);
  pending = await submit(false);
});

const visitor = () => browserLike(server());

async function submit(approve: boolean, given: Record<string, string> = {}): Promise<string> {
  const { json } = await crowd.other.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...given });
  const id = json.data.doc._id;
  if (approve) await crowd.admin.browser.api("PATCH", `/events/admin/${id}/approve`);
  return id;
}

const at = (id: string) => `/events/${id}/attendance`;

describe("POST and DELETE /events/{id}/attendance", () => {
  test("on the list with a vehicle, changed, and off again; the event counts", async () => {
    const { owner, vehicleId, member } = crowd;
    const first = await owner.browser.api("POST", at(live), { vehicle: vehicleId });
    expect([first.status, first.json.status]).toEqual([201, "success"]);
    expect(first.json.data.doc).toMatchObject({
      _id: live,
      title: GOOD_EVENT.title,
      attendance: { count: 1, withVehicle: 1 },
      going: true,
      vehicle: vehicleId,
    });
    const token = await bearerOf(server(), member);
    const second = await visitor().api("POST", at(live), undefined, { token });
    expect([second.status, second.json.data.doc.attendance]).toEqual([201, { count: 2, withVehicle: 1 }]);
    expect(second.json.data.doc).toMatchObject({ going: true, vehicle: null });
    const again = await visitor().api("POST", at(live), {}, { token });
    expect([again.status, again.json.data.doc.attendance.count]).toEqual([200, 2]);
    const without = await owner.browser.api("POST", at(live), { vehicle: null });
    expect([without.status, without.json.data.doc.attendance]).toEqual([200, { count: 2, withVehicle: 0 }]);

    for (let time = 0; time < 2; time += 1) {
      const left = await visitor().api("DELETE", at(live), undefined, { token });
      expect([left.status, left.json.data.doc.attendance]).toEqual([200, { count: 1, withVehicle: 0 }]);
      expect(left.json.data.doc).toMatchObject({ going: false, vehicle: null });
    }
    await owner.browser.api("DELETE", at(live));
  });

  test("everybody sees who comes and how many; only members their own state", async () => {
    const { owner, vehicleId } = crowd;
    await owner.browser.api("POST", at(live), { vehicle: vehicleId });
    const { status, json } = await visitor().api("GET", at(live));
    expect([status, json.results, json.total, json.page, json.limit]).toEqual([200, 1, 1, 1, 20]);
    expect(json.data.data).toEqual([
      {
        user: { _id: owner.id, name: "Olga Owner", avatar: "default.jpg" },
        vehicle: { _id: vehicleId, name: "1967 Lotus Elan", coverPhoto: null },
      },
    ]);
    const { doc } = (await visitor().api("GET", `/events/${live}`)).json.data;
    expect(doc.attendance).toEqual({ count: 1, withVehicle: 1 });
    expect(Object.keys(doc)).not.toContain("going");
    const own = await crowd.member.browser.api("GET", `/events/${live}`);
    expect(own.json.data.doc).toMatchObject({ going: false, vehicle: null });
    await owner.browser.api("DELETE", at(live));
  });

  test.each(["POST", "DELETE"])("%s needs a session that is alive", async (method) => {
    expect((await visitor().api(method, at(live))).status).toBe(401);
    expect((await visitor().api(method, at(live), undefined, { token: "stale" })).status).toBe(401);
    const { member } = crowd;
    const token = await bearerOf(server(), member);
    setActive(server(), member, false);
    expect((await visitor().api(method, at(live), undefined, { token })).status).toBe(401);
    setActive(server(), member, true);
  });

  test("every role comes for itself; nobody for somebody else's vehicle", async () => {
    const { owner, other, member, admin, vehicleId } = crowd;
    for (const { browser } of [owner, other, member, admin]) {
      expect((await browser.api("POST", at(live))).status).toBe(201);
    }
    for (const { browser } of [other, member, admin]) {
      const { status, json } = await browser.api("POST", at(live), { vehicle: vehicleId });
      expect([status, json.errors]).toEqual([400, { vehicle: ["Please choose one of your own vehicles."] }]);
    }
    for (const { browser } of [owner, other, member, admin]) await browser.api("DELETE", at(live));
    expect((await visitor().api("GET", at(live))).json.total).toBe(0);
  });

  test("an id is text: a number is nobody's vehicle", async () => {
    const { owner, vehicleId } = crowd;
    const { status, json } = await owner.browser.api("POST", at(live), { vehicle: Number(vehicleId) });
    expect([status, json.errors]).toEqual([400, { vehicle: ["Please choose one of your own vehicles."] }]);
  });

  test("what is not live is not there, for its submitter and admins too", async () => {
    for (const { browser } of [crowd.other, crowd.admin, crowd.member]) {
      for (const id of [pending, "987654", "x"]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const { status, json } = await browser.api(method, at(id));
          expect([status, json.message], `${method} ${id}`).toEqual([404, GONE]);
        }
      }
    }
  });

  test("what is over is a conflict", async () => {
    const id = await submit(true, { startDate: "2020-05-01T10:00", endDate: "2020-05-01T12:00" });
    const { status, json } = await crowd.member.browser.api("POST", at(id));
    expect([status, json.message]).toEqual([409, "This event is over. It is too late to join."]);
    expect((await crowd.member.browser.api("DELETE", at(id))).status).toBe(200);
  });

  test.each([{ vehicle: [] }, { vehicle: {} }, { vehicle: -1 }, { vehicle: true }, { vehicle: "1 OR 1" }])(
    "odd values are no fault of ours: %o",
    async (body) => {
      expect((await crowd.owner.browser.api("POST", at(live), body)).status).toBe(400);
    },
  );

  test("other sites cannot send it, other methods are refused", async () => {
    const headers = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
    for (const method of ["POST", "DELETE"]) {
      expect((await crowd.owner.browser.api(method, at(live), undefined, { headers })).status).toBe(403);
    }
    const { status, headers: answered } = await crowd.owner.browser.api("PATCH", at(live), {});
    expect([status, answered.get("allow")]).toEqual([405, "GET, HEAD, POST, DELETE"]);
  });
});
