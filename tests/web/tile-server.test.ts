import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { sharedServer } from "../support/server";

const SERVER = "https://tiles.example";

describe("with a tile server", () => {
  const server = sharedServer({
    env: {
      MAP_TILE_URL: `${SERVER}/v1/{z}/{x}/{y}.png?key=a-b`,
      MAP_ATTRIBUTION: "© Tile makers=https://makers.example/",
    },
  });

  test("its pictures are the map, its makers are named, and the policy names it", async () => {
    const { page, headers } = await browserLike(server()).get("/map-search?place=Birmingham,+UK");
    const pictures = page.root.querySelectorAll("svg.map image").map((image) => image.getAttribute("href") ?? "");
    expect(pictures.length).toBeGreaterThan(5);
    for (const picture of pictures)
      expect(picture).toMatch(/^https:\/\/tiles\.example\/v1\/7\/\d+\/\d+\.png\?key=a-b$/);
    expect(page.link("© Tile makers")).toBe("https://makers.example/");
    expect(page.text("figure")).toContain("Map: © Tile makers. Places: GeoNames, CC BY 4.0.");
    expect(headers.get("content-security-policy")).toMatch(/img-src [^;]*https:\/\/tiles\.example(;| )/);
    expect(headers.get("content-security-policy")).toMatch(/connect-src 'self'(;|$)/);
  });

  test("nothing of it is on any other page", async () => {
    expect((await browserLike(server()).get("/events")).body).not.toContain("tiles.example");
  });
});

describe("with a server on this machine and no words for it", () => {
  const server = sharedServer({ env: { MAP_TILE_URL: "http://localhost:8099/{z}/{x}/{y}.png" } });

  test("its name is its credit", async () => {
    const { page, headers } = await browserLike(server()).get("/map-search");
    expect(page.text("figure")).toContain("Map: localhost:8099. Places:");
    expect(headers.get("content-security-policy")).toContain("http://localhost:8099");
  });
});
