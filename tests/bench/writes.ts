import path from "node:path";
import { request } from "./connection";
import { race, type Side, told } from "./load";
import { startMeasured } from "./measured";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { folder, logIn, writtenSite } from "./site";

/** P9: durable writes through HTTP. */
export async function measureWrites(report: Report, { seconds }: Options): Promise<void> {
  const site = await writtenSite();
  const file = path.join(folder, "plain-writes.db");
  await site.database.backup(file);
  const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [file]);
  try {
    const { token } = await logIn(site, 1);
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const vehicle = (n: number) => 1 + (n % 1000);
    const comment = (n: number) => ["POST", "comments", { text: `Lovely, and number ${n} that I have seen.` }] as const;
    // A thousand likes, then a thousand times the like is taken back: each writes.
    const like = (n: number) => ["PATCH", "like", { liked: Math.floor(n / 1000) % 2 === 0 }] as const;
    const sides = (prefix: string, write: typeof comment | typeof like, status: number) =>
      [site, peer].map((server): Side => {
        const name = server === site ? "the site" : "plain";
        const start = server === site ? "/api/v1" : prefix;
        const bytes = (n: number) => {
          const [method, what, body] = write(n);
          return request(`${start}/vehicles/${vehicle(n)}/${what}`, { method, headers, body: JSON.stringify(body) });
        };
        return { name, server, request: bytes, status };
      }) as [Side, Side];
    note("P9 comments");
    const comments = await race(...sides("", comment, 201), { seconds });
    note("P9 likes");
    const likes = await race(...sides("", like, 200), { seconds });
    report.add({
      id: "P9",
      what: "durable writes per second through the API by the clock (by processor time)",
      comparedWith:
        "node:http doing the same INSERT or DELETE on a copy of the database, synchronous=FULL and triggers too; no session, no rights, no validation",
      figure: `comments ${told(comments)}, likes ${told(likes)}`,
      worst: Math.min(comments.ratio, likes.ratio),
      details: { comments, likes },
    });
  } finally {
    await peer.stop();
  }
}
