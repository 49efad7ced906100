import { describe, expect, test } from "vitest";
import { mailTokens, sessions, users } from "~/db/schema";
import { deletionChoice, safetySchema } from "~/features/account-deletion/schema.server";
import { login } from "~/features/accounts/login.server";
import { changePassword, hashPassword } from "~/features/accounts/passwords.server";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { changePasswordSchema, profileFormSchema, profilePatchSchema } from "~/features/accounts/schema.server";
import {
  endOwnSession,
  findViewer,
  listSessions,
  startSession,
  sweepSessions,
} from "~/features/accounts/sessions.server";
import { createMailToken } from "~/features/accounts/tokens.server";
import { decode } from "~/lib/decode";
import { describeDevice } from "~/lib/device";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { htmlAsJpeg } from "../support/images";
import { makeUser, viewerOf } from "../support/make-rows";
import { fieldErrors } from "../support/refusal";
import { allRows, changeRow, findRow, removeRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const invalid = (field: string, message: string) =>
  expect.objectContaining({ code: "invalid", message, fields: { [field]: [message] } });

describe("the profile", () => {
  test("changes what is given, and how search finds the name", async () => {
    const user = makeUser({ name: "Ada", bio: "Old.", location: "Here" });
    await updateProfile(viewerOf(user), { name: "Zoë" }, []);
    const unchanged = { email: user.email, bio: "Old.", location: "Here", avatar: "default.jpg", review: null };
    expect(getProfile(viewerOf(user))).toEqual({ ...unchanged, name: "Zoë" });
    expect(findRow(users, user.id)?.nameFolded).toBe("zoe");
    await updateProfile(viewerOf(user), { bio: "", location: "" }, []);
    expect(getProfile(viewerOf(user))).toMatchObject({ name: "Zoë", bio: "", location: "" });
  });

  test("a new avatar deletes the old file, unless another user shows it", async () => {
    const viewer = viewerOf(makeUser());
    await updateProfile(viewer, {}, await pngs(30));
    const first = getProfile(viewer).avatar;
    const twin = makeUser({ avatar: first });
    await updateProfile(viewer, {}, await pngs(30));
    expect((await filesInUploads()).join()).toContain(first.slice(0, -4));
    await updateProfile(viewerOf(twin), {}, await pngs(30));
    const files = (await filesInUploads()).join();
    expect(files).not.toContain(first.slice(0, -4));
    for (const { id } of [viewer, twin]) expect(files).toContain(getProfile(viewerOf({ id })).avatar.slice(0, -4));
  });

  test("a refused avatar, or one of an account deleted meanwhile, changes nothing and leaves no file", async () => {
    const viewer = viewerOf(makeUser({ name: "Ada" }));
    const bad = uploaded({ filename: "bad.jpg", bytes: htmlAsJpeg() });
    await expect(updateProfile(viewer, { name: "Eve" }, [bad])).rejects.toThrow(/bad\.jpg/);
    const onlyOnePhoto = invalid("avatar", "Please choose one photo only.");
    await expect(updateProfile(viewer, { name: "Eve" }, await pngs(20, 30))).rejects.toThrow(onlyOnePhoto);
    expect(getProfile(viewer)).toMatchObject({ name: "Ada", avatar: "default.jpg" });
    expect(await filesInUploads()).toEqual([]);
    const user = makeUser();
    const saving = updateProfile(viewerOf(user), {}, await pngs(30));
    removeRow(users, user.id);
    await expect(saving).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
    expect(await filesInUploads()).toEqual([]);
  });

  test.each([
    [{ name: " " }, "name", "Please enter your name."],
    [{ name: "\u200b \u2067\u3164" }, "name", "Please enter your name."],
    [{ name: "x".repeat(81) }, "name", "Name must be at most 80 characters."],
    [{ name: "A", bio: "x".repeat(501) }, "bio", "Bio must be at most 500 characters."],
    [{ name: "A", location: "x".repeat(121) }, "location", "Location must be at most 120 characters."],
  ])("is refused: %o", (values, field, message) => {
    for (const schema of [profileFormSchema, profilePatchSchema])
      expect(() => decode(schema, values)).toThrow(invalid(field, message));
  });

  test("a change contains only the submitted fields; a name's direction does not affect adjacent text", () => {
    expect(decode(profilePatchSchema, { bio: "B", role: "admin", email: "x" })).toEqual({ bio: "B" });
    expect(() => decode(profileFormSchema, { bio: "B" })).toThrow("Please enter your name.");
    expect(decode(profilePatchSchema, { name: "\u202eAda\u2066 אדה 👩‍🔧" })).toEqual({ name: "Ada אדה 👩‍🔧" });
  });
});

describe("changing the password", () => {
  const OLD = "correct horse battery";
  const NEW = { passwordCurrent: OLD, password: "staple battery horse", passwordConfirm: "staple battery horse" };
  const newUser = async () => makeUser({ email: "ada@example.com", passwordHash: await hashPassword(OLD) });

  test("ends every session, voids reset links and mails the owner", async () => {
    const user = await newUser();
    const otherUser = makeUser();
    const token = startSession(user.id, "");
    const foreign = startSession(otherUser.id, "");
    createMailToken(user.id);
    await changePassword(viewerOf(user), NEW);
    expect(await login({ email: user.email, password: NEW.password })).toBe(user.id);
    await expect(login({ email: user.email, password: OLD })).rejects.toThrow("Login failed.");
    expect([findViewer(token), findViewer(foreign)?.id]).toEqual([null, otherUser.id]);
    expect(allRows(mailTokens)).toEqual([]);
    const [mail] = await deliveredTo(user.email);
    expect(mail?.subject).toBe("Your password was changed");
    expect(mail?.text).not.toContain(NEW.password);
  });

  test("needs the current one, else nothing happens; of two at once, one wins", async () => {
    const user = await newUser();
    const token = startSession(user.id, "");
    await expect(changePassword(viewerOf(user), { ...NEW, passwordCurrent: "guess" })).rejects.toThrow(
      invalid("passwordCurrent", "Your current password is not correct."),
    );
    expect(await login({ email: user.email, password: OLD })).toBe(user.id);
    expect(findViewer(token)?.id).toBe(user.id);
    expect(await deliveredTo(user.email)).toEqual([]);
    const outcomes = await Promise.allSettled(
      ["first of the two", "second of the two"].map((password) =>
        changePassword(viewerOf(user), { passwordCurrent: OLD, password, passwordConfirm: password }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("lists all mistakes at once", () => {
    const values = { passwordCurrent: "", password: "short", passwordConfirm: "other" };
    expect(fieldErrors(() => decode(changePasswordSchema, values))).toEqual({
      passwordCurrent: ["Please enter your current password."],
      password: ["Your password must have at least 8 characters."],
      passwordConfirm: ["New passwords do not match!"],
    });
  });
});

describe("sessions", () => {
  const idOf = (device: string) => allRows(sessions).find(({ userAgent }) => userAgent === device)!.id;
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

  test("lists one's own that are alive, this one first, then as last seen", () => {
    const user = makeUser();
    startSession(makeUser().id, "");
    const start = now();
    setClock(() => start);
    const current = startSession(user.id, FIREFOX);
    setClock(() => start + HOUR);
    startSession(user.id, "curl/8.5.0");
    setClock(() => start + 2 * HOUR);
    startSession(user.id, "");
    const dead = startSession(user.id, "dead");
    changeRow(sessions, idOf("dead"), { expiresAt: now() });
    expect(findViewer(dead)).toBeNull();
    const sessionRows = listSessions(viewerOf(user), current);
    expect(sessionRows.map(({ device }) => device)).toEqual(["Firefox on Linux", "Unknown device", "curl"]);
    expect(sessionRows.map(({ current: here }) => here)).toEqual([true, false, false]);
    expect(sessionRows[2]?.lastSeenAt).toBe(start + HOUR);
  });

  const at = (time: number) => setClock(() => time);

  test("a person has a hundred; of more the one ends that was used the longest ago", () => {
    const [start, user] = [now(), makeUser()];
    at(start);
    const tokens = [user.id, user.id, makeUser().id].map((id) => startSession(id, ""));
    const alive = () => tokens.map((token) => findViewer(token) !== null);
    at(start + DAY);
    findViewer(tokens[0]!);
    for (let more = 0; more < 98; more++) startSession(user.id, "curl");
    expect(allRows(sessions).filter(({ userId }) => userId === user.id)).toHaveLength(100);
    const last = startSession(user.id, "");
    expect(alive()).toEqual([true, false, true]);
    expect(listSessions(viewerOf(user), last)).toHaveLength(100);
  });

  test("sessions end 90 days after the login, an admin's after 14", () => {
    const [start, user] = [now(), makeUser()];
    at(start);
    const token = startSession(user.id, "");
    const alive = () => [findViewer(token)?.id, listSessions(viewerOf(user), token).length];
    for (let day = 20; day < 90; day += 20) {
      at(start + day * DAY);
      expect(alive()).toEqual([user.id, 1]);
    }
    at(start + 90 * DAY - 1);
    expect(alive()).toEqual([user.id, 1]);
    sweepSessions();
    expect(allRows(sessions)).toHaveLength(1);
    at(start + 14 * DAY - 1);
    changeRow(users, user.id, { role: "admin" });
    expect(alive()).toEqual([user.id, 1]);
    at(start + 14 * DAY);
    expect(alive()).toEqual([undefined, 0]);
    changeRow(users, user.id, { role: "user" });
    expect(alive()).toEqual([user.id, 1]);
    at(start + 90 * DAY);
    expect(alive()).toEqual([undefined, 0]);
    sweepSessions();
    expect(allRows(sessions)).toEqual([]);
  });

  test("end 30 days after they were last used", () => {
    const [start, user] = [now(), makeUser()];
    at(start);
    const token = startSession(user.id, "");
    expect(allRows(sessions)[0]).toMatchObject({ createdAt: start, authenticatedAt: start });
    at(start + 29 * DAY);
    expect(findViewer(token)?.id).toBe(user.id);
    at(start + 59 * DAY - 1);
    expect(findViewer(token)?.id).toBe(user.id);
    at(start + 89 * DAY - 1);
    expect(findViewer(token)).toBeNull();
  });

  test("of admins are swept after 14 days", () => {
    const [start, admin, user] = [now(), makeUser({ role: "admin" }), makeUser()];
    at(start);
    for (const { id } of [admin, user]) startSession(id, "");
    at(start + 14 * DAY);
    sweepSessions();
    expect(allRows(sessions)).toMatchObject([{ userId: user.id }]);
  });

  test("only one's own sessions can be ended", () => {
    const [user, otherUser] = [makeUser(), makeUser()];
    const tokens = [startSession(user.id, "one"), startSession(user.id, "two")];
    const foreign = startSession(otherUser.id, "three");
    expect(endOwnSession(viewerOf(user), idOf("three"))).toBe(false);
    const firstId = idOf("one");
    expect(endOwnSession(viewerOf(user), firstId)).toBe(true);
    expect(endOwnSession(viewerOf(user), firstId)).toBe(false);
    expect([...tokens, foreign].map((token) => findViewer(token)?.id)).toEqual([undefined, user.id, otherUser.id]);
  });

  test.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15", "Safari on Mac"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604", "Safari on iPhone"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Safari/604", "Chrome on iPhone"],
    ["Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121 Safari/537", "Samsung Internet on Android"],
    ["Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox on Android"],
    ["PaddockApp/1.0 (Android 14)", "Android"],
    ["python-requests/2.32", "python-requests"],
    ["<script>", "Unknown device"],
    ["", "Unknown device"],
  ])("%s is %s", (userAgent, device) => expect(describeDevice(userAgent)).toBe(device));
});

test("the safety switch has to be on", () => {
  const safetyIsOff = invalid("safety", "Please turn on the safety switch first.");
  for (const values of [{}, { safety: "" }, { safety: "off" }, { safety: false }, { safety: "yes" }]) {
    expect(() => decode(safetySchema, values)).toThrow(safetyIsOff);
    expect(() => decode(deletionChoice, { ...values, leave: "account" })).toThrow(safetyIsOff);
  }
  expect(decode(deletionChoice, { safety: "on", leave: "garage" })).toEqual({ safety: true, leave: "garage" });
  expect(() => decode(deletionChoice, { safety: "on", leave: "../../login" })).toThrow("Please choose");
});
