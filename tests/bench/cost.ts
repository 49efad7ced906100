import { Connection, request } from "./connection";
import { median, round } from "./report";
import type { Site } from "./site";

/** One page or call on a small and on a large site. */
export interface Address {
  name: string;
  small: string;
  large: string;
}

/** What it takes of the server's processor. */
export interface Cost {
  name: string;
  /** ms a request. */
  small: number;
  large: number;
  /** The median of the rounds. */
  ratio: number;
  /** Of the answers, where they differ so do the pages. */
  bytes: [small: number, large: number];
}

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
/** Processor time of one side of a round, ms: far above what a look at the clock can be wrong by. */
const ENOUGH = 60;
const QUICKLY_ENOUGH = 15;
/** A cookie of the site makes it render the page instead of sending the one that it keeps. */
const FRESH = { Cookie: "paddock_session=bench" };

interface Options {
  /** A login to look with. */
  headers?: { small: Record<string, string>; large: Record<string, string> };
  /** Done before each request: so that nothing that was kept is used. */
  before?: (site: Site) => void;
  /** Fewer and shorter rounds. */
  quick?: boolean;
}

/** Compares what addresses cost on two sites, request after request and side after side. */
export async function compareCosts(
  [small, large]: readonly [Site, Site],
  addresses: readonly Address[],
  { headers, before = () => {}, quick = false }: Options = {},
): Promise<Cost[]> {
  const connections = [await Connection.open(small.port), await Connection.open(large.port)] as const;
  const costs: Cost[] = [];
  const [count, enough] = quick ? [QUICK_ROUNDS, QUICKLY_ENOUGH] : [ROUNDS, ENOUGH];
  for (const address of addresses) {
    const asker = async (site: Site, connection: Connection, path: string, own: Record<string, string>) => {
      const bytes = request(path, { headers: { ...FRESH, ...own } });
      const look = async (times: number) => {
        const cpu = await site.cpu();
        let length = 0;
        for (let n = 0; n < times; n++) {
          before(site);
          const { status, body } = await connection.ask(bytes);
          if (status !== 200) throw new Error(`${path} answered ${status}: ${body.subarray(0, 300)}`);
          length = body.length;
        }
        return { ms: ((await site.cpu()) - cpu) / times, length };
      };
      await look(quick ? 2 : 10);
      const { ms, length } = await look(quick ? 3 : 10);
      return { look: () => look(Math.max(3, Math.ceil(enough / ms))), length };
    };
    const [a, b] = [
      await asker(small, connections[0], address.small, headers?.small ?? {}),
      await asker(large, connections[1], address.large, headers?.large ?? {}),
    ];
    const rounds: [number, number][] = [];
    for (let at = 0; at < count; at++) rounds.push([(await a.look()).ms, (await b.look()).ms]);
    costs.push({
      name: address.name,
      small: round(median(rounds.map(([ms]) => ms))),
      large: round(median(rounds.map(([, ms]) => ms))),
      ratio: round(median(rounds.map(([ofSmall, ofLarge]) => ofLarge / ofSmall))),
      bytes: [a.length, b.length],
    });
  }
  for (const connection of connections) connection.close();
  return costs;
}

/** The three that grow most, in words. */
export function worstOf(costs: readonly Cost[]): string {
  return [...costs]
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 3)
    .map(({ name, ratio, small, large }) => `${name} ${ratio} (${small} → ${large} ms)`)
    .join(", ");
}
