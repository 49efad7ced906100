import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { env } from "~/env.server";
import { SAMPLE_PASSWORD } from "~/seed/seed";
import { runCommand, say } from "../run-command";

const SAMPLE = ["--garages", "24", "--vehicles", "64", "--seed", "1", "--photos", "5"];

function isEmpty(): boolean {
  return db().select({ id: users.id }).from(users).limit(1).get() === undefined;
}

function findSample() {
  return db()
    .query.users.findFirst({ where: (user, { like }) => like(user.email, "%@paddock.example") })
    .sync();
}

/** First half of `npm run demo`: adds sample data to an empty database, and prints the login. */
await runCommand(() => work, { usage: "demo", database: "made" });

function work(): number {
  if (isEmpty()) {
    const seed = fileURLToPath(new URL("seed.js", import.meta.url));
    const { status } = spawnSync(process.execPath, [seed, ...SAMPLE], { stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  } else {
    say("The database already has people in it, so no sample data was added.");
    const sample = findSample();
    if (sample) say(`Log in as ${sample.email} with the password ${SAMPLE_PASSWORD}.`);
  }
  const { SMTP_URL, MAIL_DIR } = env();
  say(`Mail goes to ${SMTP_URL === undefined ? MAIL_DIR : "the server of SMTP_URL"}.`);
  return 0;
}
