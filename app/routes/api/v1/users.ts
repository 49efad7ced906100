import { deleteAccount } from "~/features/account-deletion/commands.server";
import {
  API_USER_NOT_FOUND,
  ownUserJson,
  userDetailJson,
  userDetailShape,
  userJson,
  userShape,
} from "~/features/accounts/json.server";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { login } from "~/features/accounts/login.server";
import { changePassword, resetPassword } from "~/features/accounts/passwords.server";
import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { getProfileTexts, updateProfile } from "~/features/accounts/profile.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import {
  apiLoginSchema,
  apiResetSchema,
  changeEmailSchema,
  changePasswordSchema,
  forgotPasswordSchema,
  profilePatchSchema,
  reauthenticationSchema,
  signUpSchema,
} from "~/features/accounts/schema.server";
import { startSession } from "~/features/accounts/sessions.server";
import { checkVerificationLink, verifyEmail } from "~/features/accounts/sign-up.server";
import { findTokenUser } from "~/features/accounts/tokens.server";
import {
  changeAddressOf,
  deleteAccountOf,
  endSessionsOf,
  exportDataOf,
  resendConfirmationOf,
  setQuotaOf,
  suspendMember,
  turnOffSecondStepOf,
} from "~/features/administration/account.server";
import { figuresJson } from "~/features/administration/json.server";
import { ACT_DONE, type AccountAct } from "~/features/administration/limits";
import { newAddressInput, quotaInput, suspensionInput } from "~/features/administration/schema.server";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { viewerStateJson, viewerStateShape } from "~/features/blocks/json.server";
import { PERSON_NOT_FOUND } from "~/features/blocks/policy";
import { openGarage } from "~/features/garages/commands.server";
import { onboardingSchema } from "~/features/garages/schema.server";
import { changeAccount } from "~/features/moderation/commands.server";
import { listUsersJson } from "~/features/moderation/queries.server";
import { accountInput, userQuery } from "~/features/moderation/schema.server";
import { notifyStaff } from "~/features/notifications/notify.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { followJson, followMembers } from "~/features/social/json.server";
import { followUser, unfollowUser } from "~/features/social/reactions.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape, message, messageShape, token } from "~/http/api/responses.server";
import { logSecurityEvent } from "~/http/call.server";
import { zipResponse } from "~/http/page/download.server";
import { submitEmailChange } from "~/http/session/email-change.server";
import { completeLogin, logOut, reauthenticate, verifyLogin, verifyOwnPassword } from "~/http/session/login.server";
import { verifySecondStep } from "~/http/session/second-step.server";
import { endRequestSession, mayTouchCookies, startCookieSession } from "~/http/session/session.server";
import { submitResetRequest, submitSignUp } from "~/http/session/sign-up.server";
import { DomainError } from "~/lib/errors";

/** Programs check links with HEAD, which must not use up the link. */
function look(link: string) {
  if (checkVerificationLink(link) === "invalid") throw new DomainError("invalid", ACCOUNT_MESSAGES.verificationFailed);
  return Response.json({ status: "success" });
}

const ofBars = { audience: "member", limit: "block" } as const;

const bar = (kind: "block" | "mute", name: string, summary: string) =>
  write({
    ...ofBars,
    name,
    summary,
    response: dataShape({ doc: viewerStateShape }),
    status: [200, 201],
    run: ({ viewer, id }) => {
      const state = blockUser(viewer, id, kind);
      return { status: state.isNew ? 201 : 200, body: { data: { doc: viewerStateJson(id, state) } } };
    },
  });

const unbar = (kind: "block" | "mute", name: string, summary: string) =>
  write({ ...ofBars, name, summary, response: "nothing", run: ({ viewer, id }) => void unblockUser(viewer, id, kind) });

const follow = (name: string, summary: string, run: typeof followUser | typeof unfollowUser) =>
  write({
    ...{ name, summary, audience: "member", limit: "follow" },
    response: dataShape(followMembers),
    run: ({ viewer, id }) => ({ body: { data: followJson(run(viewer, id)) } }),
  });

const ofAdmin = { audience: "admin", limit: "moderate", refusals: [409], response: messageShape() } as const;

const done = (act: AccountAct, { name }: { name: string }) => ({ body: { message: ACT_DONE[act](name, true) } });

const ofAccount = (name: string, summary: string, act: (viewer: Viewer, id: number) => unknown) =>
  write({
    ...{ ...ofAdmin, name, summary, response: "nothing" },
    run: ({ viewer, id }) => void act(viewer, id),
  });

const rules = {
  about: "Sign-up, login, accounts, follows, blocks and mutes",
  notFoundMessage: PERSON_NOT_FOUND,
};

