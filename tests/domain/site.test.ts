import { describe, expect, onTestFinished, test } from "vitest";
import { publicVersion } from "~/db/client.server";
import { siteTexts } from "~/db/schema";
import { type Env, env } from "~/env.server";
import { SESSION_IDLE_MS, SESSION_SECONDS, SIGN_UP_TTL_MS } from "~/features/accounts/limits";
import { ADMINS_ONLY, type Viewer } from "~/features/accounts/policy";
import { INVITE_LIMITS, REFUSED_APPLICATION_TTL_MS } from "~/features/accounts/registration/limits";
import { MONTHS } from "~/features/cases/limits";
import { listAudit } from "~/features/moderation/audit.server";
import { auditQuery } from "~/features/moderation/schema.server";
import { findImageAccess } from "~/features/photos/image-files.server";
import { changeSite, changeSiteAndLogo } from "~/features/site/commands.server";
import { getSiteJson } from "~/features/site/json.server";
import { SITE_LIMITS, SITE_MESSAGES } from "~/features/site/limits";
import { gapsIn, privacyDraft } from "~/features/site/privacy-draft.server";
import { findSiteTextPage, getSiteSettings, listSiteTextVersions, siteManifest } from "~/features/site/queries.server";
import { siteInput, sitePatch } from "~/features/site/schema.server";
import { PICTURE_SECONDS } from "~/http/caching";
import { ATTEMPT_LIMITS, LIMITS } from "~/http/limits/limits.server";
import { COOKIES, cookieLifetime } from "~/http/session/cookies";
import { asJson, decode } from "~/lib/decode";
import { parseImageName } from "~/lib/images";
import { SITE_NAME_REQUIRED } from "~/lib/site";
import { plural } from "~/lib/text";
import { DAY, HOUR, now, SECOND, setClock } from "~/lib/time";
import { BACKUP_MONTHS } from "~/services/backups/repository.server";
import { imageNamesInOrder } from "~/services/images/references.server";
import { sweepImages } from "~/services/images/sweep.server";
import { layoutMail } from "~/services/mail/layout.server";
import { MAIL_RETENTION_MS } from "~/services/mail/worker.server";
import { listTitles, toHtml, toInlineHtml } from "~/services/site/markdown.server";
import { currentAnnouncement, pageVersion, site, siteName } from "~/services/site/site.server";
import { UPLOAD_TTL_MS } from "~/services/uploads/resumable.server";
import { DRAFT_TTL_MS } from "~/ui/drafts/store";
import { PENDING_TTL_MS } from "~/ui/uploads/tray/pending-photos";
import { admin, makeOwner, makeVehicle, moderator } from "../support/make-rows";
import { readsDuring } from "../support/query-plans";
import { fieldErrors, refusalLike } from "../support/refusal";
import { allRows } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs, uploaded } from "../support/uploads";

const changesOf = (viewer: Viewer, action = "site.change") =>
  listAudit(viewer, decode(auditQuery, { action }), { page: 1, limit: 9 }).rows;
const decodeSite = (overrides: object) => decode(siteInput, { name: "Oily Hands", ...overrides });

test("a site without settings is named after the software", () => {
  expect(site()).toMatchObject({ name: "Paddock", line: "Garages and the vehicles in them", texts: [] });
  expect(currentAnnouncement()).toBeUndefined();
});

test("what an admin changes is so at once, public and logged; what stays as it was is neither", () => {
  const viewer = admin();
  const before = publicVersion();
  changeSite(viewer, { name: "Oily Hands" });
  expect([siteName(), publicVersion()]).toEqual(["Oily Hands", before + 1]);
  expect(layoutMail("Hello", ["Text"]).text).toContain("-- \nOily Hands");
  changeSite(viewer, { name: "Oily Hands" });
  expect(publicVersion()).toBe(before + 1);
  const changes = [{ field: "name", before: "Paddock", after: "Oily Hands" }];
  expect(changesOf(viewer)).toMatchObject([{ changes }]);
});

test("is read once, until it changes: a page costs no statement more", () => {
  const reads = () => readsDuring(() => site()).filter((text) => !text.includes("FROM public_changes")).length;
  const viewer = admin();
  reads();
  makeVehicle(makeOwner().garage, {});
  expect(reads()).toBe(0);
  changeSite(viewer, { terms: "Be kind." });
  expect(reads()).toBeGreaterThan(0);
  expect(reads()).toBe(0);
});

