import { z } from "zod";
import {
  passkeyJson,
  passkeyShape,
  secondStepOnShape,
  secondStepSetupShape,
  secondStepShape,
  userDetailJson,
  userDetailShape,
} from "~/features/accounts/json.server";
import { PASSKEY_MESSAGES } from "~/features/accounts/limits";
import { removePasskey } from "~/features/accounts/passkeys/commands.server";
import { getProfileTexts } from "~/features/accounts/profile.server";
import { createInvite } from "~/features/accounts/registration/commands.server";
import { inviteJson, inviteShape } from "~/features/accounts/registration/json.server";
import { listInvites } from "~/features/accounts/registration/queries.server";
import { inviteInput } from "~/features/accounts/registration/schema.server";
import { confirmSecondStepSchema, reauthenticationSchema } from "~/features/accounts/schema.server";
import { confirmSecondStep, startSecondStep, turnOffSecondStep } from "~/features/accounts/second-step/commands.server";
import { getSecondStep } from "~/features/accounts/second-step/queries.server";
import { listWaysIn } from "~/features/accounts/ways-in.server";
import { listedPersonShape, listPeopleJson } from "~/features/blocks/json.server";
import { ownCaseShape, reportShape } from "~/features/cases/json.server";
import { listOwnCases } from "~/features/cases/own-cases.server";
import { listOwnReports } from "~/features/cases/reports.server";
import { exportData } from "~/features/data-export/archive.server";
import { eventShape, listOwnEventsJson } from "~/features/events/json.server";
import { findCalendarLink, makeCalendarLink, removeCalendarLink } from "~/features/events/my-calendar.server";
import { activityShape, listFeedJson } from "~/features/feed/json.server";
import { garageShape } from "~/features/garages/json.server";
import {
  listNotificationsJson,
  notificationSettingsShape,
  notificationShape,
  unread,
} from "~/features/notifications/json.server";
import { countUnread, markAllRead, markRead } from "~/features/notifications/list.server";
import { changeSettings, getSettings } from "~/features/notifications/settings/queries.server";
import { readInput, settingsPatch } from "~/features/notifications/settings/schema.server";
import { listFollowedGaragesJson } from "~/features/social/reactions.server";
import type { ApiCall } from "~/http/api/declaration";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape, namedListShape, pageCounts } from "~/http/api/responses.server";
import { logSecurityEvent } from "~/http/call.server";
import { zipResponse } from "~/http/page/download.server";
import { reauthenticate } from "~/http/session/login.server";
import { readSessionToken } from "~/http/session/session.server";
import { toIso } from "~/lib/time";

async function download({ request, context, viewer }: ApiCall<"member", never, never>, password?: string) {
  await reauthenticate({ request, context }, password);
  return zipResponse(await exportData(viewer), { request, context });
}

const calendarShape = z
  .strictObject({ link: z.string().nullable().meta({ description: "Of iCalendar, for subscriptions" }) })
  .meta({ id: "OwnCalendar" });

/** Of the second step; not for the start of the setup. */
function stateOf(userId: number) {
  const { since, ...state } = getSecondStep(userId);
  return { ...state, since: since === null ? null : toIso(since) };
}

const tokenOf = async (request: Request) => (await readSessionToken(request)) ?? "";

const rules = {
  about: "Your own account: data, two-step verification, passkeys, notifications, and lists that only you see",
};

