import { SECRET } from "../permissions/send";
import { launchServer } from "../support/launch";
import { memoryOf } from "../support/memory";
import type { Options } from "./options";
import { type Line, note } from "./report";
import { drillRequests as drill } from "./request-drill";

/** Hostile requests to every route and verb. */
export async function drillRequests({ requests, seed, only, path }: Options): Promise<Line[]> {
  const server = await launchServer({ SESSION_SECRET: SECRET });
  const before = memoryOf(server.pid);
  const found = await drill(
    server,
    { requests, seed, ...(only !== undefined && { only }), ...(path !== undefined && { path }) },
    note,
  );
  const after = memoryOf(server.pid);
  const failures = [...found.failures];
  await server.stop().catch((error: Error) => {
    if (failures.length === 0) failures.push(error.message);
  });
  note(`answers by status (0: closed without one): ${JSON.stringify(found.statuses)}`);
  note(`${found.slowOnce} answers were slow once, and fast when asked for again`);
  const memory =
    before && after ? `${before.now.toFixed(0)} to ${after.now.toFixed(0)} MB, peak ${after.peak.toFixed(0)} MB` : "—";
  const slowest = `${found.slowest.ms.toFixed(0)} ms (slow once: ${found.slowOnce})`;
  return [{ what: `hostile requests, ${found.targets} targets`, count: found.asked, failures, slowest, memory }];
}
