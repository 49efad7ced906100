import { isDeepStrictEqual } from "node:util";
import { Connection, request } from "./connection";
import { type Race, race, type Side, told } from "./load";
import { type Measured, startMeasured } from "./measured";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { logIn, richVehicle, SMALL, sampleDatabase, startSite } from "./site";

const PLAIN = { Accept: "application/json", "Accept-Encoding": "gzip, deflate, br" };

/** P20: what a read of the API costs, for nobody in particular and for a bearer. */
export async function measureApi(report: Report, { seconds }: Options): Promise<void> {
  const site = await startSite(await sampleDatabase(SMALL));
  const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [
    site.env.DATABASE_URL!.slice("file:".length),
  ]);
  try {
    const paths = { list: "/api/v1/vehicles/latest", vehicle: `/api/v1/vehicles/${richVehicle(site).id}` };
    const { token } = await logIn(site, 1);
    for (const path of Object.values(paths)) await checkSame(site, peer, path);
    const kinds = { open: {}, bearer: { Authorization: `Bearer ${token}` } };
    for (const [kind, own] of Object.entries(kinds)) {
      const races: [string, Race][] = [];
      for (const [name, path] of Object.entries(paths)) {
        note(`P20 ${path}, ${kind}`);
        const side = (of: string, server: Measured, headers: Record<string, string>): Side => {
          const bytes = request(path, { headers });
          return { name: of, server, request: () => bytes, status: 200 };
        };
        const sides = [side("the site", site, { ...PLAIN, ...own }), side("plain", peer, PLAIN)] as const;
        races.push([name, await race(...sides, { seconds })]);
      }
      const asked = kind === "open" ? "with no credential" : "for a bearer";
      report.add({
        id: `P20 ${kind}`,
        what: `API GET ${asked}, the newest vehicles and one vehicle: requests/s by the clock (by processor time)`,
        comparedWith:
          "L: node:http, prepared statements, the same JSON to the member (checked), not compressed; no session, no rights, no limits",
        figure: races.map(([name, of]) => `${name} ${told(of)}`).join(", "),
        worst: Math.min(...races.map(([, { ratio }]) => ratio)),
        details: Object.fromEntries(races),
      });
    }
  } finally {
    await peer.stop();
    await site.stop();
  }
}

/** @throws where the peer says something else than the site */
async function checkSame(site: Measured, peer: Measured, path: string): Promise<void> {
  const answers = [];
  for (const server of [site, peer]) {
    const connection = await Connection.open(server.port);
    const { body } = await connection.ask(request(path, { headers: { Accept: "application/json" } }));
    answers.push(JSON.parse(body.toString()));
    connection.close();
  }
  if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error(`the plain peer answers ${path} differently`);
}
