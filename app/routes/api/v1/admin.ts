import { z } from "zod";
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
import { type BackupJob, requestBackupRun } from "~/features/operations/backups.server";
import {
  backupsShape,
  getBackupsJson,
  getSiteStatusJson,
  jobShape,
  listJobsJson,
  listMailsJson,
  mailCountsShape,
  mailShape,
  siteStatusShape,
} from "~/features/operations/json.server";
import { dropMail, retryMail, sendTestMail } from "~/features/operations/outbox.server";
import { mailQuery } from "~/features/operations/schema.server";
import { getStorage, storageShape } from "~/features/operations/storage.server";
import { changeSiteAndLogo } from "~/features/site/commands.server";
import { getSiteJson, siteShape, toSiteChanges } from "~/features/site/json.server";
import { sitePatch } from "~/features/site/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";
import { NOTHING_HERE } from "~/lib/errors";

const backupStart = (name: string, summary: string, job: BackupJob) =>
  write({
    ...{ name, summary, audience: "admin", limit: "moderate", response: "nothing", refusals: [409] },
    run: ({ viewer }) => requestBackupRun(viewer, job),
  });

const rules = {
  about: "Site status, outbox, jobs, backups, blocked networks, invitations, site settings and registration",
  notFoundMessage: NOTHING_HERE,
};

export const { loader, action, calls } = apiResource("/api/v1/admin", rules, {
  "GET /status": read({
    name: "getSiteStatus",
    audience: "admin",
    summary: "Site status: backups, emails, disk space, photo storage, errors in the last day",
    response: dataShape({ doc: siteStatusShape }),
    run: async ({ viewer }) => ({ body: { data: { doc: await getSiteStatusJson(viewer) } } }),
  }),
  "GET /storage": read({
    name: "getStorage",
    audience: "admin",
    summary: "Sizes of photos and database, free disk, growth, and the largest members",
    response: dataShape({ doc: storageShape }),
    run: async ({ viewer }) => ({ body: { data: { doc: await getStorage(viewer) } } }),
  }),
  "GET /about": read({
    name: "getInstallation",
    audience: "admin",
    summary: "Version, commit, Node, SQLite, and the settings that differ from the defaults, secrets masked",
    response: dataShape({ doc: installationShape }),
    run: ({ viewer }) => ({ body: { data: { doc: getInstallation(viewer) } } }),
  }),
  "GET /blocks": read({
    name: "listNetworkBlocks",
    audience: "admin",
    summary: "Addresses and networks that may not sign up or write",
    response: dataShape({ docs: z.array(networkBlockShape) }),
    run: ({ viewer }) => ({ body: { data: { docs: listNetworkBlocks(viewer) } } }),
  }),
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
  "DELETE /blocks/:blockId": write({
    name: "unblockNetwork",
    audience: "admin",
    summary: "Undo a block",
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id }) => void unblockNetwork(viewer, id),
  }),
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
  "DELETE /invitations/:inviteId": write({
    name: "revokeInvitation",
    audience: "admin",
    summary: "Revoke an invitation",
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id }) => void revokeInvitation(viewer, id),
  }),
  "GET /mail": read({
    name: "listMails",
    audience: "admin",
    summary: "The outbox: unsent emails, or those of one state",
    query: mailQuery,
    perPage: 50,
    response: listShape(mailShape, { counts: mailCountsShape }),
    run: ({ viewer, query, page }) => {
      const { counts, ...list } = listMailsJson(viewer, query, page);
      return listResponse(list, { counts });
    },
  }),
  "POST /mail/test": write({
    name: "sendTestMail",
    audience: "admin",
    summary: "Send a test email to yourself, and return the mail server’s answer; 503 if it refuses",
    response: dataShape({
      doc: z.strictObject({
        email: z.string(),
        answer: z.string().nullable().meta({ description: "Null if saved as a file (no SMTP_URL)" }),
      }),
    }),
    limit: "testMail",
    run: async ({ viewer }) => ({ body: { data: { doc: await sendTestMail(viewer) } } }),
  }),
  "POST /mail/:mailId/retry": write({
    name: "retryMail",
    refusals: [409],
    audience: "admin",
    summary: "Send an unsent email now",
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id }) => void retryMail(viewer, id),
  }),
  "DELETE /mail/:mailId": write({
    name: "dropMail",
    refusals: [409],
    audience: "admin",
    summary: "Drop an unsent email",
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id }) => void dropMail(viewer, id),
  }),
  "GET /jobs": read({
    name: "listJobs",
    audience: "admin",
    summary: "The last run of each background job, failed ones first",
    response: dataShape({ jobs: z.array(jobShape) }),
    run: ({ viewer }) => ({ body: { data: { jobs: listJobsJson(viewer) } } }),
  }),
  "GET /backups": read({
    name: "getBackups",
    audience: "admin",
    summary: "Backups: the last runs, the last check, how many are kept",
    response: dataShape({ doc: backupsShape }),
    run: ({ viewer }) => ({ body: { data: { doc: getBackupsJson(viewer) } } }),
  }),
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