test("admins alone see and change it", () => {
  const forbidden = refusalLike("forbidden", ADMINS_ONLY);
  expect(() => changeSite(moderator(), { name: "Mine" })).toThrow(forbidden);
  expect(() => getSiteSettings(moderator())).toThrow(forbidden);
  expect(() => listSiteTextVersions(moderator(), "terms")).toThrow(forbidden);
});

test("the name of the environment wins and cannot be changed, and all else can", () => {
  const viewer = admin();
  changeSite(viewer, { name: "Oily Hands" });
  env().SITE_NAME = "The Shed";
  onTestFinished(() => void (env().SITE_NAME = undefined));
  expect(getSiteSettings(viewer)).toMatchObject({ name: "The Shed", locked: ["name"] });
  expect(() => changeSite(viewer, { name: "Other" })).toThrow(refusalLike("conflict", SITE_MESSAGES.nameLocked));
  changeSite(viewer, { name: "The Shed", line: "Tools" });
  expect(getSiteSettings(viewer).line).toBe("Tools");
});

test("the accent colour: is readable, in six digits, or none; others are refused with a message", () => {
  const values = ["#0B5FA5", " #0b5fa5 ", "", undefined].map((accent) => decodeSite({ accent }).accent);
  expect(values).toEqual(["#0b5fa5", "#0b5fa5", "", ""]);
  const accentErrors = (accent: string) => [accent, fieldErrors(() => decodeSite({ accent })).accent];
  for (const pale of ["#ffd400", "#ffffff", "#777777", "#e8590c"])
    expect(accentErrors(pale)).toEqual([pale, [SITE_MESSAGES.paleAccent]]);
  for (const invalidColour of ["red", "#fff", "#12345", "#0b5fa5;}", "url(#12345)", "0b5fa5"])
    expect(accentErrors(invalidColour)).toEqual([invalidColour, [SITE_MESSAGES.noColour]]);
});

test("the accent colour: is logged, and the colour of buttons in mails", () => {
  const viewer = admin();
  const mail = () => layoutMail("Hello", [{ label: "Go", url: "https://a.example" }]).html;
  expect(mail()).toContain("background:#c2310f");
  changeSite(viewer, { accent: "#0b5fa5" });
  expect(mail()).toContain("background:#0b5fa5");
  expect(site().accentStyle).toContain("--signal:#0b5fa5");
  expect(changesOf(viewer)[0]).toMatchObject({ changes: [{ field: "accent", before: "", after: "#0b5fa5" }] });
});

describe("the logo", () => {
  emptyUploadsForEachTest();

  const storedLogos = async () => (await filesInUploads()).filter((file) => file.startsWith("users/"));

  test("is a square of the sent picture; with another one, or none, its files go", async () => {
    const viewer = admin();
    const before = publicVersion();
    await changeSiteAndLogo(viewer, { line: "Tools" }, await pngs(300));
    const { logo } = site();
    expect(parseImageName(logo ?? "")).toMatchObject({ width: 20, height: 20 });
    expect([site().line, publicVersion()]).toEqual(["Tools", before + 1]);
    expect(getSiteJson(viewer).logo).toBe(`/img/users/${logo}?w=96`);
    expect(await findImageAccess("users", logo ?? "", async () => null)).toBe("public");
    const first = await storedLogos();
    expect(first.length).toBeGreaterThan(0);
    await changeSiteAndLogo(viewer, { name: "Oily Hands" });
    expect(await storedLogos()).toEqual(first);
    await changeSiteAndLogo(viewer, {}, await pngs(200));
    expect((await storedLogos()).some((file) => first.includes(file))).toBe(false);
    for (const { src } of siteManifest().icons) expect(src).toContain((site().logo ?? "").slice(0, 24));
    await changeSiteAndLogo(viewer, { logo: null });
    expect([site().logo, await storedLogos()]).toEqual([null, []]);
    expect(siteManifest().icons).toHaveLength(4);
    expect(changesOf(viewer)[0]).toMatchObject({ changes: [{ field: "logo", after: null }] });
  });

  test("sweeps keep its file", async () => {
    await changeSiteAndLogo(admin(), {}, await pngs(300));
    const files = await storedLogos();
    await sweepImages(now() + 30 * DAY);
    expect(await storedLogos()).toEqual(files);
    expect([...imageNamesInOrder("users")]).toContain(site().logo);
  });

  test("is one picture, sent by an admin; a refused one changes nothing", async () => {
    const viewer = admin();
    const text = uploaded({ filename: "logo.png", bytes: Buffer.from("no picture") });
    await expect(changeSiteAndLogo(viewer, { line: "Tools" }, [text])).rejects.toMatchObject({
      fields: {
        logo: [
          "“logo.png” is not an image we accept. It is damaged, or its format does not match its name. We accept PNG, JPEG or GIF, up to 20 MB.",
        ],
      },
    });
    await expect(changeSiteAndLogo(viewer, { line: "Tools" }, await pngs(20, 30))).rejects.toMatchObject({
      fields: { logo: [SITE_MESSAGES.oneLogo] },
    });
    await expect(changeSiteAndLogo(moderator(), {}, await pngs(20))).rejects.toMatchObject({ code: "forbidden" });
    // A name must not refer to another user's picture.
    expect(fieldErrors(() => decode(sitePatch, asJson({ logo: "a.jpg" })))).toEqual({
      logo: [SITE_MESSAGES.logoIsFile],
    });
    expect(site()).toMatchObject({ logo: null, line: "Garages and the vehicles in them" });
  });
});

