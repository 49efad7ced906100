import { describe, expect, test } from "vitest";
import { identities, passkeys, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { requireReauthentication } from "~/features/accounts/login.server";
import {
  addPasskey,
  createLoginOptions,
  createPasskeyOptions,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
} from "~/features/accounts/passkeys/commands.server";
import { NO_PASSWORD } from "~/features/accounts/passwords.server";
import { passkeyNameSchema } from "~/features/accounts/schema.server";
import { startSession } from "~/features/accounts/sessions.server";
import { finishPasskey, startPasskey, startPasskeyLogin, verifyPasskeyLogin } from "~/http/session/passkeys.server";
import type { RequestArgs } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { makeUser, setActive, viewerOf } from "../support/make-rows";
import { type Authenticator, newAuthenticator } from "../support/passkey";
import { allRows, changeRow, insertRow, removeRow } from "../support/rows";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const origin = publicUrl();
const refused = { code: "invalid", message: "That passkey did not work. Try again, or log in with your password." };
const REFUSED = expect.objectContaining({ ...refused, why: "invalid" });

let clock = Date.UTC(2026, 5, 1, 12);

/** A challenge, each a second after the last. */
function issue(text: string) {
  clock += SECOND;
  setClock(() => clock);
  return { text, challenges: [{ text, issuedAt: now() }] };
}

type Ceremony = Partial<Parameters<Authenticator["create"]>[0]>;

async function add(user: { id: number }, authenticator = newAuthenticator(), ceremony: Ceremony = {}) {
  const viewer = viewerOf(user);
  const { text, challenges } = issue((await createPasskeyOptions(viewer)).challenge);
  await addPasskey(viewer, authenticator.create({ challenge: text, origin, ...ceremony }), challenges, CHROME);
  return authenticator;
}

type Assertion = Ceremony & { userId?: number | string };

async function answerOf(user: { id: number }, authenticator: Authenticator, ceremony: Assertion = {}) {
  const { text, challenges } = issue((await createLoginOptions()).challenge);
  const answer = authenticator.get({ challenge: text, origin, userId: user.id, ...ceremony });
  return { answer, challenges };
}

async function logIn(user: { id: number }, authenticator: Authenticator, ceremony?: Assertion) {
  const { answer, challenges } = await answerOf(user, authenticator, ceremony);
  return logInWithPasskey(answer, challenges);
}

describe("adding", () => {
  test("asks for a verified, discoverable key of this site, and names it after the device", async () => {
    const user = makeUser({ name: "Ada", email: "ada@example.com" });
    const options = await createPasskeyOptions(viewerOf(user));
    expect(options.rp).toEqual({ name: "Paddock", id: new URL(origin).hostname });
    expect(options.user).toMatchObject({ name: "ada@example.com", displayName: "Ada" });
    const selection = { residentKey: "required", userVerification: "required" };
    expect(options.authenticatorSelection).toMatchObject(selection);
    expect((await createLoginOptions()).userVerification).toBe("required");
    const { id } = await add(user);
    expect((await createPasskeyOptions(viewerOf(user))).excludeCredentials).toMatchObject([{ id }]);
    const row = { userId: user.id, credentialId: id, name: "Chrome on Linux", signCount: 0, lastUsedAt: null };
    expect(allRows(passkeys)).toMatchObject([{ transports: "internal,hybrid" }]);
    expect(allRows(passkeys)).toMatchObject([row]);
    expect((await deliveredTo("ada@example.com")).map(({ subject }) => subject)).toEqual(["A passkey was added"]);
  });

  test.each<[string, Ceremony]>([
    ["another origin", { origin: "https://evil.example", rpId: new URL(origin).hostname }],
    ["another site’s name", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no verification of the user", { isVerified: false }],
    ["a certificate’s format", { format: "apple" }],
    ["endless transports", { transports: ["x".repeat(21)] }],
  ])("is refused with %s", async (_what, ceremony) => {
    await expect(add(makeUser(), newAuthenticator(), ceremony)).rejects.toThrow(REFUSED);
    expect(allRows(passkeys)).toEqual([]);
  });

  test("is refused for nonsense, a known key and an eleventh", async () => {
    const user = makeUser();
    for (const text of ["", "null", "[]", "{}", '{"id":"a","response":{}}', '{"id":1,"response":null}'])
      await expect(addPasskey(viewerOf(user), text, [], "")).rejects.toThrow(REFUSED);
    const authenticator = await add(user);
    await expect(add(makeUser(), authenticator)).rejects.toThrow("already has a passkey");
    for (let more = 1; more < 10; more += 1) await add(user);
    const full = expect.objectContaining({ code: "conflict", message: expect.stringContaining("at most 10 passkeys") });
    await expect(createPasskeyOptions(viewerOf(user))).rejects.toThrow(full);
    const { text, challenges } = issue("late");
    const late = newAuthenticator().create({ challenge: text, origin });
    await expect(addPasskey(viewerOf(user), late, challenges, "")).rejects.toThrow(full);
    expect(allRows(passkeys)).toHaveLength(10);
  });
});

test("a challenge adds one passkey, also with two answers at once", async () => {
  const user = makeUser();
  const { text, challenges } = issue("once");
  const answers = [newAuthenticator(), newAuthenticator()].map((authenticator) =>
    addPasskey(viewerOf(user), authenticator.create({ challenge: text, origin }), challenges, CHROME),
  );
  const outcomes = (await Promise.allSettled(answers)).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(["fulfilled", "rejected"]);
  expect(allRows(passkeys)).toHaveLength(1);
  await add(user);
});

describe("a login", () => {
  test("is of the key’s owner, each challenge once", async () => {
    const user = makeUser();
    const authenticator = await add(user);
    const { answer, challenges } = await answerOf(user, authenticator);
    expect(await logInWithPasskey(answer, challenges)).toBe(user.id);
    expect(allRows(passkeys)).toMatchObject([{ lastUsedAt: now() }]);
    // The counter stays 0, so only the challenge can tell.
    await expect(logInWithPasskey(answer, challenges)).rejects.toThrow(REFUSED);
    expect(await logIn(user, authenticator)).toBe(user.id);
    await expect(logInWithPasskey(answer, challenges)).rejects.toThrow(REFUSED);
  });

  test.each<[string, Assertion]>([
    ["another origin", { origin: "https://evil.example", rpId: new URL(origin).hostname }],
    ["another site’s name", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no verification of the user", { isVerified: false }],
    ["another user’s handle", { userId: 4711 }],
    ["no handle", { userId: "" }],
  ])("is refused with %s", async (_what, ceremony) => {
    const user = makeUser();
    await expect(logIn(user, await add(user), ceremony)).rejects.toThrow(REFUSED);
    expect(allRows(passkeys)).toMatchObject([{ lastUsedAt: null }]);
  });

  test("is refused with another key’s signature, an unknown or removed key, and nonsense", async () => {
    const [user, otherUser] = [makeUser(), makeUser()];
    const [authenticator, otherAuthenticator] = [await add(user), await add(otherUser)];
    const { answer, challenges } = await answerOf(user, otherAuthenticator);
    const disguised = JSON.stringify({ ...JSON.parse(answer), id: authenticator.id, rawId: authenticator.id });
    await expect(logInWithPasskey(disguised, challenges)).rejects.toThrow(REFUSED);
    await expect(logIn(user, newAuthenticator())).rejects.toThrow(REFUSED);
    for (const text of ["", "null", "{}", `{"id":"${authenticator.id}","response":{}}`])
      await expect(logInWithPasskey(text, challenges)).rejects.toThrow(REFUSED);
    const [row] = allRows(passkeys);
    removeRow(passkeys, row!.id);
    await expect(logIn(user, authenticator)).rejects.toThrow(REFUSED);
  });

  test("is refused with a counter that goes back or stays; the key stays", async () => {
    const user = makeUser();
    const authenticator = await add(user, undefined, { count: 5 });
    expect(await logIn(user, authenticator, { count: 6 })).toBe(user.id);
    const message = expect.stringContaining("Someone may have copied this passkey");
    const copied = expect.objectContaining({ code: "invalid", why: "counter", userId: user.id, message });
    for (const count of [6, 5, 0]) await expect(logIn(user, authenticator, { count })).rejects.toThrow(copied);
    expect(allRows(passkeys)).toMatchObject([{ signCount: 6 }]);
    expect(await logIn(user, authenticator, { count: 7 })).toBe(user.id);
  });

  test("is refused to a deactivated account", async () => {
    const user = makeUser();
    const authenticator = await add(user);
    setActive(user, false);
    const deactivated = { code: "forbidden", message: "This account has been deactivated." };
    await expect(logIn(user, authenticator)).rejects.toThrow(expect.objectContaining(deactivated));
  });
});

describe("a browser’s challenges", () => {
  const callOf = (cookie: string) =>
    ({ request: new Request(origin, { headers: { cookie } }), context: {} }) as RequestArgs;
  const tick = (time: number) => {
    clock += time;
    setClock(() => clock);
  };
  const pairOf = ({ headers }: { headers: { "Set-Cookie": string } }) => headers["Set-Cookie"].split(";")[0]!;

  test("are for their purpose and five minutes, of several pages", async () => {
    const user = makeUser();
    const authenticator = await add(user);
    const login = async (cookie: string, challenge: string) =>
      verifyPasskeyLogin(callOf(cookie), authenticator.get({ challenge, origin, userId: user.id }));
    tick(SECOND);
    const first = await startPasskeyLogin(callOf(""));
    const second = await startPasskeyLogin(callOf(pairOf(first)));
    const third = await startPasskey(callOf(pairOf(second)), viewerOf(user));
    const cookie = pairOf(third);
    await expect(login("", first.options.challenge)).rejects.toThrow(REFUSED);
    await expect(login(`x${cookie}`, first.options.challenge)).rejects.toThrow(REFUSED);
    await expect(login(cookie, third.options.challenge)).rejects.toThrow(REFUSED);
    tick(5 * MINUTE - 1);
    expect(await login(cookie, first.options.challenge)).toBe(user.id);
    await expect(login(cookie, second.options.challenge)).rejects.toThrow(REFUSED);
    const late = await startPasskeyLogin(callOf(""));
    tick(5 * MINUTE);
    await expect(login(pairOf(late), late.options.challenge)).rejects.toThrow(REFUSED);
  });

  test("are for the member who adds", async () => {
    const [user, otherUser] = [makeUser(), makeUser()];
    const { options, headers } = await startPasskey(callOf(""), viewerOf(user));
    const call = callOf(pairOf({ headers }));
    const response = newAuthenticator().create({ challenge: options.challenge, origin });
    await expect(finishPasskey(call, viewerOf(otherUser), response)).rejects.toThrow(REFUSED);
    expect((await finishPasskey(call, viewerOf(user), response))["Set-Cookie"]).toContain("Max-Age=0");
    expect(allRows(passkeys)).toMatchObject([{ userId: user.id }]);
  });
});

describe("later", () => {
  const missing = expect.objectContaining({ code: "not_found", message: "This passkey no longer exists." });
  const last = expect.objectContaining({ code: "conflict", message: expect.stringContaining("only way to log in") });

  test("its owner renames and removes it, nobody else", async () => {
    const user = makeUser({ email: "ada@example.com" });
    const authenticator = await add(user);
    const [{ id } = { id: 0 }] = allRows(passkeys);
    const stranger = viewerOf(makeUser());
    expect(() => renamePasskey(stranger, id, "Mine")).toThrow(missing);
    expect(() => removePasskey(stranger, id)).toThrow(missing);
    renamePasskey(viewerOf(user), id, decode(passkeyNameSchema, { name: " Ada’s  phone " }).name);
    expect(allRows(passkeys)).toMatchObject([{ name: "Ada’s phone" }]);
    expect(() => decode(passkeyNameSchema, { name: " " })).toThrow("Please enter a name.");
    expect(() => decode(passkeyNameSchema, { name: "x".repeat(61) })).toThrow("at most 60 characters");
    removePasskey(viewerOf(user), id);
    expect(() => removePasskey(viewerOf(user), id)).toThrow(missing);
    await expect(logIn(user, authenticator)).rejects.toThrow(REFUSED);
    const mails = (await deliveredTo("ada@example.com")).map(({ subject, text }) => [subject, text]);
    expect(mails.at(-1)).toEqual(["A passkey was removed", expect.stringContaining("A passkey (Ada’s phone)")]);
  });

  test("the only way in stays", async () => {
    const user = makeUser({ passwordHash: NO_PASSWORD });
    await add(user);
    await add(user);
    const [first, second] = allRows(passkeys).map(({ id }) => id);
    removePasskey(viewerOf(user), first!);
    expect(() => removePasskey(viewerOf(user), second!)).toThrow(last);
    expect(allRows(passkeys)).toHaveLength(1);
    // Of a former issuer.
    insertRow(identities, { userId: user.id, issuer: "https://id.example", subject: "ada", createdAt: now() });
    expect(() => removePasskey(viewerOf(user), second!)).toThrow(last);
    changeRow(users, user.id, { passwordHash: "chosen" });
    removePasskey(viewerOf(user), second!);
    await add(user);
    removePasskey(viewerOf(user), allRows(passkeys)[0]!.id);
    expect(allRows(passkeys)).toEqual([]);
  });

  test("without a password an old login must be renewed", async () => {
    const user = makeUser({ passwordHash: NO_PASSWORD });
    const token = startSession(user.id, "");
    await requireReauthentication(viewerOf(user), token);
    const time = now() + HOUR;
    setClock(() => time);
    const message = "You logged in a while ago. Please log out, log in again, and repeat this.";
    await expect(requireReauthentication(viewerOf(user), token, "guess")).rejects.toThrow(
      expect.objectContaining({ code: "forbidden", message, fields: {} }),
    );
  });
});
