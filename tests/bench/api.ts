import { isDeepStrictEqual } from "node:util";
import { Connection, request } from "./connection";
import { type Race, race, type Side, told } from "./load";
import { type Measured, startMeasured } from "./measured";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { logIn, readSite, richVehicle } from "./site";
import { generator } from "./wrk";

const PLAIN = { Accept: "application/json", "Accept-Encoding": "gzip, deflate, br" };

interface Kind {
  id: string;
  what: string;
  /** Addresses by what people would call them. */
  paths: Record<string, string>;
  headers: Record<string, string>;
}

/** Of what is so quick that a few would leave the server waiting. */
const CONNECTIONS = 16;

/** P20: what a read of the API costs, for nobody in particular, for a bearer, and where it is the bearer's own. */
export async function measureApi(report: Report, { seconds }: Options): Promise<void> {
  const site = await readSite();
  const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [
    site.env.DATABASE_URL!.slice("file:".length),
  ]);
  try {
    const bearer = { Authorization: `Bearer ${(await logIn(site, 1)).token}` };
    const paths = { list: "/api/v1/vehicles/latest", vehicle: `/api/v1/vehicles/${richVehicle(site).id}` };
    const both = "the newest vehicles and one vehicle";
    const kinds: Kind[] = [
      { id: "P20 open", what: `with no credential, ${both}`, paths, headers: {} },
      { id: "P20 bearer", what: `for a bearer, ${both} (the same for all, so kept)`, paths, headers: bearer },
      {
        id: "P20 own",
        what: "for a bearer, the person's own account (never kept; held against the bearer's target)",
        paths: { account: "/api/v1/users/me" },
        headers: bearer,
      },
    ];
    for (const kind of kinds) {
      for (const path of Object.values(kind.paths)) await checkSame(site, peer, path, kind.headers);
      await compare(report, kind, [site, peer], seconds);
    }
  } finally {
    await peer.stop();
  }
}

async function compare(
  report: Report,
  { id, what, paths, headers }: Kind,
  servers: [Measured, Measured],
  seconds: number,
) {
  const races: [string, Race][] = [];
  for (const [name, path] of Object.entries(paths)) {
    note(`${id} ${path}`);
    const sides = servers.map((server, at): Side => {
      const asked = { ...PLAIN, ...(at === 0 ? headers : {}) };
      const bytes = request(path, { headers: asked });
      const same = { paths: [path], headers: asked };
      return { name: at === 0 ? "the site" : "plain", server, request: () => bytes, status: 200, same };
    });
    races.push([name, await race(sides[0]!, sides[1]!, { seconds, connections: CONNECTIONS })]);
  }
  report.add({
    id,
    what: `API GET ${what}: requests/s by the clock (by processor time, which is held against the target)`,
    comparedWith: `${generator}; L: node:http, prepared statements, the same JSON to the member (checked), not compressed; no session, no rights, no limits`,
    figure: races.map(([name, of]) => `${name} ${told(of)}`).join(", "),
    worst: Math.min(...races.map(([, { processorRatio }]) => processorRatio)),
    details: Object.fromEntries(races),
  });
}

/** @throws where the peer says something else than the site */
async function checkSame(site: Measured, peer: Measured, path: string, headers: Record<string, string>): Promise<void> {
  const answers = [];
  for (const server of [site, peer]) {
    const connection = await Connection.open(server.port);
    const { body } = await connection.ask(request(path, { headers: { Accept: "application/json", ...headers } }));
    answers.push(JSON.parse(body.toString()));
    connection.close();
  }
  if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error(`the plain peer answers ${path} differently`);
}
