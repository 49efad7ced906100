import { expect, test } from "vitest";
import { GOOD_EVENT, publishEvent, submitEvent } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = await sharedServer();
const { visitor } = server;
const { location: address, ...rest } = GOOD_EVENT;

const crowd = await makeCrowd(server);

const submit = (overrides: Record<string, string> = {}) => submitEvent(crowd.otherMember, overrides);
const publish = (overrides: Record<string, string> = {}) => publishEvent(crowd.otherMember, crowd.admin, overrides);

const shape = (id: string) => ({
  _id: id,
  ...rest,
  location: { address },
  image: null,
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  cancelledAt: null,
  cancelReason: null,
  series: null,
});

test("POST /events/submit takes multipart with a picture, by bearer, and never its own status", async () => {
  const { otherMember } = crowd;
  const token = await server.bearerOf(otherMember);
  const files = { photos: [{ name: "poster.jpg", bytes: await jpegWithExif() }] };
  const input = { startDate: "2031-05-01T17:00:00.000Z", endDate: "2031-05-02", status: "approved", sequence: "9" };
  const { status, json } = await visitor().api("POST", "/events/submit", { ...GOOD_EVENT, ...input }, { token, files });
  expect([status, json.message]).toEqual([201, "Event submitted for review. Thank you!"]);
  const { doc } = json.data;
  expect(doc).toMatchObject({
    ...{ ...shape(doc._id), startDate: "2031-05-01T17:00", endDate: "2031-05-02T23:59" },
    image: expect.stringMatching(/^\w+\.jpg$/),
    ...{ status: "pending", rejectionReason: null, submittedBy: { _id: otherMember.id, name: otherMember.name } },
  });
  const path = `/img/photos/${doc.image}`;
  expect((await visitor().fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await visitor().fetch(path)).status).toBe(404);
});

test("GET /events returns upcoming events to everyone, in the contract's shape", async () => {
  const id = await publish({ title: "Quokka auction", category: "Auction" });
  await publish({ title: "Quokka show", startDate: "2031-06-01", endDate: "2031-06-03" });
  await submit({ title: "Quokka pending" });
  const { status, json } = await visitor().api("GET", "/events?title[regex]=quokka%20auction&title[options]=i");
  expect(status).toBe(200);
  expect(json).toEqual({
    ...{ status: "success", results: 1, total: 1, page: 1, limit: 20 },
    data: { data: [{ ...shape(id), title: "Quokka auction", category: "Auction" }] },
  });
  const { json: ownSearch } = await crowd.otherMember.browser.api("GET", "/events?title[regex]=QUOKKA");
  expect(ownSearch.data.data[0]).toMatchObject({ status: "approved", submittedBy: { _id: crowd.otherMember.id } });
  const all = await visitor().api("GET", "/events?title[regex]=quokka&title[options]=x&limit=1&page=2");
  expect([all.json.total, all.json.data.data]).toMatchObject([2, [{ title: "Quokka show" }]]);
});

test("PATCH /events/{id} edits what is sent; resubmits a rejected one; of a live one the change waits", async () => {
  const { otherMember, admin } = crowd;
  const id = await submit({ startDate: "2190-02-01", endDate: "2190-02-01" });
  const edit = async (overrides: object, options = {}) =>
    (await otherMember.browser.api("PATCH", `/events/${id}`, overrides, options)).json.data.doc;
  const decide = (act: string, body: object) => admin.browser.api("PATCH", `/events/admin/${id}/${act}`, body);
  expect(await edit({ title: "Changed", status: "approved" })).toMatchObject({ title: "Changed", status: "pending" });
  await decide("reject", { reason: "Where?" });
  const { json: ownEvents } = await otherMember.browser.api("GET", "/users/me/events");
  expect(ownEvents.data.data[0]).toMatchObject({ _id: id, status: "rejected", rejectionReason: "Where?" });
  const files = { photos: [{ name: "poster.jpg", bytes: await jpegWithExif() }] };
  expect(await edit({ location: "Goodwood" }, { files })).toMatchObject({
    ...{ location: { address: "Goodwood" }, status: "pending", rejectionReason: null },
    image: expect.stringMatching(/\.jpg$/),
  });
  const pending = () => admin.browser.api("GET", "/events/admin/pending");
  const pendingEvents = await pending();
  expect([pendingEvents.status, pendingEvents.json.limit, pendingEvents.json.data.data.at(-1)]).toMatchObject([
    200,
    50,
    { _id: id },
  ]);
  await decide("approve", {});
  const change = { status: "pending", rejectionReason: null, title: "Waits", url: null };
  const { revision, ...changed } = await edit({ title: "Waits", url: "" });
  expect(changed).toMatchObject({ title: "Changed", status: "approved", change });
  for (const { json } of [await otherMember.browser.api("GET", "/users/me/events"), await pending()]) {
    expect(json.data.data.find((doc: { _id: string }) => doc._id === id)).toMatchObject({ change });
  }
  const { json: view } = await visitor().api("GET", `/events/${id}`);
  expect([view.data.doc.title, "change" in view.data.doc]).toEqual(["Changed", false]);
  expect((await decide("approve", { revision: "x" })).json.errors).toHaveProperty("revision");
  const { json: approved } = await decide("approve", { revision });
  expect(approved.data.doc).toMatchObject({ title: "Waits", url: null, change: null });
});

test("POST and DELETE /events/{id}/attendance: with a vehicle, changed, and off again; the event counts", async () => {
  const { owner, vehicleId, member } = crowd;
  const id = await publish();
  const at = `/events/${id}/attendance`;
  const first = await owner.browser.api("POST", at, { vehicle: vehicleId });
  const going = { attendance: { count: 1, withVehicle: 1 }, going: true, vehicle: vehicleId };
  expect([first.status, first.json.data.doc]).toMatchObject([201, { _id: id, title: GOOD_EVENT.title, ...going }]);
  const token = await server.bearerOf(member);
  const second = await visitor().api("POST", at, undefined, { token });
  const afterSecond = { attendance: { count: 2, withVehicle: 1 }, going: true, vehicle: null };
  expect([second.status, second.json.data.doc]).toMatchObject([201, afterSecond]);
  expect((await visitor().api("POST", at, {}, { token })).status).toBe(200);
  const { status, json } = await visitor().api("GET", at);
  expect([status, json.results, json.total, json.page, json.limit]).toEqual([200, 2, 2, 1, 20]);
  expect(json.data.data[0]).toEqual({
    user: { _id: owner.id, name: "Olga Owner", avatar: "default.jpg" },
    vehicle: { _id: vehicleId, name: "1967 Lotus Elan", coverPhoto: null },
  });
  const response = await owner.browser.api("POST", at, { vehicle: null });
  expect([response.status, response.json.data.doc.attendance]).toEqual([200, { count: 2, withVehicle: 0 }]);
  for (let time = 0; time < 2; time += 1) {
    const leaveResponse = await visitor().api("DELETE", at, undefined, { token });
    const notGoing = { attendance: { count: 1, withVehicle: 0 }, going: false, vehicle: null };
    expect([leaveResponse.status, leaveResponse.json.data.doc]).toMatchObject([200, notGoing]);
  }
  const { doc } = (await visitor().api("GET", `/events/${id}`)).json.data;
  expect([doc.attendance, "going" in doc]).toEqual([{ count: 1, withVehicle: 0 }, false]);
});
