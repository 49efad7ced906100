import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { listAudit } from "~/features/moderation/audit.server";
import { actionLabel } from "~/features/moderation/policy";
import { listUsers } from "~/features/moderation/queries.server";
import { auditQuery, userQuery } from "~/features/moderation/schema.server";
import { consumeLimit } from "~/http/call.server";
import { downloadLoader, downloadResponse } from "~/http/page/download.server";
import { requireUser } from "~/http/session/session.server";
import { csvLine } from "~/lib/csv";
import { decode } from "~/lib/decode";
import type { PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";

type Cells = (string | number | null)[];

const USER_CELLS = ["Id", "Name", "Email", "Role", "Status", "Joined", "Last seen", "Storage (bytes)"];

function readUsers(viewer: Viewer, params: object) {
  const query = decode(userQuery, params);
  return (page: PageParams): Cells[] =>
    listUsers(viewer, query, page).rows.map((row) => [
      ...[row.id, row.name, row.email, row.role],
      row.active ? (row.isSuspended ? "suspended" : "active") : "deactivated",
      ...[toIso(row.createdAt), toIso(row.lastSeenAt), row.storageBytes],
    ]);
}

const LOG_CELLS = ["Id", "When", "Who", "Action", "Subject", "No.", "Name", "Change", "Reason"];

function readLog(viewer: Viewer, params: object) {
  const query = decode(auditQuery, params);
  return (page: PageParams): Cells[] =>
    listAudit(viewer, query, page).rows.map((row) => [
      ...[row.id, toIso(row.at), row.actorName, actionLabel(row.action), row.subjectType, row.subjectId],
      row.subjectName,
      row.changes.map(({ field, before, after }) => `${field}: ${before ?? ""} → ${after ?? ""}`).join("\n"),
      row.reason,
    ]);
}

const CHUNK = 1_000;

export const loader = downloadLoader(async (args) => {
  const viewer = await requireUser(args);
  requireAdmin(viewer);
  await consumeLimit(args, "moderate");
  const { pathname, searchParams } = new URL(args.request.url);
  const name = pathname.endsWith("log.csv") ? "log" : "members";
  const read = (name === "log" ? readLog : readUsers)(viewer, Object.fromEntries(searchParams));
  let page = 0;
  // A new row moves others into the next chunk.
  const seen = new Set<unknown>();
  const body = new ReadableStream<string>({
    start: (controller) => controller.enqueue(csvLine(name === "log" ? LOG_CELLS : USER_CELLS)),
    pull(controller) {
      const rows = read({ page: ++page, limit: CHUNK });
      const fresh = rows.filter(([id]) => seen.size < seen.add(id).size);
      if (rows.length === 0) controller.close();
      else controller.enqueue(fresh.map(csvLine).join(""));
    },
  }).pipeThrough(new TextEncoderStream());
  return downloadResponse(
    { filename: `${name}.csv`, contentType: "text/csv; charset=utf-8", body },
    { request: args.request, drained: () => args.context.drained() },
  );
});
