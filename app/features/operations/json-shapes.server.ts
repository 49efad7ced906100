import { z } from "zod";

const time = z.iso.datetime();
const bytes = z.int().nonnegative();

const run = z.strictObject({
  startedAt: time,
  finishedAt: time.nullable().meta({ description: "null where the process that took it has ended" }),
  error: z.string().nullable().meta({ description: "What went wrong; null where it is whole" }),
  bytes: bytes.nullable().meta({ description: "What it added to the place of the backups" }),
});

/** `GET /admin/status`. */
export const siteStatusShape = z
  .strictObject({
    backups: z.strictObject({
      every: z.int().nullable().meta({ description: "Seconds from one to the next; null: off" }),
      overdue: z.boolean(),
      lastWhole: run.nullable(),
      lastTried: run.nullable(),
    }),
    mails: z.strictObject({
      waiting: z.int(),
      oldestAt: time.nullable(),
      failing: z.int().meta({ description: "Of those that wait, tried in vain" }),
      givenUp: z.int().meta({ description: "In the last 7 days" }),
    }),
    disks: z.array(
      z.strictObject({
        holds: z
          .enum(["database", "photos"])
          .meta({ description: "One where the database's disk holds the photos too" }),
        free: bytes,
        size: bytes,
        nearlyFull: z.boolean(),
      }),
    ),
    photoStore: z.strictObject({
      kind: z.enum(["folder", "bucket"]),
      reachable: z.boolean(),
      awaySince: time.nullable(),
    }),
    errors: z.strictObject({
      total: z.int().meta({ description: "Of the last day" }),
      rows: z.array(
        z.strictObject({
          errorId: z.string().meta({ description: "What whoever asked was shown" }),
          at: time,
          requestId: z.string(),
          method: z.string().meta({ description: "`job` where a job of the site failed" }),
          path: z.string(),
          message: z.string(),
        }),
      ),
    }),
  })
  .meta({ id: "SiteStatus" });

export type SiteStatusJson = z.infer<typeof siteStatusShape>;
