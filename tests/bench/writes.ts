import path from "node:path";
import { compare, describeRatio, generator } from "./load";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { folder, logIn, startMeasured, withSite } from "./site";

/** A thousand likes, then their removal, so that each writes. */
const WRITES = 2_000;

/** P9. */
export async function measureWrites(report: Report, { seconds }: Options): Promise<void> {
  await withSite(async (site) => {
    const file = path.join(folder, "plain-writes.db");
    await site.database.backup(file);
    const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [file]);
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${(await logIn(site, 1)).token}` };
    // Nobody likes their own vehicles.
    const others = site.database
      .prepare("SELECT id FROM vehicles WHERE user_id <> 1 ORDER BY id LIMIT 1000")
      .pluck()
      .all() as number[];
    const write = (n: number, method: string, subpath: string, body: unknown) => ({
      ...{ method, headers, body: JSON.stringify(body) },
      path: `/api/v1/vehicles/${others[n % others.length]}/${subpath}`,
    });
    const many = Array.from({ length: WRITES }, (_, n) => n);
    const writes = {
      comments: many.map((n) => write(n, "POST", "comments", { text: `Lovely, and number ${n} that I have seen.` })),
      likes: many.map((n) => write(n, "PATCH", "like", { liked: n < WRITES / 2 })),
    };
    const race = (requests: typeof writes.likes, status: number) => {
      note(`P9 ${requests[0]!.path}`);
      const [siteSide, peerSide] = [site, peer].map((server) => ({ server, requests, status }));
      return compare(siteSide!, peerSide!, { seconds, connections: 8 });
    };
    const [comments, likes] = [await race(writes.comments, 201), await race(writes.likes, 200)];
    report.add({
      id: "P9",
      what: "durable writes per second through the API by the clock (by processor time)",
      comparedWith: `${generator}; node:http doing the same INSERT or DELETE on a copy of the database, synchronous=FULL and triggers too; no session, no rights, no validation`,
      figure: `comments ${describeRatio(comments)}, likes ${describeRatio(likes)}`,
      worst: Math.min(comments.ratio, likes.ratio),
      details: { comments, likes },
    });
    await peer.stop();
  });
}
