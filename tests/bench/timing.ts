import { hashPassword } from "~/features/accounts/passwords.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { launchServer, type TestServer } from "../support/launch";
import { PASSWORD } from "../support/members";
import { sendRaw } from "../support/raw-http";
import type { Options } from "./options";
import { median, note, type Report } from "./report";

const ADDRESSES = 320;
const WARM_UP = 20;

interface Call {
  name: string;
  path: string;
  /** Faster calls need more, because of noise. */
  tries: number;
  body(email: string): Record<string, string>;
}

const NEW = { name: "A Person", password: PASSWORD, passwordConfirm: PASSWORD };

const CALLS: Call[] = [
  { name: "login", path: "/users/login", tries: 300, body: (email) => ({ email, password: "a wrong password" }) },
  { name: "sign-up", path: "/users/signup", tries: 600, body: (email) => ({ ...NEW, email }) },
  // Last: its mails are still being written.
  { name: "forgot", path: "/users/forgotPassword", tries: 2000, body: (email) => ({ email }) },
];

/** S5: whether response times reveal accounts. Addresses with and without one alternate in random order. */
export async function measureTiming(report: Report, _options: Options): Promise<void> {
  const site = await launchServer();
  try {
    await addMembers(site);
    for (const call of CALLS) {
      note(`S5 ${call.name}`);
      const times = { known: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      for (let i = -WARM_UP; i < call.tries; i += 1) {
        const kinds = ["known", "unknown"] as const;
        for (const kind of Math.random() < 0.5 ? kinds : [...kinds].reverse()) {
          const { ms, answer } = await timed(site, call, addressOf(kind, (i + WARM_UP) % ADDRESSES));
          answers.add(answer);
          if (i >= 0) times[kind].push(ms);
        }
      }
      const [knownTime, unknownTime] = [median(times.known), median(times.unknown)];
      const difference = Math.abs(knownTime / unknownTime - 1) * 100;
      report.add({
        id: `S5 ${call.name}`,
        what: `${call.name} with an address that has an account: median time, ${call.tries} tries taking turns`,
        comparedWith: "the same with an unknown address; status and body",
        figure: `${difference.toFixed(1)} % apart, ${answers.size === 1 ? "same answer" : `${answers.size} ANSWERS`}`,
        worst: answers.size === 1 ? difference : Number.NaN,
        details: { known: knownTime, unknown: unknownTime, times, answers: [...answers] },
      });
    }
  } finally {
    await site.stop();
  }
}

const addressOf = (kind: "known" | "unknown", i: number) => `${kind === "known" ? "member" : "nobody"}${i}@example.com`;

async function addMembers({ database }: TestServer): Promise<void> {
  const insert = database.prepare(
    "INSERT INTO users (name, name_folded, email, password_hash, verified_at, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const passwordHash = await hashPassword(PASSWORD);
  for (let i = 0; i < ADDRESSES; i += 1) {
    insert.run("Member", fold("Member"), addressOf("known", i), passwordHash, now(), now());
  }
}

async function timed({ url }: TestServer, { path, body }: Call, email: string) {
  const headers = { "Content-Type": "application/json" };
  const start = performance.now();
  const call = { method: "POST", path: `/api/v1${path}`, headers, body: JSON.stringify(body(email)) };
  const { status, body: responseBody } = await sendRaw(url, call);
  return { ms: performance.now() - start, answer: `${status} ${responseBody}` };
}