export const { loader, action, calls } = apiResource("/api/v1/users/me", rules, {
  "GET /": read({
    name: "getMe",
    etagFrom: ({ viewer }) => getProfileTexts(viewer.id),
    audience: "member",
    summary: "Your own account",
    response: dataShape({ user: userDetailShape }),
    run: ({ viewer }) => ({ body: { data: { user: userDetailJson(viewer.id, viewer) } } }),
  }),
  "GET /export": read({
    name: "exportMyData",
    refusals: [403],
    audience: "member",
    summary: "Everything we hold about you, as a zip",
    response: { contentType: "application/zip" },
    limit: "export",
    run: (call) => download(call),
  }),
  "POST /export": write({
    name: "exportMyDataWithPassword",
    audience: "member",
    summary: "The same, with the password if the login is more than 15 minutes old",
    input: reauthenticationSchema,
    response: { contentType: "application/zip" },
    limit: "export",
    whileSuspended: true,
    run: (call) => download(call, call.input.password),
  }),
  "GET /calendar": read({
    name: "getMyCalendar",
    audience: "member",
    summary: "The secret address of your calendar, or null",
    response: dataShape({ doc: calendarShape }),
    run: ({ viewer }) => ({ body: { data: { doc: { link: findCalendarLink(viewer) } } } }),
  }),
  "POST /calendar": write({
    name: "makeMyCalendar",
    audience: "member",
    summary: "Make the address of your calendar anew",
    response: dataShape({ doc: calendarShape }),
    limit: "edit",
    run: ({ viewer }) => ({ body: { data: { doc: { link: makeCalendarLink(viewer) } } } }),
  }),
  "DELETE /calendar": write({
    name: "removeMyCalendar",
    audience: "member",
    summary: "Turn your calendar off",
    response: dataShape({ doc: calendarShape }),
    limit: "edit",
    run: ({ viewer }) => {
      removeCalendarLink(viewer);
      return { body: { data: { doc: { link: null } } } };
    },
  }),
  "GET /second-step": read({
    name: "getSecondStep",
    audience: "member",
    summary: "Whether two-step verification is on",
    response: dataShape({ doc: secondStepShape }),
    run: ({ viewer }) => ({ body: { data: { doc: stateOf(viewer.id) } } }),
  }),
  "POST /second-step": write({
    name: "startSecondStep",
    refusals: [409],
    audience: "member",
    summary: "Start turning two-step verification on: a secret for the authenticator app",
    input: reauthenticationSchema,
    response: dataShape({ doc: secondStepSetupShape }),
    status: 201,
    limit: "edit",
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      return { body: { data: { doc: startSecondStep(call.viewer) } } };
    },
  }),
  "PATCH /second-step": write({
    name: "confirmSecondStep",
    refusals: [409],
    audience: "member",
    summary: "Turn two-step verification on with a first code: the recovery codes, once",
    input: confirmSecondStepSchema,
    response: dataShape({ doc: secondStepOnShape }),
    limit: "edit",
    run: async (call) => {
      const { viewer, input } = call;
      await reauthenticate(call, input.password);
      const recoveryCodes = confirmSecondStep(viewer, input.code, await tokenOf(call.request));
      logSecurityEvent(call, "second_step_on", viewer.id);
      return { body: { data: { doc: { ...stateOf(viewer.id), recoveryCodes } } } };
    },
  }),
  "DELETE /second-step": write({
    name: "turnOffSecondStep",
    refusals: [409],
    audience: "member",
    summary: "Turn two-step verification off",
    input: reauthenticationSchema,
    response: "nothing",
    limit: "edit",
    run: async (call) => {
      const { viewer, input } = call;
      await reauthenticate(call, input.password);
      if (turnOffSecondStep(viewer, await tokenOf(call.request))) logSecurityEvent(call, "second_step_off", viewer.id);
    },
  }),
  "GET /passkeys": read({
    name: "listMyPasskeys",
    audience: "member",
    summary: "Your passkeys, oldest first",
    response: dataShape({ data: z.array(passkeyShape) }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { data: listWaysIn(viewer.id).passkeys.map(passkeyJson) } } }),
  }),
  "DELETE /passkeys/:passkeyId": write({
    name: "removePasskey",
    notFoundMessage: PASSKEY_MESSAGES.gone,
    refusals: [409],
    audience: "member",
    summary: "Remove a passkey; not the only way to log in",
    input: reauthenticationSchema,
    response: "nothing",
    limit: "edit",
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      removePasskey(call.viewer, call.id);
      logSecurityEvent(call, "passkey_removed", call.viewer.id);
    },
  }),
  "GET /notification-settings": read({
    name: "getNotificationSettings",
    etagFrom: ({ viewer }) => getSettings(viewer.id),
    audience: "member",
    summary: "Your notification settings, on the site and by email",
    response: dataShape({ doc: notificationSettingsShape }),
    run: ({ viewer }) => ({ body: { data: { doc: getSettings(viewer.id) } } }),
  }),
  "PATCH /notification-settings": write({
    name: "updateNotificationSettings",
    etagFrom: ({ viewer }) => getSettings(viewer.id),
    isPartial: true,
    audience: "member",
    summary: "Change your notification settings",
    input: settingsPatch,
    response: dataShape({ doc: notificationSettingsShape }),
    limit: "edit",
    run: ({ viewer, input, precondition }) => ({
      body: { data: { doc: changeSettings(viewer.id, input, precondition) } },
    }),
  }),
  "GET /invites": read({
    name: "listMyInvites",
    audience: "member",
    summary: "Your open invites, newest first",
    perPage: 50,
    response: listShape(inviteShape),
    limit: "none",
    run: ({ viewer, page }) => {
      const { rows, ...list } = listInvites(viewer, page);
      return listResponse({ ...list, rows: rows.map(inviteJson) });
    },
  }),
  "POST /invites": write({
    name: "createInvite",
    refusals: [409],
    audience: "member",
    summary: "Create an invite; members can if an admin allows it",
    input: inviteInput,
    response: dataShape({ doc: inviteShape }),
    status: 201,
    limit: "edit",
    run: ({ viewer, input }) => ({ body: { data: { doc: inviteJson(createInvite(viewer, input)) } } }),
  }),
  "GET /events": read({
    name: "listMyEvents",
    audience: "member",
    summary: "The events you submitted, newest first",
    perPage: 20,
    response: listShape(eventShape),
    run: ({ viewer, page }) => listResponse(listOwnEventsJson(viewer, page)),
  }),
  "GET /feed": read({
    name: "listMyFeed",
    audience: "member",
    summary: "Activity in the garages you follow, newest first; the newest 1,000",
    perPage: 20,
    response: listShape(activityShape),
    run: ({ viewer, page }) => listResponse(listFeedJson(viewer, page)),
  }),
  "GET /notifications": read({
    name: "listNotifications",
    audience: "member",
    summary: "Your notifications, newest first, and how many are unread; the total is counted up to 1,000",
    perPage: 20,
    response: namedListShape({ data: z.array(notificationShape) }, { unread }),
    etag: true,
    run: ({ viewer, page }) => {
      const list = listNotificationsJson(viewer, page);
      return { body: { ...pageCounts(list), unread: list.unread, data: { data: list.rows } } };
    },
  }),
  "PATCH /notifications": write({
    name: "markNotificationsRead",
    audience: "member",
    summary: "Mark all as read, or those with these ids; unknown ids, and other members’, change nothing",
    input: readInput,
    response: dataShape({ doc: z.strictObject({ unread }) }, { unread }),
    limit: "edit",
    run: ({ viewer, input: { ids } }) => {
      if (ids) markRead(viewer, ids);
      else markAllRead(viewer);
      const unreadCount = countUnread(viewer.id);
      return { body: { unread: unreadCount, data: { doc: { unread: unreadCount } } } };
    },
  }),
  "GET /followed-garages": read({
    name: "listFollowedGarages",
    audience: "member",
    summary: "Garages of the members you follow, the newest follow first",
    perPage: 20,
    response: listShape(garageShape),
    run: ({ viewer, page }) => listResponse(listFollowedGaragesJson(viewer, page)),
  }),
  "GET /cases": read({
    name: "listMyCases",
    audience: "member",
    summary: "Decisions about your content, the newest first",
    response: dataShape({ data: z.array(ownCaseShape) }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { data: listOwnCases(viewer) } } }),
  }),
  "GET /reports": read({
    name: "listMyReports",
    audience: "member",
    summary: "Your reports of content, the newest first",
    response: dataShape({ data: z.array(reportShape) }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { data: listOwnReports(viewer) } } }),
  }),
  "GET /people": read({
    name: "listBlockedAndMuted",
    audience: "member",
    summary: "Members you have blocked and muted, newest first; the newest 1,000 of each",
    response: dataShape({ blocked: z.array(listedPersonShape), muted: z.array(listedPersonShape) }),
    run: ({ viewer }) => ({ body: { data: listPeopleJson(viewer) } }),
  }),
});
