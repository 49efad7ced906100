import { isDeepStrictEqual } from "node:util";
import { type Compared, compare, describeRatio, generator, sendExpecting } from "./load";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { logIn, richVehicle, startMeasured, withSite } from "./site";

const PLAIN = { Accept: "application/json", "Accept-Encoding": "gzip, deflate, br" };

/** P20: for a visitor, with a bearer token, and the bearer's own data. */
export async function measureApi(report: Report, { seconds }: Options): Promise<void> {
  await withSite(async (site) => {
    const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [site.databaseFile]);
    const Authorization = `Bearer ${(await logIn(site, 1)).token}`;
    const publicPaths = { list: "/api/v1/vehicles/latest", vehicle: `/api/v1/vehicles/${richVehicle(site).id}` };
    const accountPath = { account: "/api/v1/users/me" };
    const kinds: [id: string, what: string, paths: Record<string, string>, headers: Record<string, string>][] = [
      ["P20 open", "with no credential, the newest vehicles and one vehicle", publicPaths, {}],
      [
        "P20 bearer",
        "for a bearer, the newest vehicles and one vehicle (the same for all)",
        publicPaths,
        { Authorization },
      ],
      ["P20 own", "for a bearer, the person's own account", accountPath, { Authorization }],
    ];
    for (const [id, label, paths, headers] of kinds) {
      const all: Record<string, Compared> = {};
      for (const [name, path] of Object.entries(paths)) {
        note(`${id} ${path}`);
        const request = { path, headers: { Accept: "application/json", ...headers } };
        const [siteAnswer, peerAnswer] = [
          await sendExpecting(site.url, request),
          await sendExpecting(peer.url, request),
        ];
        if (!isDeepStrictEqual(JSON.parse(siteAnswer.body), JSON.parse(peerAnswer.body))) {
          throw new Error(`the plain peer answers ${path} differently:\n${siteAnswer.body}\n${peerAnswer.body}`);
        }
        const sides = [site, peer].map((server) => ({
          server,
          requests: [{ path, headers: { ...PLAIN, ...headers } }],
        }));
        all[name] = await compare(sides[0]!, sides[1]!, { seconds });
      }
      report.add({
        id,
        what: `API GET ${label}: requests/s by the clock (by processor time, which is held against the target)`,
        comparedWith: `${generator}; L: node:http, prepared statements, the same JSON to the member (checked), not compressed; no session, no rights, no limits`,
        figure: Object.entries(all)
          .map(([name, of]) => `${name} ${describeRatio(of)}`)
          .join(", "),
        worst: Math.min(...Object.values(all).map(({ processorRatio }) => processorRatio)),
        details: all,
      });
    }
    await peer.stop();
  });
}