describe("texts", () => {
  test("each version is stored; an empty one removes the page; the log contains no text of it", () => {
    const viewer = admin();
    changeSite(viewer, { imprint: "# Who\nAnna" });
    changeSite(viewer, { imprint: "# Who\nAnna" });
    changeSite(viewer, { imprint: "# Who\nBert" });
    expect(site().texts).toEqual(["imprint"]);
    expect(findSiteTextPage("imprint")?.html).toBe("<h2>Who</h2>\n<p>Bert</p>\n");
    changeSite(viewer, { imprint: "" });
    expect([site().texts, findSiteTextPage("imprint")]).toEqual([[], undefined]);
    expect(listSiteTextVersions(viewer, "imprint").map(({ text }) => text)).toEqual(["", "# Who\nBert", "# Who\nAnna"]);
    const rows = changesOf(viewer, "site.imprint");
    expect(JSON.stringify(rows)).not.toMatch(/Anna|Bert/);
    expect(rows).toHaveLength(allRows(siteTexts).length);
  });

  test.each([
    ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"],
    ["[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"],
    ["[x](JaVaScRiPt&#58;alert(1))", "<p>[x](JaVaScRiPt&amp;#58;alert(1))</p>\n"],
    ["[x](data:text/html,hi)", "<p>[x](data:text/html,hi)</p>\n"],
    ['[x](https://a.example "onmouseover")', '<p><a href="https://a.example" title="onmouseover">x</a></p>\n'],
    [
      '[x](https://a.example/"onmouseover=alert(1))',
      '<p><a href="https://a.example/%22onmouseover=alert(1)">x</a></p>\n',
    ],
    ["![x](https://a.example/x.png)", '<p>!<a href="https://a.example/x.png">x</a></p>\n'],
    ["<a href='x'>y</a>", "<p>&lt;a href='x'&gt;y&lt;/a&gt;</p>\n"],
    ["- one\n- **two**", "<ul>\n<li>one</li>\n<li><strong>two</strong></li>\n</ul>\n"],
    ["###### small", "<h6>small</h6>\n"],
  ])("%s is %s", (text, html) => expect(toHtml(text)).toBe(html));

  test.each([
    ["We **move**\n\n[on Sunday](/events/1).", 'We <strong>move</strong> <a href="/events/1">on Sunday</a>.'],
    ["See https://a.example/x.", 'See <a href="https://a.example/x">https://a.example/x</a>.'],
    ["# <b>Big</b> a.example", "# &lt;b&gt;Big&lt;/b&gt; a.example"],
  ])("in an announcement %j is %s", (text, html) => expect(toInlineHtml(text)).toBe(html));

  test.each([
    [
      "1. **Be kind.** No insults.\n2. No *spam*, ever.\n   - not even twice",
      ["Be kind", "No spam, ever", "not even twice"],
    ],
    ["# Rules:\nRead them.\n\n## Be [kind](/about-us)\nNo insults.", ["Rules", "Be kind"]],
    ["- One\n  and its details\n-\n- **Two**", ["One", "Two"]],
    ["Be kind to each other.", []],
  ])("the titles in %j are %j", (text, titles) => expect(listTitles(text)).toEqual(titles));

  test("thousands of brackets and stars take no time", () => {
    const start = performance.now();
    for (const sign of ["[", "*", "_", "> ", "- ", "`"]) toHtml(sign.repeat(20_000 / sign.length));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("the draft of a privacy text", () => {
  const oily = { name: "Oily Hands", contact: "a@oily.example" };
  const cookies = Object.values(COOKIES).map((cookie) => ({ ...cookie, life: cookieLifetime(cookie) }));
  const draftWith = (settings: Partial<Env> = {}, siteInfo = oily) => {
    const before = { ...env() };
    onTestFinished(() => void Object.assign(env(), before));
    Object.assign(env(), settings);
    return privacyDraft(siteInfo, cookies);
  };

  test("lists each cookie, and the contact", () => {
    const html = toHtml(draftWith());
    expect(html).toContain("Oily Hands is run by");
    expect(html).toContain("Write to a@oily.example about your data.");
    for (const { name, purpose, life } of cookies) expect(html).toContain(`<li>${name} ${purpose} (${life})</li>`);
    expect(html).toContain("begin with __Host-;");
  });

  test("is short enough to be saved, and to be read", () => {
    expect(draftWith().length).toBeLessThan(SITE_LIMITS.text / 2);
    expect(draftWith().split("\n").length).toBeLessThanOrEqual(60);
  });

  test("has gaps for what only the operator can fill, which are reported until filled", () => {
    const draft = draftWith({ BACKUP_EVERY: HOUR });
    const all = ["[your name and address]", "[how long you keep the log]", "[your providers]"];
    all.push("[your data protection authority]");
    expect(gapsIn(draft)).toEqual(all);
    expect(draft.match(/\[.*?\]/g)).toEqual(all);
    const log = "[how long you keep the log]";
    expect(gapsIn(draft.replace(log, "14 days"))).not.toContain(log);
    expect(all.reduce((text, gap) => text.replaceAll(gap, "Ann"), draft)).not.toContain("[");
    expect(gapsIn(draftWith({ BACKUP_EVERY: null }, { ...oily, contact: "" }))).toEqual([
      ...["[your name and address]", "[your email address]", "[how long you keep the log]", "[your providers]"],
      ...["[how long you keep backups]", "[your data protection authority]"],
    ]);
  });

  test.each([
    ["", []],
    ["[our host](https://a.example), [sic], [ ], [your own words]", []],
    ["[your providers](https://a.example)", []],
    ["[your providers], [your name and address] and [your providers]", ["[your providers]", "[your name and address]"]],
    ["[[your providers]", ["[your providers]"]],
  ])("of %j the gaps are %j", (text, gaps) => expect(gapsIn(text)).toEqual(gaps));

  test("many brackets take no time", () => {
    const start = performance.now();
    for (const sign of ["[", "[a", "[]"]) expect(gapsIn(sign.repeat(20_000 / sign.length))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("contains the software's retention times", () => {
    const inDays = (ms: number) => plural(ms / DAY, "day");
    const draft = draftWith({ BACKUP_EVERY: HOUR });
    for (const words of [
      `${inDays(SESSION_IDLE_MS)} after its last use, or ${inDays(SESSION_SECONDS * SECOND)} after the login`,
      `not confirmed is deleted after ${inDays(SIGN_UP_TTL_MS)}`,
      `refuse it for ${inDays(REFUSED_APPLICATION_TTL_MS)} more`,
      `outbox for ${inDays(MAIL_RETENTION_MS)}`,
      `deleted within about ${inDays(UPLOAD_TTL_MS)}`,
      `invites you create, for ${inDays(INVITE_LIMITS.days * DAY)}`,
      `kept for up to ${plural(BACKUP_MONTHS, "month")}`,
      `until ${plural(MONTHS, "month")} after the case is closed`,
      `kept in your browser for up to ${inDays(DRAFT_TTL_MS)}, and photos that you choose for ${inDays(PENDING_TTL_MS)}`,
      `networks for up to ${inDays(PICTURE_SECONDS * SECOND)}`,
    ])
      expect(draft).toContain(words);
    const limits = [...Object.values(LIMITS), ...Object.values(ATTEMPT_LIMITS)];
    expect(draft).toContain("as hashes, for a day at most");
    expect(Math.max(...limits.map(({ duration }) => duration * SECOND))).toBeLessThanOrEqual(DAY);
  });

  test("lists the sites from which browsers load content, if any", () => {
    expect(draftWith({ IMAGE_HOSTS: [], MAP_TILE_URL: undefined })).toContain("Nothing is loaded from other sites.");
    const map = { MAP_TILE_URL: "https://tiles.example/{z}/{x}/{y}.png" };
    const draft = draftWith({ IMAGE_HOSTS: ["https://a.example"], ...map });
    expect(draft).toContain("but the map, from tiles.example, and pictures that are stored at a.example.");
  });
});

describe("an announcement", () => {
  test("is there from its beginning to its end", () => {
    const from = now() + HOUR;
    changeSite(admin(), { announcement: "We move.", announcedFrom: from, announcedUntil: from + HOUR });
    const seenAt = (at: number) => {
      setClock(() => at);
      return currentAnnouncement()?.html;
    };
    const times = [from - 1, from, from + HOUR - 1, from + HOUR];
    expect(times.map(seenAt)).toEqual([undefined, "We move.", "We move.", undefined]);
    // Cached pages belong to one version.
    const [before, ...others] = times.map((at) => {
      setClock(() => at);
      return pageVersion();
    });
    expect(others.map((version) => version === before)).toEqual([false, false, true]);
  });

  test("is another one once its text is another, and only then", () => {
    const viewer = admin();
    const start = now();
    setClock(() => start);
    changeSite(viewer, { announcement: "We move." });
    const { id } = currentAnnouncement()!;
    setClock(() => start + 1);
    changeSite(viewer, { announcedUntil: start + HOUR });
    expect(currentAnnouncement()?.id).toBe(id);
    changeSite(viewer, { announcement: "We have moved." });
    expect(currentAnnouncement()?.id).not.toBe(id);
  });

  test("is sent to the API as an object, and in a form by its members or as its text", () => {
    const noon = { text: "We move.", until: "2027-05-01T12:00Z" };
    const fields = { announcement: { text: "We move.", until: Date.UTC(2027, 4, 1, 12) } };
    expect(decode(sitePatch, asJson({ announcement: noon }))).toEqual(fields);
    const members = { "announcement[text]": noon.text, "announcement[until]": noon.until, "line[x]": "y" };
    expect(decode(sitePatch, members)).toEqual(fields);
    expect(decode(sitePatch, { announcement: "We move." })).toEqual({ announcement: { text: "We move." } });
    for (const announcement of ["We move.", 5, []]) {
      const errors = { announcement: [SITE_MESSAGES.noAnnouncement] };
      expect(fieldErrors(() => decode(sitePatch, asJson({ announcement })))).toEqual(errors);
    }
  });

  test("cannot end before it begins; moments without a zone are UTC", () => {
    const at = Date.UTC(2027, 4, 1, 10);
    const read = decodeSite({ from: "2027-05-01T10:00", until: "2027-05-01T12:00+02:00" });
    expect(read).toMatchObject({ from: at, until: at });
    expect(fieldErrors(() => changeSite(admin(), { announcedFrom: at, announcedUntil: at }))).toEqual({
      until: [SITE_MESSAGES.wrongOrder],
    });
  });
});

test("mistakes are reported at their fields", () => {
  const wrong = { name: "", contact: "nobody", from: "tomorrow", until: "2027-13-01T10:00", terms: "x".repeat(20_001) };
  expect(fieldErrors(() => decodeSite(wrong))).toEqual({
    name: [SITE_NAME_REQUIRED],
    contact: ["Please enter a valid email address."],
    from: [SITE_MESSAGES.noMoment],
    until: [SITE_MESSAGES.noMoment],
    terms: ["Terms must be at most 20,000 characters."],
  });
});
