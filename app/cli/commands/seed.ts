import { plural } from "~/lib/text";
import { parseSeedOptions, SEED_USAGE } from "~/seed/options";
import { SAMPLE_PASSWORD, type SeedSummary, seedDatabase } from "~/seed/seed";
import { RUN, runCommand, say } from "../run-command";

function summarize(made: SeedSummary): string {
  const counts = [
    plural(made.garages, "garage"),
    plural(made.vehicles, "vehicle"),
    `${plural(made.photos, "photo")} (${plural(made.images, "image")})`,
    plural(made.entries, "build entry", "build entries"),
    plural(made.likes, "like"),
    plural(made.comments, "comment"),
    plural(made.follows, "follow"),
    plural(made.reviews, "review"),
    plural(made.events, "event"),
  ];
  return `Added ${counts.join(", ")} in ${made.seconds.toFixed(1)} s.
Log in as ${made.firstEmail} with the password ${SAMPLE_PASSWORD} (every sample account has it).
For the admin pages: ${RUN} admin -- grant ${made.firstEmail}`;
}

/** `npm run seed -- --garages N --vehicles M --seed K [--photos P] [--entries E]`: adds sample data. */
await runCommand(
  (args) => {
    const options = parseSeedOptions(args);
    return async () => {
      const made = await seedDatabase(options, (line) => say(`  ${line}`));
      say(summarize(made));
      return 0;
    };
  },
  { usage: SEED_USAGE, database: "made" },
);
