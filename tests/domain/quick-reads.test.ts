import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";
import { getViewer } from "~/http/session.server";
import { lazyRequest } from "~/server/lazy-request";
import { quickReads } from "~/server/quick-reads";
import { factsOf } from "~/server/request-facts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Not `fetch`, which in tests knows the calls of the site, and writes addresses anew. */
function ask(site: string, path: string, { body, ...asked }: Asked = {}) {
  const { hostname, port } = new URL(site);
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, agent: false, ...asked }, async (res) => {
      let text = "";
      for await (const piece of res) text += piece;
      resolve({ status: res.statusCode ?? 0, headers: res.headers, text });
    });
    outgoing.on("error", reject).end(body);
  });
}

const answer = dataOf({ said: z.string() });
const said = { body: { data: { said: "ours" } } };
const rules = { summary: "Of a test", answer, limit: "none" } as const;

/** Some calls, as the build would have them. */
function build(): ServerBuild {
  const member = apiRoute({ GET: { ...rules, audience: "member", run: () => said } });
  const anyone = apiRoute({ GET: { ...rules, audience: "anyone", cached: false, run: () => said } });
  const failing = { ...member, loader: () => Promise.reject(new Error("of the test")) };
  const modules = { mine: member, "mine/:thingId": member, anyones: anyone, failing };
  const routes = Object.entries(modules).map(([path, module]) => [path, { id: path, path: `api/v1/${path}`, module }]);
  return { routes: Object.fromEntries(routes) } as unknown as ServerBuild;
}

/** A server with those calls, whose long way says no more than that it was taken. */
const short = () => serve(quickReads(build(), (_req, res) => void res.writeHead(418).end()));

describe("a member's own read of the API", () => {
  test("is answered at once, refusals included", async () => {
    const site = await short();
    for (const path of ["/api/v1/mine", "/api/v1/mine?page=2"]) {
      const { status, headers, text } = await ask(site, path, { headers: { Authorization: "Bearer nobodys" } });
      expect([path, status]).toEqual([path, 401]);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(JSON.parse(text)).toEqual({ status: "fail", message: "Please log in first.", errors: {} });
    }
  });

  test.each([
    ["a call for anyone", "/api/v1/anyones", {}],
    ["an address with an id", "/api/v1/mine/3", {}],
    ["an address that is decoded", "/api/v1/min%65", {}],
    ["an address in other letters", "/api/v1/MINE", {}],
    ["data of a page", "/api/v1/mine.data", {}],
    ["a slash at the end", "/api/v1/mine/", {}],
    ["an empty segment", "/api/v1//mine", {}],
    ["a query that is decoded", "/api/v1/mine?page=%32", {}],
    ["an unknown address", "/api/v1/nothing", {}],
    ["HEAD", "/api/v1/mine", { method: "HEAD" }],
    ["a write", "/api/v1/mine", { method: "POST", body: "{}" }],
    ["a read with a body", "/api/v1/mine", { body: "{}", headers: { "Content-Length": "2" } }],
    ["a host that is none", "/api/v1/mine", { headers: { Host: "a b" } }],
    ["a call that fails to catch its fault", "/api/v1/failing", {}],
  ] as [string, string, Asked][])("goes the long way: %s", async (_what, path, asked) => {
    expect((await ask(await short(), path, asked)).status).toBe(418);
  });
});

describe("the client's address", () => {
  const named = [undefined, "", "1.1.1.1", "6.6.6.6, 2.2.2.2,3.3.3.3", " , 4.4.4.4 ,", "::ffff:5.5.5.5, 9.9.9.9"];

  test.each([0, 1, 2, 10])("is what Express makes of it behind %d proxies", async (proxies) => {
    const app = express();
    app.set("trust proxy", proxies);
    app.use((req, res) => void res.json([factsOf(req, res, proxies).clientAddress, req.ip]));
    const site = await serve(app);
    for (const header of named) {
      const headers: Record<string, string> = header === undefined ? {} : { "X-Forwarded-For": header };
      const [ours, express] = JSON.parse((await ask(site, "/", { headers })).text) as [string, string];
      expect([header, ours]).toEqual([header, express]);
    }
  });
});

describe("a request that is hardly looked at", () => {
  const incoming = { method: "GET", headers: { accept: "text/plain", cookie: "a=1" } } as unknown as IncomingMessage;
  const url = "http://localhost/api/v1/mine?page=2";

  test("says what a real one would", async () => {
    const [lazy, real] = [
      lazyRequest(incoming, url),
      new Request(url, { headers: { accept: "text/plain", cookie: "a=1" } }),
    ];
    expect(lazy).toBeInstanceOf(Request);
    expect(lazy.headers).toBeInstanceOf(Headers);
    expect([lazy.method, lazy.url, lazy.body, lazy.bodyUsed]).toEqual([real.method, real.url, real.body, false]);
    expect([...lazy.headers]).toEqual([...real.headers]);
    for (const name of ["Accept", "cookie", "authorization"]) {
      expect(lazy.headers.get(name)).toBe(real.headers.get(name));
      expect(lazy.headers.has(name)).toBe(real.headers.has(name));
    }
    expect(lazy.signal.aborted).toBe(false);
    expect(await lazy.text()).toBe("");
    expect(lazy.clone().url).toBe(url);
    expect(await getViewer(lazy)).toBeNull();
  });
});
