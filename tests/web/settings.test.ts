import { describe, expect, test } from "vitest";
import { type Browser, browserLike } from "../support/browser-like";
import { htmlAsJpeg, photograph, png } from "../support/images";
import { readMail } from "../support/mail";
import { bearerOf, type Member, PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { sharedServer, startServer } from "../support/server";
import { traces } from "../support/traces";
import { openArchive } from "../support/zip";

const server = sharedServer();
const SAFETY_OFF = "Please turn on the safety switch first.";
const SURE = "Are you absolutely sure? This cannot be undone.";

const visitor = () => browserLike(server());
const alive = async (browser: Browser) => (await browser.api("GET", "/users/me")).status === 200;

async function logIn({ email, password }: Member, headers?: Record<string, string>): Promise<Browser> {
  const browser = visitor();
  const { status } = await browser.api("POST", "/users/login", { email, password }, { headers });
  if (status !== 200) throw new Error(`login failed: ${status}`);
  return browser;
}

const buttons = async (browser: Browser) =>
  (await browser.get("/settings")).page.texts("main button").filter((text) => text.startsWith("Delete"));

test("are for people who are logged in", async () => {
  for (const path of [
    "/settings",
    "/settings/notifications",
    "/settings/delete-garage",
    "/settings/delete-account",
    "/settings/export",
  ]) {
    const { status, location } = await visitor().get(path);
    expect([status, location]).toEqual([302, `/?returnTo=${encodeURIComponent(path)}`]);
    const sent = await visitor().submit(path, { safety: "on", intent: "profile", name: "X" });
    expect([302, 405]).toContain(sent.status);
  }
});

describe("the page", () => {
  test("is in the menu, and has seven parts", async () => {
    const member = await signUp(server(), "Ada Driver");
    const { page, status } = await member.browser.get("/settings");
    expect([status, page.title, page.heading]).toEqual([200, "Settings · Paddock", "Settings"]);
    expect(page.texts("header details a")).toEqual(["My Garage", "Settings"]);
    expect(page.texts("main h2")).toEqual([
      "Profile",
      "Notifications",
      "Change password",
      "Second step",
      "Your sessions",
      "Blocked and muted",
      "Your data",
      "Danger zone",
    ]);
    expect(page.value("name")).toBe("Ada Driver");
    expect(page.text("main")).toContain(member.email);
    expect(await buttons(member.browser)).toEqual(["Delete My Account"]);
    const owner = await signUpWithGarage(server());
    expect(await buttons(owner.browser)).toEqual(["Delete My Garage", "Delete My Account"]);
  });

  test("answers a form that is none", async () => {
    const { browser } = await signUp(server());
    for (const intent of ["", "constructor", "nothing"]) {
      expect((await browser.submit("/settings", { intent })).status).toBe(400);
    }
    const wrong = await browser.fetch("/settings/export", { method: "POST", headers: { Origin: server().url } });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the profile", () => {
  test("is saved, with a picture", async () => {
    const { browser, id } = await signUp(server());
    const fields = { intent: "profile", name: "  Ada   Racer ", bio: "One.\r\n\r\nTwo.", location: "Here" };
    const avatar = [{ name: "me.png", bytes: await png() }];
    const saved = await browser.submit("/settings", fields, { avatar });
    expect([saved.status, saved.location]).toEqual([302, "/settings"]);
    const { page } = await browser.follow(saved);
    expect(page.notices).toEqual(["Profile updated successfully!"]);
    const { json } = await visitor().api("GET", `/users/${id}`);
    expect(json.data.user).toMatchObject({ name: "Ada Racer", bio: "One.\n\nTwo.", location: "Here" });
    const shown = page.root.querySelector("main img")?.getAttribute("src") ?? "";
    expect(shown).toContain(json.data.user.avatar);
    expect((await visitor().fetch(shown)).status).toBe(200);
    const again = await browser.submit("/settings", fields, { avatar });
    expect(again.status).toBe(302);
    expect((await visitor().fetch(shown)).status).toBe(404);
  });

  test("comes back with what was typed where something is wrong, in its own form only", async () => {
    const { browser } = await signUp(server());
    const bad = [{ name: "bad.jpg", bytes: htmlAsJpeg() }];
    const noName = await browser.submit("/settings", { intent: "profile", name: " ", bio: "Typed." }, {});
    expect([noName.status, noName.page.text("#profile-field-name-error")]).toEqual([400, "Please enter your name."]);
    expect(noName.page.text("textarea")).toBe("Typed.");
    expect(noName.page.alerts).toHaveLength(1);
    const noImage = await browser.submit("/settings", { intent: "profile", name: "Ada" }, { avatar: bad });
    expect([noImage.status, noImage.page.text("#profile-field-avatar-error")]).toEqual([
      400,
      expect.stringContaining("bad.jpg"),
    ]);
  });
});

describe("the password", () => {
  const CHANGE = {
    intent: "password",
    passwordCurrent: PASSWORD,
    password: "brand new one",
    passwordConfirm: "brand new one",
  };

  test("a change ends every other session, cookie and bearer, and keeps this browser in", async () => {
    const member = await signUp(server());
    const [elsewhere, token] = [await logIn(member), await bearerOf(server(), member)];
    const before = member.browser.cookies.get("paddock_session");
    const changed = await member.browser.submit("/settings", CHANGE);
    expect([changed.status, changed.location]).toEqual([302, "/settings"]);
    expect((await member.browser.follow(changed)).page.notices).toEqual([
      "Your password has been changed. You are logged out everywhere else.",
    ]);
    expect(member.browser.cookies.get("paddock_session")).not.toBe(before);
    expect(await alive(member.browser)).toBe(true);
    expect(await alive(elsewhere)).toBe(false);
    expect((await visitor().api("GET", "/users/me", undefined, { token })).status).toBe(401);
    const dead = visitor();
    dead.cookies.set("paddock_session", before!);
    expect(await alive(dead)).toBe(false);
    expect((await readMail(server(), member.email, /was changed/)).subject).toBe("Your password was changed");
    expect(await alive(await logIn({ ...member, password: CHANGE.password }))).toBe(true);
  });

  test("a wrong current one is told at its field, and is no way out of the page", async () => {
    const member = await signUp(server());
    const { status, page, body } = await member.browser.submit("/settings", {
      ...CHANGE,
      passwordCurrent: "wrong one",
    });
    expect([status, page.text("#password-field-passwordCurrent-error")]).toEqual([
      400,
      "Your current password is not correct.",
    ]);
    expect(body).not.toContain("wrong one");
    expect(await alive(member.browser)).toBe(true);
    const twice = await member.browser.submit("/settings", { ...CHANGE, passwordConfirm: "another one" });
    expect([twice.status, twice.page.text("#password-field-passwordConfirm-error")]).toEqual([
      400,
      "New passwords do not match!",
    ]);
    expect(await alive(await logIn(member))).toBe(true);
  });
});

describe("sessions", () => {
  test("are listed, and end where one says so", async () => {
    const member = await signUp(server());
    const phone = await logIn(member, { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Safari/604" });
    const { page } = await member.browser.get("/settings");
    const rows = page.texts("main li");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain("This one");
    expect(rows[1]).toMatch(/Safari on iPhone.*Log out there/);
    const ended = await member.browser.submit("/settings", {
      intent: "end-session",
      sessionId: page.value("sessionId")!,
    });
    expect((await member.browser.follow(ended)).page.notices).toEqual(["Logged out there."]);
    expect([await alive(phone), await alive(member.browser)]).toEqual([false, true]);
    const { location } = await phone.get("/settings");
    expect(location).toBe("/?returnTo=%2Fsettings");
  });

  test("of other people are out of reach", async () => {
    const [member, victim] = [await signUp(server(), "Mallory Mean"), await signUp(server(), "Vic Tim")];
    const theirs = server()
      .database.prepare("SELECT id FROM sessions WHERE user_id = ?")
      .pluck()
      .get(Number(victim.id));
    await member.browser.submit("/settings", { intent: "end-session", sessionId: String(theirs) });
    expect(await alive(victim.browser)).toBe(true);
    for (const sessionId of ["0", "x", ""]) {
      expect((await member.browser.submit("/settings", { intent: "end-session", sessionId })).status).toBe(404);
    }
  });

  test("can all be ended but this one", async () => {
    const member = await signUp(server());
    const others = [await logIn(member), await logIn(member)];
    await member.browser.submit("/settings", { intent: "end-others" });
    expect(await Promise.all([member.browser, ...others].map(alive))).toEqual([true, false, false]);
  });
});

describe("the download", () => {
  test("is one's own data, as an archive", async () => {
    const owner = await signUpWithGarage(server(), "Eve Export");
    const photos = [{ name: "a.jpg", bytes: await photograph() }];
    await owner.browser.submit("/vehicles/new", { make: "Saab", model: "96", year: 1968 }, { photos });
    const { page } = await owner.browser.get("/settings");
    const response = await owner.browser.fetch(page.link("Download my data (.zip)")!);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringMatching(/^attachment; filename="paddock-eve-export-[\d-]+\.zip"$/),
      "cache-control": "private, no-store",
    });
    const archive = openArchive(new Uint8Array(await response.arrayBuffer()));
    expect(archive.names).toEqual([
      "index.html",
      "data.json",
      expect.stringMatching(/^photos\/1968-saab-96-\d+\/01.jpg$/),
    ]);
    const data = JSON.parse(archive.text("data.json"));
    expect(data.account).toMatchObject({ id: owner.id, email: owner.email });
    const shown = await visitor().fetch(`/img/photos/${data.vehicles[0].photos[0].image.name}`);
    expect(Buffer.compare(archive.bytes(archive.names[2]!), Buffer.from(await shown.arrayBuffer()))).toBe(0);
    const head = await owner.browser.fetch("/settings/export", { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/zip"]);
  });

  test("waits for who takes it slowly, and ends with who has gone", async () => {
    const owner = await signUpWithGarage(server(), "Sam Slow");
    const bytes = await photograph({ width: 1600, height: 1100 });
    const photos = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.jpg`, bytes }));
    await owner.browser.submit("/vehicles/new", { make: "Saab", model: "96", year: 1968 }, { photos });
    const gone = new AbortController();
    const response = await owner.browser.fetch("/settings/export", { signal: gone.signal });
    await response.body!.getReader().read();
    gone.abort();
    const whole = await owner.browser.fetch("/settings/export");
    expect(openArchive(new Uint8Array(await whole.arrayBuffer())).names).toHaveLength(7);
  });

  test("is made five times in half an hour", async () => {
    const limited = await startServer({ env: { RATE_LIMITS: "on" } });
    try {
      const { browser } = await signUp(limited);
      const answers = [];
      for (let at = 0; at < 6; at += 1) answers.push((await browser.get("/settings/export")).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
      const refused = await browser.get("/settings/export");
      expect(refused.body).toMatch(/^You are doing that too often\. Please try again in \d+ minutes\.$/);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});

describe("the danger zone, without script", () => {
  test("asks for the switch, then for the second step, then for the switch again", async () => {
    const { browser } = await signUpWithGarage(server());
    for (const leave of ["garage", "account"]) {
      const off = await browser.submit("/settings", { intent: "leave", leave });
      expect([off.status, off.page.text("#danger-leave-field-safety-error")]).toEqual([400, SAFETY_OFF]);
      const on = await browser.submit("/settings", { intent: "leave", leave, safety: "on" });
      expect([on.status, on.location]).toEqual([302, `/settings/delete-${leave}?safety=on`]);
      const second = await browser.follow(on);
      expect(second.page.heading).toBe(SURE);
      expect(second.page.root.querySelector("main input[type=hidden][name=safety]")?.getAttribute("value")).toBe("on");
      const direct = await browser.get(`/settings/delete-${leave}`);
      expect(direct.page.root.querySelector("main input[type=checkbox][name=safety]")).not.toBeNull();
      const refused = await browser.submit(`/settings/delete-${leave}`);
      expect([refused.status, refused.page.alerts]).toEqual([400, [SAFETY_OFF]]);
    }
    expect(await alive(browser)).toBe(true);
    expect((await browser.submit("/settings", { intent: "leave", leave: "else", safety: "on" })).status).toBe(400);
  });

  test("the garage goes, the account may open another", async () => {
    const owner = await signUpWithGarage(server(), "Gus Garage");
    const gone = await owner.browser.submit("/settings/delete-garage", { safety: "on" });
    expect([gone.status, gone.location]).toEqual([302, "/settings"]);
    const { page } = await owner.browser.follow(gone);
    expect(page.notices).toEqual(["Your garage has been deleted. You can open a new one whenever you like."]);
    expect((await visitor().get(`/garages/${owner.garageId}`)).status).toBe(404);
    expect(await buttons(owner.browser)).toEqual(["Delete My Account"]);
    expect((await owner.browser.get("/settings/delete-garage?safety=on")).location).toBe("/settings");
    expect((await owner.browser.submit("/settings/delete-garage", { safety: "on" })).status).toBe(404);
    expect((await owner.browser.get("/profile")).location).toBe("/onboarding");
    const again = await owner.browser.submit("/onboarding", { garageName: "Second", location: "Here" }, {});
    expect(again.location).toMatch(/^\/garages\/\d+$/);
  });

  test("the account goes without a trace: no row, no file, no session", async () => {
    const stayer = await signUpWithGarage(server(), "Stan Stay");
    const parked = await stayer.browser.api("POST", "/vehicles", { make: "Saab", model: "96", year: 1968 });
    const vehicle = parked.json.data.doc._id;
    const before = traces(server());
    const leaver = await signUpWithGarage(server(), "Lea Leaver");
    const phone = await logIn(leaver);
    const token = await bearerOf(server(), leaver);
    await leaver.browser.submit(
      "/settings",
      { intent: "profile", name: "Lea" },
      {
        avatar: [{ name: "me.png", bytes: await png() }],
      },
    );
    const photos = [{ name: "a.jpg", bytes: await photograph() }];
    const own = await leaver.browser.submit("/vehicles/new", { make: "Fiat", model: "500", year: 1968 }, { photos });
    for (const [browser, path] of [
      [leaver.browser, `/vehicles/${vehicle}`],
      [stayer.browser, own.location],
    ] as const) {
      await browser.api("PATCH", `${path}/like`);
      expect((await browser.api("POST", `${path}/comments`, { text: "Lovely." })).status).toBe(201);
    }
    await leaver.browser.api("POST", `/users/follow/${stayer.id}`);
    await stayer.browser.api("POST", `/users/follow/${leaver.id}`);
    await leaver.browser.api("POST", `/garages/${stayer.garageId}/reviews`, { rating: 1, review: "Bye." });
    await stayer.browser.api("POST", `/garages/${leaver.garageId}/reviews`, { rating: 5, review: "Stay!" });

    const gone = await leaver.browser.submit("/settings/delete-account", { safety: "on" });
    expect([gone.status, gone.location, gone.headers.get("clear-site-data")]).toEqual([302, "/", '"storage"']);
    expect(leaver.browser.cookies.has("paddock_session")).toBe(false);
    const { page } = await leaver.browser.follow(gone);
    expect(page.notices.join()).toContain("Your account has been deleted.");
    expect(page.link("Log in")).toBeDefined();
    expect(traces(server(), leaver.email)).toEqual(before);
    expect(await alive(phone)).toBe(false);
    expect((await visitor().api("GET", "/users/me", undefined, { token })).status).toBe(401);
    for (const path of [own.location, `/garages/${leaver.garageId}`]) {
      expect((await visitor().get(path)).status).toBe(404);
    }
    const { json } = await visitor().api("GET", `/vehicles/${vehicle}`);
    expect(json.data.doc).toMatchObject({ likes: [], likeCount: 0, commentCount: 0 });
    expect((await visitor().api("POST", "/users/login", leaver)).status).toBe(401);
  });

  test("the last admin stays", async () => {
    const alone = await startServer();
    try {
      const admin = await signUp(alone);
      alone.database.prepare("UPDATE users SET role = 'admin'").run();
      const refused = await admin.browser.submit("/settings/delete-account", { safety: "on" });
      expect([refused.status, refused.page.alerts]).toEqual([
        409,
        [expect.stringContaining("You are the last admin.")],
      ]);
      const call = await admin.browser.api("DELETE", "/users/deleteMe");
      expect([call.status, call.json.message]).toEqual([409, refused.page.alerts[0]]);
      expect((await admin.browser.get("/settings")).status).toBe(200);
    } finally {
      await alone.stop();
    }
  });
});
