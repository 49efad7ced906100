import { plural } from "~/lib/text";
import { parseSeedOptions, SEED_USAGE } from "~/seed/options";
import { SAMPLE_PASSWORD, type SeedSummary, seedDatabase } from "~/seed/seed";
import { RUN, runCommand, say } from "../run-command";

function summarize(summary: SeedSummary): string {
  const counts = [
    plural(summary.garages, "garage"),
    plural(summary.vehicles, "vehicle"),
    `${plural(summary.photos, "photo")} (${plural(summary.images, "image")})`,
    plural(summary.entries, "build entry", "build entries"),
    plural(summary.likes, "like"),
    plural(summary.comments, "comment"),
    plural(summary.follows, "follow"),
    plural(summary.reviews, "review"),
    plural(summary.events, "event"),
  ];
  return `Added ${counts.join(", ")} in ${summary.seconds.toFixed(1)} s.
Log in as ${summary.firstEmail} with the password ${SAMPLE_PASSWORD} (every sample account has it).
For the admin pages: ${RUN} admin -- grant ${summary.firstEmail}`;
}

/** `npm run seed -- --garages N --vehicles M --seed K [--photos P] [--entries E]` */
await runCommand(
  (args) => {
    const options = parseSeedOptions(args);
    return async () => {
      const summary = await seedDatabase(options, (line) => say(`  ${line}`));
      say(summarize(summary));
      return 0;
    };
  },
  { usage: SEED_USAGE, database: "made" },
);
