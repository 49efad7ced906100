import { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import { changeRegistrationSettings } from "~/features/accounts/registration/commands.server";
import {
  invitationResultShape,
  invitationShape,
  invitationsInput,
  inviteByMail,
  listInvitations,
  revokeInvitation,
} from "~/features/accounts/registration/invitations.server";
import { registrationShape } from "~/features/accounts/registration/json.server";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { registrationPatch } from "~/features/accounts/registration/schema.server";
import {
  blockNetwork,
  listNetworkBlocks,
  networkBlockInput,
  networkBlockShape,
  unblockNetwork,
} from "~/features/administration/networks.server";
import { getInstallation, installationShape } from "~/features/operations/about.server";
import { type BackupJob, backupsShape, getBackups, requestBackupRun } from "~/features/operations/backups.server";
import { jobShape, listJobs } from "~/features/operations/jobs.server";
import { getSiteStatus, siteStatusShape } from "~/features/operations/json.server";
import {
  dropMail,
  listOutbox,
  mailQuery,
  mailShape,
  retryMail,
  sendTestMail,
  testMailShape,
} from "~/features/operations/outbox.server";
import { getStorage, storageShape } from "~/features/operations/storage.server";
import { changeSiteAndLogo } from "~/features/site/commands.server";
import { getSiteJson, siteShape, toSiteChanges } from "~/features/site/json.server";
import { sitePatch } from "~/features/site/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";
import { NOTHING_HERE } from "~/lib/errors";

const show = <S extends z.ZodType>(
  name: string,
  member: "doc" | "docs" | "jobs",
  shape: S,
  summary: string,
  get: (viewer: Viewer) => z.input<S> | Promise<z.input<S>>,
) =>
  read({
    ...{ name, summary, audience: "admin", response: dataShape({ [member]: shape }) },
    run: async ({ viewer }) => ({ body: { data: { [member]: await get(viewer) } } }),
  });

const NO_RESPONSE = { audience: "admin", response: "nothing", limit: "moderate" } as const;

const act = (name: string, summary: string, run: (viewer: Viewer, id: number) => unknown, refusals: number[] = []) =>
  write({ name, summary, ...NO_RESPONSE, refusals, run: ({ viewer, id }) => void run(viewer, id) });

const backupStart = (name: string, summary: string, job: BackupJob) =>
  write({ name, summary, ...NO_RESPONSE, refusals: [409], run: ({ viewer }) => requestBackupRun(viewer, job) });

const rules = {
  about: "Site status, outbox, jobs, backups, blocked networks, invitations, site settings and registration",
  notFoundMessage: NOTHING_HERE,
};

export const { loader, action, calls } = apiResource("/api/v1/admin", rules, {
  "GET /status": show("getSiteStatus", "doc", siteStatusShape, "Backups, emails, disks, photos, errors", getSiteStatus),
  "GET /storage": show("getStorage", "doc", storageShape, "Sizes, free disk, growth, largest members", getStorage),
  "GET /about": show(
    "getInstallation",
    "doc",
    installationShape,
    "Version and settings, secrets masked",
    getInstallation,
  ),
  "GET /blocks": show("listNetworkBlocks", "docs", z.array(networkBlockShape), "Blocked networks", listNetworkBlocks),
  "POST /blocks": write({
    name: "blockNetwork",
    audience: "admin",
    summary: "Block an address or a network; `days` is empty for no end",
    input: networkBlockInput,
    response: dataShape({ doc: networkBlockShape }),
    status: 201,
    limit: "moderate",
    run: ({ viewer, input }) => ({ status: 201, body: { data: { doc: blockNetwork(viewer, input) } } }),
  }),
  "DELETE /blocks/:blockId": act("unblockNetwork", "Undo a block", unblockNetwork),
  "GET /invitations": read({
    name: "listInvitations",
    audience: "admin",
    summary: "Invitations by email, newest first",
    perPage: 50,
    response: listShape(invitationShape),
    limit: "none",
    run: ({ viewer, page }) => listResponse(listInvitations(viewer, page)),
  }),
  "POST /invitations": write({
    name: "inviteByMail",
    audience: "admin",
    summary: "Invite up to 100 addresses by email",
    input: invitationsInput,
    response: dataShape({ result: invitationResultShape }),
    limit: "moderate",
    run: ({ viewer, input }) => ({ body: { data: { result: inviteByMail(viewer, input) } } }),
  }),
  "DELETE /invitations/:inviteId": act("revokeInvitation", "Revoke an invitation", revokeInvitation),
  "GET /mail": read({
    name: "listMails",
    audience: "admin",
    summary: "The outbox: unsent emails, those of one state, or all with `q`, a part of the address",
    query: mailQuery,
    perPage: 50,
    response: listShape(mailShape),
    run: ({ viewer, query, page }) => listResponse(listOutbox(viewer, query, page)),
  }),
  "POST /mail/test": write({
    name: "sendTestMail",
    audience: "admin",
    summary: "Send a test email to yourself, and return the mail server’s answer; 503 if it refuses",
    response: dataShape({ doc: testMailShape }),
    limit: "testMail",
    run: async ({ viewer }) => ({ body: { data: { doc: await sendTestMail(viewer) } } }),
  }),
  "POST /mail/:mailId/retry": act("retryMail", "Send an unsent email now", retryMail, [409]),
  "DELETE /mail/:mailId": act("dropMail", "Drop an unsent email", dropMail, [409]),
  "GET /jobs": show("listJobs", "jobs", z.array(jobShape), "Their last runs, failed ones first", listJobs),
  "GET /backups": show("getBackups", "doc", backupsShape, "The last runs, the last check, how many stay", getBackups),
  "POST /backups/runs": backupStart("startBackup", "Start a backup", "backup"),
  "POST /backups/checks": backupStart("checkBackups", "Start a check of the backups", "backup check"),
  "GET /site": read({
    name: "getSite",
    etagFrom: ({ viewer }) => getSiteJson(viewer),
    audience: "admin",
    summary: "The site’s name, accent colour, logo, contact address, announcement and texts",
    response: dataShape({ doc: siteShape }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { doc: getSiteJson(viewer) } } }),
  }),
  "PATCH /site": write({
    name: "updateSite",
    etagFrom: ({ viewer }) => getSiteJson(viewer),
    isPartial: true,
    audience: "admin",
    summary: "Change the site’s name, accent colour, logo, contact address, announcement and texts",
    input: sitePatch,
    files: ["logo"],
    response: dataShape({ doc: siteShape }),
    limit: "moderate",
    run: async ({ viewer, input, files, precondition }) => {
      await changeSiteAndLogo(viewer, toSiteChanges(input), files.logo, precondition);
      return { body: { data: { doc: getSiteJson(viewer) } } };
    },
  }),
  "GET /door": read({
    name: "getRegistrationSettings",
    etagFrom: getRegistrationSettings,
    audience: "admin",
    summary: "Registration settings: who may sign up, and which first posts are reviewed",
    response: dataShape({ doc: registrationShape }),
    limit: "none",
    run: () => ({ body: { data: { doc: getRegistrationSettings() } } }),
  }),
  "PATCH /door": write({
    name: "updateDoor",
    etagFrom: getRegistrationSettings,
    isPartial: true,
    audience: "admin",
    summary: "Change who may sign up",
    input: registrationPatch,
    response: dataShape({ doc: registrationShape }),
    limit: "moderate",
    run: ({ viewer, input, precondition }) => ({
      body: { data: { doc: changeRegistrationSettings(viewer, input, precondition) } },
    }),
  }),
});
