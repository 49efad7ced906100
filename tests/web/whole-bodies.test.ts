import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** As a member's browser asks: with a cookie, so that the page is made for it. */
async function ask(acceptEncoding: string, path = "/about-us", method = "GET") {
  const headers = { "Accept-Encoding": acceptEncoding, Cookie: "paddock_session=unknown" };
  const response = await fetch(server().url + path, { method, headers });
  const text = await response.text();
  return { headers: response.headers, text: text.replace(/ nonce="[^"]*"/g, "") };
}

test("a page is compressed as a whole, by the best way that the client takes", async () => {
  const plain = await ask("identity");
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  expect(plain.text).toContain("</html>");
  const ways = { "gzip, deflate, br": "br", gzip: "gzip", "br;q=0, gzip": "gzip" };
  for (const [accepted, encoding] of Object.entries(ways)) {
    const { headers, text } = await ask(accepted);
    expect([accepted, headers.get("Content-Encoding")]).toEqual([accepted, encoding]);
    expect(Number(headers.get("Content-Length"))).toBeGreaterThan(1000);
    expect(Number(headers.get("Content-Length"))).toBeLessThan(plain.text.length / 2);
    expect(headers.get("Vary")).toMatch(/Accept-Encoding/i);
    expect(text).toBe(plain.text);
  }
});

test("JSON and the data of a page too; what is short, and HEAD, are not", async () => {
  for (const path of ["/api/v1/openapi.json", "/map-search.data"]) {
    const { headers } = await ask("br", path);
    expect([path, headers.get("Content-Encoding")]).toEqual([path, "br"]);
    // What is compressed in pieces has none.
    expect([path, Number(headers.get("Content-Length"))]).toEqual([path, expect.toSatisfy((length) => length > 200)]);
  }
  expect((await ask("br", "/sitemap.data")).headers.get("Content-Encoding")).toBeNull();
  expect((await ask("br", "/api/v1/garages/999999")).headers.get("Content-Encoding")).toBeNull();
  expect((await ask("br", "/about-us", "HEAD")).headers.get("Content-Encoding")).toBeNull();
});
