import { describe, expect, onTestFinished, test } from "vitest";
import { publicVersion } from "~/db/client.server";
import { siteTexts } from "~/db/schema";
import { env } from "~/env.server";
import { ADMINS_ONLY } from "~/features/accounts/policy";
import { listAudit } from "~/features/moderation/audit.server";
import { auditQuery } from "~/features/moderation/schema.server";
import { findImageAccess } from "~/features/photos/image-files.server";
import { changeSite, changeSiteAndLogo } from "~/features/site/commands.server";
import { getSiteJson } from "~/features/site/json.server";
import { SITE_MESSAGES } from "~/features/site/limits";
import { toHtml } from "~/features/site/markdown.server";
import { privacyDraft } from "~/features/site/privacy-draft.server";
import { findSiteTextPage, getSiteSettings, listSiteTextVersions, siteManifest } from "~/features/site/queries.server";
import { siteInput, sitePatch } from "~/features/site/schema.server";
import { asJson, decode } from "~/lib/decode";
import { parseImageName } from "~/lib/images";
import { SITE_NAME_REQUIRED } from "~/lib/site";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { imageNamesInOrder } from "~/services/images/references.server";
import { sweepImages } from "~/services/images/sweep.server";
import { layoutMail } from "~/services/mail/layout.server";
import { currentAnnouncement, site, siteName } from "~/services/site/site.server";
import { admin, makeOwner, makeVehicle, moderator } from "../support/people";
import { readsDuring } from "../support/query-plans";
import { fieldsRefused, refusal } from "../support/refusal";
import { allRows } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs, uploaded } from "../support/uploads";

const typed = (given: object) => decode(siteInput, { name: "Oily Hands", ...given });

test("a site whose operator has said nothing is called as the software", () => {
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
  const logged = listAudit(viewer, decode(auditQuery, { action: "site.change" }), { page: 1, limit: 9 }).rows;
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({ changes: [{ field: "name", before: "Paddock", after: "Oily Hands" }] });
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
  expect(refusal(() => changeSite(moderator(), { name: "Mine" }))).toMatchObject({
    code: "forbidden",
    message: ADMINS_ONLY,
  });
  expect(refusal(() => getSiteSettings(moderator()))).toMatchObject({ code: "forbidden", message: ADMINS_ONLY });
  expect(refusal(() => listSiteTextVersions(moderator(), "terms"))).toMatchObject({
    code: "forbidden",
    message: ADMINS_ONLY,
  });
});

test("the name of the environment wins and cannot be changed, and all else can", () => {
  const viewer = admin();
  changeSite(viewer, { name: "Oily Hands" });
  env().SITE_NAME = "The Shed";
  onTestFinished(() => void (env().SITE_NAME = undefined));
  expect(getSiteSettings(viewer)).toMatchObject({ name: "The Shed", locked: ["name"] });
  expect(refusal(() => changeSite(viewer, { name: "Other" }))).toMatchObject({
    code: "conflict",
    message: SITE_MESSAGES.nameLocked,
  });
  changeSite(viewer, { name: "The Shed", line: "Tools" });
  expect(getSiteSettings(viewer).line).toBe("Tools");
});

describe("the accent colour", () => {
  test("is a readable one in six digits, or none; anything else is refused in words", () => {
    const given = ["#0B5FA5", " #0b5fa5 ", "", undefined].map((accent) => typed({ accent }).accent);
    expect(given).toEqual(["#0b5fa5", "#0b5fa5", "", ""]);
    for (const accent of ["#ffd400", "#ffffff", "#777777", "#e8590c"]) {
      expect(
        fieldsRefused(() => typed({ accent })),
        accent,
      ).toEqual({ accent: [SITE_MESSAGES.paleAccent] });
    }
    for (const accent of ["red", "#fff", "#12345", "#0b5fa5;}", "url(#12345)", "0b5fa5"]) {
      expect(
        fieldsRefused(() => typed({ accent })),
        accent,
      ).toEqual({ accent: [SITE_MESSAGES.noColour] });
    }
  });

  test("is logged, and the colour of buttons in mails", () => {
    const viewer = admin();
    const mail = () => layoutMail("Hello", [{ label: "Go", url: "https://a.example" }]).html;
    expect(mail()).toContain("background:#c2310f");
    changeSite(viewer, { accent: "#0b5fa5" });
    expect(mail()).toContain("background:#0b5fa5");
    expect(site().accentStyle).toContain("--signal:#0b5fa5");
    const logged = listAudit(viewer, decode(auditQuery, { action: "site.change" }), { page: 1, limit: 9 }).rows;
    expect(logged[0]).toMatchObject({ changes: [{ field: "accent", before: "", after: "#0b5fa5" }] });
  });
});