export const { loader, action, calls } = apiResource("/api/v1/users", rules, {
  "GET /": read({
    name: "listUsers",
    audience: "admin",
    summary: "The accounts",
    query: userQuery,
    perPage: 50,
    response: listShape(userShape),
    run: ({ viewer, query, page }) => listResponse(listUsersJson(viewer, query, page)),
  }),
  "POST /signup": write({
    name: "signUp",
    audience: "anyone",
    summary: "Sign up; an email with a link follows",
    input: signUpSchema,
    response: messageShape(),
    status: 201,
    limit: "signUp",
    run: async (call) => {
      const { message, headers } = await submitSignUp(call, call.input);
      return { body: { message }, headers };
    },
  }),
  "POST /login": write({
    name: "logIn",
    refusals: [401],
    audience: "anyone",
    summary: "Log in: token and cookie",
    input: apiLoginSchema,
    response: dataShape({ user: userShape }, { token }),
    limit: "inside run",
    whileSuspended: true,
    run: async (call) => {
      const { code, ...credentials } = call.input;
      const userId = await verifyLogin(call, credentials.email, () => login(credentials));
      await verifySecondStep(call, userId, code);
      const { token, headers } = await completeLogin(call, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  }),
  "POST /logout": write({
    name: "logOut",
    audience: "anyone",
    summary: "End this session",
    response: "nothing",
    limit: "logout",
    whileSuspended: true,
    run: (call) => logOut(call),
  }),
  "GET /verify-email/:token?": read({
    name: "verifyEmail",
    audience: "anyone",
    summary:
      "Verify a sign-up and open its account, once: a token, and a cookie for programs and this site’s own pages. 202 with no user if the application is waiting for a decision",
    response: dataShape({ user: userShape.nullable() }, { token: token.optional(), message: message.optional() }),
    status: [200, 202],
    limit: "mailLink",
    cached: false,
    run: async (call) => {
      const { request, params, context } = call;
      const link = params.token;
      if (link === undefined) throw new DomainError("invalid", ACCOUNT_MESSAGES.noVerificationToken);
      if (request.method === "HEAD" || context.isHeadOnly) return look(link);
      const userId = verifyEmail(link, { applied: () => notifyStaff("applications") });
      if (userId === null) return { status: 202, body: { message: REGISTRATION_MESSAGES.waits, data: { user: null } } };
      logSecurityEvent(call, "login", userId);
      const user = ownUserJson(userId);
      if (!mayTouchCookies(request.headers)) {
        // The browser's cookies stay unchanged.
        const token = startSession(userId, request.headers.get("user-agent") ?? "");
        return { body: { token, data: { user } } };
      }
      const { token, headers } = await startCookieSession(request, userId);
      return { body: { token, data: { user } }, headers };
    },
  }),
  "POST /forgotPassword": write({
    name: "forgotPassword",
    audience: "anyone",
    summary: "Ask for a reset link by email",
    input: forgotPasswordSchema,
    response: messageShape(),
    limit: "forgotPassword",
    run: async ({ input }) => ({ body: { message: await submitResetRequest(input) } }),
  }),
  "PATCH /resetPassword/:token?": write({
    name: "resetPassword",
    refusals: [401],
    audience: "anyone",
    summary: "Choose a new password with the link from an email; other sessions end",
    input: apiResetSchema,
    response: dataShape({ user: userShape }, { token }),
    limit: "mailLink",
    run: async (call) => {
      const link = call.params.token ?? "";
      const { code, ...passwords } = call.input;
      // The response contains a session, which needs more than a mail. Checked before any change.
      const owner = findTokenUser(link);
      if (owner !== undefined) await verifySecondStep(call, owner, code);
      const userId = await resetPassword(link, passwords);
      logSecurityEvent(call, "password_reset", userId);
      const { token, headers } = await startCookieSession(call.request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  }),
  "POST /complete-onboarding": write({
    name: "completeOnboarding",
    refusals: [409],
    audience: "member",
    summary: "Open your garage",
    input: onboardingSchema,
    files: ["avatar"],
    response: dataShape({ user: userShape }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, input, files }) => {
      await openGarage(viewer, input, resolveFormPhotos(viewer, input.uploads, files.avatar, "avatar"));
      return { body: { data: { user: userJson(viewer.id, viewer) } } };
    },
  }),
  "PATCH /updateMe": write({
    name: "updateMe",
    etagFrom: ({ viewer }) => getProfileTexts(viewer.id),
    isPartial: true,
    audience: "member",
    summary: "Change your profile",
    input: profilePatchSchema,
    files: ["avatar"],
    response: dataShape({ doc: userShape, user: userShape }),
    limit: "edit",
    run: async ({ viewer, input, files, precondition }) => {
      await updateProfile(viewer, input, files.avatar ?? [], precondition);
      const user = userJson(viewer.id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  }),
  "PATCH /updateMyPassword": write({
    name: "updateMyPassword",
    audience: "member",
    summary: "Change your password; every session ends, and a new one begins",
    input: changePasswordSchema,
    response: dataShape({ doc: userShape, user: userShape }, { token }),
    limit: "edit",
    run: async (call) => {
      const { viewer, input, request } = call;
      await verifyOwnPassword(call, viewer.id, () => changePassword(viewer, input));
      logSecurityEvent(call, "password_changed", viewer.id);
      const { token, headers } = await startCookieSession(request, viewer.id);
      const user = ownUserJson(viewer.id);
      return { body: { token, data: { doc: user, user } }, headers };
    },
  }),
  "POST /updateMyEmail": write({
    name: "updateMyEmail",
    audience: "member",
    summary: "Ask for another email address; a link to it follows, and the address changes with it",
    input: changeEmailSchema,
    response: messageShape(),
    limit: "edit",
    run: async (call) => ({ body: { message: await submitEmailChange(call, call.viewer, call.input) } }),
  }),
  "DELETE /deleteMe": write({
    name: "deleteMe",
    etagFrom: ({ viewer }) => getProfileTexts(viewer.id),
    refusals: [409],
    audience: "member",
    summary: "Delete your account and everything in it, with the password if the login is more than 15 minutes old",
    input: reauthenticationSchema,
    response: "nothing",
    limit: "leave",
    whileSuspended: true,
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      await deleteAccount(call.viewer, call.precondition);
      logSecurityEvent(call, "account_deleted", call.viewer.id);
      return endRequestSession(call.request);
    },
  }),
  "POST /follow/:userId": follow("followUser", "Follow a member", followUser),
  "POST /unfollow/:userId": follow("unfollowUser", "Unfollow a member", unfollowUser),
  "GET /:userId": read({
    name: "getUser",
    etagFrom: ({ id }) => getProfileTexts(id),
    audience: "anyone",
    summary: "An account as others see it",
    notFoundMessage: API_USER_NOT_FOUND,
    response: dataShape({ user: userDetailShape }),
    cached: true,
    run: async ({ id, findViewer }) => {
      const viewer = await findViewer();
      const user = userDetailJson(id, viewer);
      return {
        body: { data: { user: viewer && isAdmin(viewer) ? { ...user, figures: figuresJson(viewer, id) } : user } },
      };
    },
  }),
  "PATCH /:userId": write({
    name: "updateUser",
    etagFrom: ({ id }) => getProfileTexts(id),
    refusals: [409],
    isPartial: true,
    audience: "admin",
    summary: "Deactivate or reactivate an account; make a member a moderator, or a moderator a member",
    input: accountInput,
    response: dataShape({ doc: userDetailShape, user: userDetailShape }),
    limit: "moderate",
    run: ({ viewer, id, input, precondition }) => {
      changeAccount(viewer, id, input, precondition);
      const user = userDetailJson(id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  }),
  "DELETE /:userId": write({
    name: "deleteUser",
    refusals: [409],
    audience: "admin",
    summary: "Delete a member’s account for good, with the password if the login is more than 15 minutes old",
    input: reauthenticationSchema,
    response: "nothing",
    limit: "moderate",
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      await deleteAccountOf(call.viewer, call.id);
    },
  }),
  "POST /:userId/export": write({
    name: "exportUserData",
    refusals: [409],
    audience: "admin",
    summary: "Everything we hold about a member, as a zip, with the password if the login is more than 15 minutes old",
    input: reauthenticationSchema,
    response: { contentType: "application/zip" },
    limit: "export",
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      return zipResponse(await exportDataOf(call.viewer, call.id), call);
    },
  }),
  "POST /:userId/sessions/end": ofAccount("endUserSessions", "Log a member out everywhere", endSessionsOf),
  "POST /:userId/second-step/off": ofAccount(
    "turnOffUserSecondStep",
    "Turn a member’s two-step verification off, and log them out everywhere",
    turnOffSecondStepOf,
  ),
  "POST /:userId/verification": ofAccount(
    "resendUserConfirmation",
    "Send a new address its link again",
    resendConfirmationOf,
  ),
  "POST /:userId/email": write({
    ...ofAdmin,
    name: "changeUserEmail",
    summary: "Enter another email address for a member, who confirms it by a link",
    input: newAddressInput,
    run: ({ viewer, id, input }) => done("email", changeAddressOf(viewer, id, input)),
  }),
  "POST /:userId/quota": write({
    ...ofAdmin,
    name: "setUserQuota",
    summary: "Set how much a member’s photos may take up; without `quotaMb`, the site’s default",
    input: quotaInput,
    run: ({ viewer, id, input }) => done("quota", setQuotaOf(viewer, id, input)),
  }),
  "POST /:userId/suspension": write({
    ...ofAdmin,
    name: "suspendUser",
    summary: "Suspend a member, as by a decision about their garage",
    input: suspensionInput,
    run: ({ viewer, id, input }) => done("suspend", suspendMember(viewer, id, input)),
  }),
  "POST /:userId/block": bar(
    "block",
    "blockUser",
    "Block a member: neither can follow the other, or like, comment on or review the other’s content",
  ),
  "DELETE /:userId/block": unbar("block", "unblockUser", "Unblock a member"),
  "POST /:userId/mute": bar(
    "mute",
    "muteUser",
    "Mute a member: no notifications about them, and none of their posts in the feed",
  ),
  "DELETE /:userId/mute": unbar("mute", "unmuteUser", "Unmute a member"),
});
