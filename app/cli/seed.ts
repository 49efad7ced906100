import { closeDatabase, migrateDatabase } from "~/db/client.server";
import { parseSeedOptions, SeedOptionError } from "~/db/seed/options";
import { SAMPLE_PASSWORD, type SeedSummary, seedDatabase } from "~/db/seed/seed";
import { plural } from "~/lib/text";
import { EnvError, ensureFolders, env } from "~/services/env.server";

/** `npm run seed -- --garages N --vehicles M --seed K [--photos P]` (operations). */
async function main(): Promise<void> {
  const options = parseSeedOptions(process.argv.slice(2));
  ensureFolders(env());
  migrateDatabase();
  try {
    const summary = await seedDatabase(options, (line) => console.log(`  ${line}`));
    console.log(summarize(summary));
  } finally {
    closeDatabase();
  }
}

function summarize(made: SeedSummary): string {
  const counts = [
    plural(made.garages, "garage"),
    plural(made.vehicles, "vehicle"),
    `${plural(made.photos, "photo")} (${plural(made.images, "image")})`,
    plural(made.likes, "like"),
    plural(made.comments, "comment"),
    plural(made.follows, "follow"),
    plural(made.reviews, "review"),
    plural(made.events, "event"),
  ];
  return `Added ${counts.join(", ")} in ${made.seconds.toFixed(1)} s.
Log in as ${made.firstEmail} with the password ${SAMPLE_PASSWORD} (every sample account has it).
For the admin's pages: npm run admin -- grant ${made.firstEmail}`;
}

main().catch((error) => {
  const expected = error instanceof SeedOptionError || error instanceof EnvError;
  process.stderr.write(`${expected ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