describe("the logo", () => {
  emptyUploadsForEachTest();

  const stored = async () => (await filesInUploads()).filter((file) => file.startsWith("users/"));

  test("is a square of the sent picture; with another one, or none, its files go", async () => {
    const viewer = admin();
    const before = publicVersion();
    await changeSiteAndLogo(viewer, { line: "Tools" }, await pngs(300));
    const { logo } = site();
    expect(parseImageName(logo ?? "")).toMatchObject({ width: 20, height: 20 });
    expect([site().line, publicVersion()]).toEqual(["Tools", before + 1]);
    expect(getSiteJson(viewer).logo).toBe(`/img/users/${logo}?w=96`);
    expect(await findImageAccess("users", logo ?? "", async () => null)).toBe("public");
    const first = await stored();
    expect(first.length).toBeGreaterThan(0);
    await changeSiteAndLogo(viewer, { name: "Oily Hands" });
    expect(await stored()).toEqual(first);
    await changeSiteAndLogo(viewer, {}, await pngs(200));
    expect((await stored()).some((file) => first.includes(file))).toBe(false);
    for (const { src } of siteManifest().icons) expect(src).toContain((site().logo ?? "").slice(0, 24));
    await changeSiteAndLogo(viewer, { logo: null });
    expect([site().logo, await stored()]).toEqual([null, []]);
    expect(siteManifest().icons).toHaveLength(4);
    const { rows } = listAudit(viewer, decode(auditQuery, { action: "site.change" }), { page: 1, limit: 9 });
    expect(rows[0]).toMatchObject({ changes: [{ field: "logo", after: null }] });
  });

  test("stays a file that is in use, whatever is swept", async () => {
    await changeSiteAndLogo(admin(), {}, await pngs(300));
    const files = await stored();
    await sweepImages(now() + 30 * DAY);
    expect(await stored()).toEqual(files);
    expect([...imageNamesInOrder("users")]).toContain(site().logo);
  });

  test("is one, and a picture, sent by an admin; where it is refused nothing changes", async () => {
    const viewer = admin();
    const text = uploaded({ filename: "logo.png", bytes: Buffer.from("no picture") });
    await expect(changeSiteAndLogo(viewer, { line: "Tools" }, [text])).rejects.toMatchObject({
      fields: { logo: ["“logo.png” is not an image we accept. It is damaged, or not what its name says."] },
    });
    await expect(changeSiteAndLogo(viewer, { line: "Tools" }, await pngs(20, 30))).rejects.toMatchObject({
      fields: { logo: [SITE_MESSAGES.oneLogo] },
    });
    await expect(changeSiteAndLogo(moderator(), {}, await pngs(20))).rejects.toMatchObject({ code: "forbidden" });
    // Whoever sends a name instead of a file must not point at another's picture.
    expect(fieldsRefused(() => decode(sitePatch, asJson({ logo: "a.jpg" })))).toEqual({
      logo: [SITE_MESSAGES.logoIsFile],
    });
    expect(site()).toMatchObject({ logo: null, line: "Garages and the vehicles in them" });
  });
});

describe("texts", () => {
  test("each version is kept; an empty one takes the page away; the log has no words of it", () => {
    const viewer = admin();
    changeSite(viewer, { imprint: "# Who\nAnna" });
    changeSite(viewer, { imprint: "# Who\nAnna" });
    changeSite(viewer, { imprint: "# Who\nBert" });
    expect(site().texts).toEqual(["imprint"]);
    expect(findSiteTextPage("imprint")?.html).toBe("<h2>Who</h2>\n<p>Bert</p>\n");
    changeSite(viewer, { imprint: "" });
    expect([site().texts, findSiteTextPage("imprint")]).toEqual([[], undefined]);
    expect(listSiteTextVersions(viewer, "imprint").map(({ text }) => text)).toEqual(["", "# Who\nBert", "# Who\nAnna"]);
    const { rows } = listAudit(viewer, decode(auditQuery, { action: "site.imprint" }), { page: 1, limit: 9 });
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
  ])("%s is %s", (text, html) => {
    expect(toHtml(text)).toBe(html);
  });

  test("thousands of brackets and stars take no time", () => {
    const start = performance.now();
    for (const sign of ["[", "*", "_", "> ", "- ", "`"]) toHtml(sign.repeat(20_000 / sign.length));
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("the draft names each cookie, and who is asked", () => {
    const draft = privacyDraft({ name: "Oily Hands", contact: "a@oily.example" }, [
      { name: "paddock_session", purpose: "keeps you logged in", life: "90 days" },
    ]);
    expect(draft).toContain("Oily Hands is run by");
    expect(toHtml(draft)).toContain("<li>paddock_session keeps you logged in (90 days)</li>");
    expect(toHtml(draft)).toContain("Write to a@oily.example about your data.");
  });
});

describe("an announcement", () => {
  test("is there from its beginning to its end", () => {
    const from = now() + HOUR;
    changeSite(admin(), { announcement: "We move.", announcedFrom: from, announcedUntil: from + HOUR });
    const seenAt = (at: number) => {
      setClock(() => at);
      return currentAnnouncement()?.text;
    };
    const times = [from - 1, from, from + HOUR - 1, from + HOUR];
    expect(times.map(seenAt)).toEqual([undefined, "We move.", "We move.", undefined]);
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

  test("cannot end before it begins; moments without a zone are UTC", () => {
    expect(typed({ from: "2027-05-01T10:00", until: "2027-05-01T12:00+02:00" })).toMatchObject({
      from: Date.UTC(2027, 4, 1, 10),
      until: Date.UTC(2027, 4, 1, 10),
    });
    const at = Date.UTC(2027, 4, 1, 10);
    expect(fieldsRefused(() => changeSite(admin(), { announcedFrom: at, announcedUntil: at }))).toEqual({
      until: [SITE_MESSAGES.wrongOrder],
    });
  });
});

test("what is wrong is said at each field", () => {
  const wrong = { name: "", contact: "nobody", from: "tomorrow", until: "2027-13-01T10:00", terms: "x".repeat(20_001) };
  expect(fieldsRefused(() => typed(wrong))).toEqual({
    name: [SITE_NAME_REQUIRED],
    contact: ["Please enter a valid email address."],
    from: [SITE_MESSAGES.noMoment],
    until: [SITE_MESSAGES.noMoment],
    terms: ["Terms must be at most 20,000 characters."],
  });
});
