import { createHash } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** A request without the client's own decoding and cookies: what travels is what is looked at. */
function raw(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, server().url), { headers, redirect: "manual" });
}

const TITLE = /<h1[^>]*>([^<]*)/;

describe("pages of visitors", () => {
  it("are the same bytes with the same strong ETag as long as nothing is written, and 304 to who has them", async () => {
    const first = await raw("/about-us");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const second = await raw("/about-us");
    expect(second.headers.get("etag")).toBe(etag);
    expect(await second.text()).toBe(await first.text());
    const again = await raw("/about-us", { "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    // A proxy that compresses makes the tag a weak one; the content it stands for is the same.
    const weak = await raw("/about-us", { "If-None-Match": `"other",W/${etag}` });
    expect(weak.status).toBe(304);
    expect((await raw("/about-us", { "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("allow their inline scripts by hash, each of them, and by no nonce", async () => {
    const response = await raw("/garages");
    const policy = response.headers.get("content-security-policy") ?? "";
    const html = await response.text();
    expect(policy).not.toContain("nonce-");
    expect(html).not.toContain("nonce=");
    const scripts = [...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code = ""]) => code,
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const code of scripts) {
      expect(policy).toContain(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    }
  });

  it("hold the styles they use, allowed by hash, and ask for no sheet and no script before they are shown", async () => {
    const response = await raw("/garages");
    const html = await response.text();
    const [, css = ""] = /<style>([\s\S]+?)<\/style>/.exec(html) ?? [];
    expect(css).toContain(".wrap{");
    expect(css).not.toContain(".month");
    const policy = response.headers.get("content-security-policy") ?? "";
    const hash = createHash("sha256").update(css).digest("base64");
    const [, sources = ""] = /style-src ([^;]*)/.exec(policy) ?? [];
    expect(sources).toContain(`'sha256-${hash}'`);
    expect(sources).not.toMatch(/nonce|unsafe/);
    expect(html).not.toMatch(/<(?:link rel="(?:stylesheet|modulepreload)"|script[^>]* type="module")/);
    expect(html).toMatch(/<link rel="later-stylesheet" href="\/assets\/app-[\w-]+\.css"\/>/);
    expect(html).toContain('<script type="later"');
  });

  it("are held apart from members' pages, whose sheet and script come at once", async () => {
    const { browser: member } = await signUpWithGarage(server(), "Marta Member");
    const { body, headers } = await member.get("/garages");
    expect(body).toMatch(/<style nonce="[^"]+">[^.]*<\/style>/);
    expect(body).toContain('<link rel="stylesheet"');
    expect(body).toContain('<script nonce="');
    expect(body).toContain('type="module"');
    expect(body).not.toContain("later");
    expect(headers.get("content-security-policy")).toMatch(/style-src 'self' 'sha256-\S+' 'nonce-/);
  });

  it("show a write at once, whoever wrote", async () => {
    const { browser: owner, garageId } = await signUpWithGarage(server(), "Ada Cached");
    const path = `/garages/${garageId}`;
    const before = TITLE.exec(await (await raw(path)).text())?.[1];
    await owner.submit(`${path}/edit`, { name: "Renamed through the page", location: "Turin" });
    const after = TITLE.exec(await (await raw(path)).text())?.[1];
    expect(after).not.toBe(before);
    expect(after).toBe("Renamed through the page");
    server().database.prepare("UPDATE garages SET name = 'Renamed by another process' WHERE id = ?").run(garageId);
    expect(TITLE.exec(await (await raw(path)).text())?.[1]).toBe("Renamed by another process");
  });

  it("are never what somebody with a cookie or a credential gets", async () => {
    const { browser: member } = await signUpWithGarage(server(), "Berta Cookie");
    await raw("/garages");
    const own = await member.get("/garages");
    expect(own.body).toContain("Menu of Berta Cookie");
    expect(own.headers.get("etag")).toBeNull();
    expect(await (await raw("/garages")).text()).not.toContain("Menu of Berta Cookie");
  });

  it("come compressed as the browser takes them", async () => {
    const body = await new Promise<{ encoding: unknown; bytes: Buffer }>((resolve, reject) => {
      const call = request(new URL("/about-us", server().url), { headers: { "Accept-Encoding": "br" } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
        );
      });
      call.on("error", reject);
      call.end();
    });
    expect(body.encoding).toBe("br");
    expect(brotliDecompressSync(body.bytes).toString()).toContain("</html>");
  });

  it("are not kept where they are no page: a missing one stays a 404", async () => {
    for (let visit = 0; visit < 2; visit++) expect((await raw("/garages/999999")).status).toBe(404);
  });
});
