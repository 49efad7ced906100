import { describe, expect, test } from "vitest";
import { API_CALLS } from "../support/api-calls";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const docs = await server.visitor().get("/api/docs");

const partOf = (id: string) => docs.page.root.querySelector(`#${id}`)?.text ?? "";

describe("the contract for people", () => {
  test("has every call, and no dead link", () => {
    const { root } = docs.page;
    const summaries = root.querySelectorAll("main summary").map(({ text }) => text.trim().replace(/\s+/g, " "));
    const calls = API_CALLS.map(({ method, path }) => `${method} /api/v1${path}`);
    expect(calls.length).toBeGreaterThan(55);
    expect(summaries).toEqual(expect.arrayContaining(calls));
    const ids = root.querySelectorAll("[id]").map((element) => element.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = root.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
    const inside = targets.filter((target) => target.startsWith("#")).map((target) => target.slice(1));
    expect(inside.length).toBeGreaterThan(50);
    expect(inside.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("lists audience, limits, input with bounds, and responses", () => {
    const create = partOf("addVehicle");
    const expectedTexts = [
      "Who: Members",
      "120 in 5 minutes",
      "Body (application/json",
      "multipart/form-data",
      "maxLength 60",
    ];
    for (const words of [...expectedTexts, "required", "Response 201", "doc", "Vehicle"])
      expect(create).toContain(words);
    expect(partOf("listEvents")).toContain("With near: 120 in 1 minute for each address");
    expect(partOf("deleteComment")).toContain("Response 204 (no body)");
    expect(partOf("listRandomGarages")).toContain("maximum 20");
    expect(partOf("listTickets")).toContain("Who: Admins");
    expect(partOf("shape-Failure")).toContain("message");
  });

  test("is a page with data for script, and what is below /api/v1 has none", async () => {
    const data = await server.ask({ path: "/api/docs.data" });
    expect([data.status, data.headers["content-type"]]).toEqual([200, "text/x-script; charset=utf-8"]);
    expect((await server.ask({ path: "/api/v1/garages.data" })).status).toBe(404);
  });
});
