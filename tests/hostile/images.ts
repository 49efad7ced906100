import { SECRET } from "../permissions/send";
import { launchServer } from "../support/launch";
import { forgetPeak, memoryOf } from "../support/memory";
import { drillImages as drill } from "./image-drill";
import type { Options } from "./options";
import { type Line, note } from "./report";

/** Limit of the server's memory growth, MB. */
const GROWTH = 300;

/** The image drill. */
export async function drillImages({ images, seed }: Options): Promise<Line[]> {
  const server = await launchServer({ SESSION_SECRET: SECRET });
  // Warm-up request, so that lazy modules are loaded.
  await (await fetch(server.url)).text();
  const before = memoryOf(server.pid);
  forgetPeak(server.pid);
  const found = await drill(server, { images, seed }, note);
  const after = memoryOf(server.pid);
  const failures = [...found.failures];
  const growth = before && after ? after.peak - before.now : undefined;
  if (growth === undefined) note("the server's memory can be measured on Linux only");
  else if (growth > GROWTH) failures.push(`the server grew by ${growth.toFixed(0)} MB, which is more than ${GROWTH}`);
  await server.stop().catch((error: Error) => failures.push(error.message));
  note(`${found.accepted} accepted, ${found.refused} refused, ${found.served} files looked at as they are served`);
  note(`slowest: ${found.slowest.what}`);
  const memory =
    before && after
      ? `${before.now.toFixed(0)} MB, peak +${growth?.toFixed(0)} MB, then ${after.now.toFixed(0)} MB`
      : "—";
  return [
    { what: "hostile images", count: found.sent, failures, slowest: `${found.slowest.ms.toFixed(0)} ms`, memory },
  ];
}
