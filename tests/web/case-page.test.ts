import { beforeEach, expect, onTestFinished, test } from "vitest";
import { RULES } from "~/features/cases/limits";
import type { Member } from "../support/members";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = await sharedServer();

let admin: Member;
beforeEach(async () => {
  admin = await server.signUpAdmin();
});

/** About Mia's comment, the second of three. */
async function reportedComment() {
  const { vehicleId, otherMember, member } = await makeCrowd(server);
  const say = (author: Member, text: string) => {
    const row = { vehicle_id: Number(vehicleId), user_id: Number(author.id), text, created_at: Date.now() };
    return server.insert("comments", row);
  };
  say(otherMember, "What a colour.");
  const commentId = say(member, "You fool.");
  say(otherMember, "Please be nice.");
  const about = `/comments/${commentId}`;
  const report = { about, reason: "harassment", text: "This is about me.", goodFaith: "on" };
  await otherMember.browser.submit("/report", report);
  const id = server.value("SELECT id FROM cases WHERE about = ?", about);
  return { path: `/moderation/cases/${id}`, vehicleId };
}

test("a reported comment stands in its conversation, marked, below a link to the vehicle", async () => {
  const { path, vehicleId } = await reportedComment();
  const { page } = await admin.browser.get(path);
  expect(page.link("1967 Lotus Elan")).toBe(`/vehicles/${vehicleId}`);
  const comments = page.texts('section[aria-labelledby="thread"] li');
  const marked = page.texts('section[aria-labelledby="thread"] li[aria-current]');
  expect(comments.map((text) => /What a colour|You fool|Please be nice/.exec(text)?.[0])).toEqual([
    ...["What a colour", "You fool", "Please be nice"],
  ]);
  expect(marked).toEqual([expect.stringMatching(/^Mia Member, .*Reported.*You fool\./)]);
});

test("the evidence comes before the decision, whose fields all are in the form", async () => {
  const { path } = await reportedComment();
  const { page } = await admin.browser.get(path);
  const headings = page.texts("main h2");
  expect(headings).toEqual([
    ...["1 report", "As it was when first reported", "As it is now", "The conversation", "The member", "Staff notes"],
    "Decision",
  ]);
  const names = page.attributes(".decision-form [name]", "name").filter((name) => name !== "once");
  expect(names).toEqual(["intent", "measure", "rule", "facts", "days", "hideAll"]);
});

test("a case about no comment, or a deleted one, has no conversation", async () => {
  const { path } = await reportedComment();
  server.run("DELETE FROM comments WHERE text = 'You fool.'");
  const { page } = await admin.browser.get(path);
  expect(page.texts("main h2")).not.toContain("The conversation");
  expect(page.text('section[aria-labelledby="now"]')).toContain("It has been deleted.");
});

test("the decision offers the built-in rules, or the operator's", async () => {
  const { path } = await reportedComment();
  const offered = async () => {
    const { page } = await admin.browser.get(path);
    expect(page.attribute('[name="rule"]', "list")).toBe("site-rules");
    return page.attributes("#site-rules option", "value");
  };
  expect(await offered()).toEqual(RULES.map(([title]) => title));
  const set = (rules: string) => admin.browser.api("PATCH", "/admin/site", { rules }, { files: {} });
  onTestFinished(async () => void (await set("")));
  await set(`1. **Only cars that run.** No wrecks.\n2. ${"x".repeat(300)}`);
  const [first, second = ""] = await offered();
  expect([first, second.length]).toEqual(["Only cars that run", 199]);
  const facts = "Your car has not run for twenty years.";
  await admin.browser.submit(path, { intent: "decide", measure: "warn", rule: second, facts });
  expect((await admin.browser.get(path)).page.text("main")).toContain("Warning, by");
});
