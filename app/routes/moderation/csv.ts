import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { listAuditById, listAuditIds } from "~/features/moderation/audit.server";
import { actionLabel } from "~/features/moderation/policy";
import { listUserIds, listUsersById } from "~/features/moderation/queries.server";
import { auditQuery, userQuery } from "~/features/moderation/schema.server";
import { consumeLimit } from "~/http/call.server";
import { downloadLoader, downloadResponse } from "~/http/page/download.server";
import { requireUnchangedViewer, requireUser } from "~/http/session/session.server";
import { csvLine } from "~/lib/csv";
import { decode } from "~/lib/decode";
import { toIso } from "~/lib/time";

const MEMBERS = {
  name: "members",
  head: ["Id", "Name", "Email", "Role", "Status", "Joined", "Last seen", "Storage (bytes)"],
  ids: (viewer: Viewer, params: object) => listUserIds(viewer, decode(userQuery, params)),
  rows: (ids: number[]) =>
    listUsersById(ids).map((row) => [
      ...[row.id, row.name, row.email, row.role],
      row.active ? (row.isSuspended ? "suspended" : "active") : "deactivated",
      ...[toIso(row.createdAt), toIso(row.lastSeenAt), row.storageBytes],
    ]),
};

const LOG = {
  name: "log",
  head: ["Id", "When", "Who", "Action", "Subject", "No.", "Name", "Change", "Reason"],
  ids: (viewer: Viewer, params: object) => listAuditIds(viewer, decode(auditQuery, params)),
  rows: (ids: number[]) =>
    listAuditById(ids).map((row) => [
      ...[row.id, toIso(row.at), row.actorName, actionLabel(row.action), row.subjectType, row.subjectId],
      row.subjectName,
      row.changes.map(({ field, before, after }) => `${field}: ${before ?? ""} → ${after ?? ""}`).join("\n"),
      row.reason,
    ]),
};

const CHUNK = 1_000;

export const loader = downloadLoader(async (args) => {
  const viewer = await requireUser(args);
  requireAdmin(viewer);
  await consumeLimit(args, "moderate");
  const { pathname, searchParams } = new URL(args.request.url);
  const { name, head, ids, rows } = pathname.endsWith("log.csv") ? LOG : MEMBERS;
  const left = ids(viewer, Object.fromEntries(searchParams));
  const body = new ReadableStream<string>({
    start: (controller) => controller.enqueue(csvLine(head)),
    async pull(controller) {
      await requireUnchangedViewer(args.request, viewer);
      controller.enqueue(rows(left.splice(0, CHUNK)).map(csvLine).join(""));
      if (left.length === 0) controller.close();
    },
  }).pipeThrough(new TextEncoderStream());
  return downloadResponse(
    { filename: `${name}.csv`, contentType: "text/csv; charset=utf-8", body },
    { request: args.request, drained: () => args.context.drained() },
  );
});
