import { BROWSER, Connection, request } from "./connection";
import { race, told } from "./load";
import type { Measured } from "./measured";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { richVehicle, SMALL, sampleDatabase, startSite } from "./site";

const WHAT = "the vehicle's page for a visitor: requests/s by the clock";
const HOW =
  "G: Ghost 5 on SQLite and this machine, an optional peer: `npm install ghost-cli && npx ghost install local --dir FOLDER`, then `GHOST_URL=http://localhost:2368/ADDRESS-OF-A-POST/ npm run bench -- ghost`";

/** P4: a visitor's page against a post of Ghost's, where one runs. */
export async function measureGhost(report: Report, { seconds }: Options): Promise<void> {
  const address = process.env.GHOST_URL;
  if (!address) {
    report.add({ id: "P4", what: WHAT, comparedWith: HOW, figure: "", absent: "Ghost is not installed" });
    return;
  }
  const site = await startSite(await sampleDatabase(SMALL));
  try {
    const { hostname, port, pathname, host } = new URL(address);
    if (!["localhost", "127.0.0.1"].includes(hostname)) throw new Error("GHOST_URL has to be on this machine.");
    // Nothing asks it for processor time.
    const ghost = { port: Number(port || 80), cpu: async () => Number.NaN } as Measured;
    const own = request(`/vehicles/${richVehicle(site).id}`, { headers: BROWSER });
    const theirs = request(pathname, { headers: { ...BROWSER, Host: host } });
    note(`P4 ${address}`);
    const connection = await Connection.open(ghost.port);
    const { body } = await connection.ask(theirs);
    connection.close();
    const result = await race(
      { name: "the site", server: site, request: () => own, status: 200 },
      { name: "Ghost", server: ghost, request: () => theirs, status: 200 },
      { seconds },
    );
    report.add({
      id: "P4",
      what: WHAT,
      comparedWith: `${HOW}; its post has ${body.length} bytes`,
      figure: told(result).replace(/ \(.*/, ""),
      worst: result.ratio,
      details: result,
    });
  } finally {
    await site.stop();
  }
}
