import { describe, expect, test } from "vitest";
import type { Browser, PageResponse } from "../support/browser-like";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;
const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };

const admin = await server.signUpAdmin();
const member = await server.signUp("Ada Driver");

const lastId = () => server.value("SELECT max(id) FROM tickets") as number;
const ticket = (id: number) => server.row("SELECT * FROM tickets WHERE id = ?", id);

/** @returns its id */
async function send(browser: Browser, overrides: Record<string, string> = {}): Promise<number> {
  const response = await browser.submit("/toolbox", { ...GOOD, ...overrides });
  expect([response.status, response.location]).toEqual([302, "/toolbox?sent"]);
  return lastId();
}

const buttons = ({ page }: PageResponse, subject: string) =>
  page.root
    .querySelectorAll("main button[name=status]")
    .filter((button) => button.getAttribute("aria-label")?.endsWith(`: ${subject}`))
    .map((button) => button.text);

describe("the Tool Box", () => {
  test("is in the footer, and on the site map", async () => {
    const { page } = await visitor().get("/sitemap");
    expect(page.root.querySelector("footer")?.text).toContain("Tool Box");
    expect(page.links.filter((link) => link === "/toolbox")).toHaveLength(2);
  });

  test("offers a visitor five categories and an empty form", async () => {
    const { status, page } = await visitor().get("/toolbox");
    expect([status, page.heading, page.title]).toEqual([200, "Tool Box", "Tool Box · Paddock"]);
    expect(page.texts("main option")).toEqual([
      "Please choose",
      "General Question",
      "Bug Report",
      "Feature Suggestion",
      "Report a User or Garage",
      "Account Issue",
    ]);
    expect(page.fields).toEqual(["category", "subject", "description", "name", "email"]);
    expect([page.value("name"), page.value("email")]).toEqual(["", ""]);
  });

  test("thanks a visitor, who may be anonymous", async () => {
    const browser = visitor();
    const { page } = await browser.follow(await browser.submit("/toolbox", { ...GOOD, name: "", email: "" }));
    expect(page.notices).toEqual(["Thank you! Your request has been sent to the pit crew."]);
    expect(page.link("Send another request")).toBe("/toolbox");
    expect(ticket(lastId())).toMatchObject({ ...GOOD, name: "", email: "", user_id: null, status: "New" });
  });

  test("recognises a member, whose own address gets the receipt", async () => {
    const { page } = await member.browser.get("/toolbox");
    expect([page.value("name"), page.value("email")]).toEqual([member.name, member.email]);
    const id = await send(member.browser, { name: member.name, email: member.email });
    expect(ticket(id)).toMatchObject({ user_id: Number(member.id), name: member.name, email: member.email });
    expect((await server.readMail(member.email, /request no/)).text).toContain("“Upside down”");
  });

  test("comes prefilled from a Report link, also when shown again", async () => {
    const path = "/toolbox?category=User+Report&about=/garages/3";
    const browser = visitor();
    const { page } = await browser.get(path);
    expect([page.value("category"), page.link("/garages/3")]).toEqual(["User Report", "/garages/3"]);
    const report = { category: "User Report", about: "/garages/3" };
    expect((await browser.submit(path, { ...report, subject: "", description: "" })).page.value("about")).toBe(
      report.about,
    );
    expect(ticket(await send(browser, report))).toMatchObject(report);
  });

  test.each(["//evil.example", "javascript:alert(1)"])("does not repeat another site's address: %s", async (path) => {
    const { status, page, body } = await visitor().get(`/toolbox?category=Spam&about=${encodeURIComponent(path)}`);
    expect([status, page.value("about"), page.value("category")]).toEqual([200, undefined, ""]);
    expect(page.links.filter((link) => !link.startsWith("/login?")).join()).not.toContain("evil");
    expect(body).not.toContain(`href="${path}"`);
  });
});

describe("the inbox", () => {
  test("is a plain table: a caption, headings, each row with what can be done", async () => {
    await send(visitor(), { subject: "A fresh one", name: "Vic" });
    const answer = await admin.browser.get("/admin/tickets");
    const { page } = answer;
    expect([answer.status, page.title, page.heading]).toEqual([200, "Support Inbox · Paddock", "Support Inbox"]);
    expect(page.text("caption")).toMatch(/^\d+ tickets?$/);
    expect(page.texts("thead th").map((text) => text.replace(/\W+$/, ""))).toEqual([
      "Subject",
      "From",
      "Received",
      "Status",
      "Actions",
    ]);
    expect(page.text("tbody tr th")).toContain("A fresh one");
    expect(page.text("tbody tr")).toContain("Vic");
    expect(buttons(answer, "A fresh one")).toEqual(["In Progress", "Close"]);
  });

  test("offers each state the next ones only", async () => {
    const subject = "A ticket's way";
    const id = await send(visitor(), { subject, email: "way@example.com" });
    const change = async (status: string) => {
      const path = "/admin/tickets?sort=createdAt&status=&subject=way";
      const answer = await admin.browser.submit(path, { intent: "status", ticketId: id, status });
      return { answer, after: await admin.browser.follow(answer) };
    };
    const first = await change("In Progress");
    expect(first.answer.location).toBe("/admin/tickets?sort=createdAt&status=&subject=way");
    expect(first.after.page.notices).toContain(`Ticket ${id} is now In Progress.`);
    expect(buttons(first.after, subject)).toEqual(["Close"]);
    expect((await server.readMail("way@example.com")).subject).toBe(`Your request no. ${id} is in progress`);
    expect(buttons((await change("Closed")).after, subject)).toEqual([]);
    expect((await server.readMail("way@example.com")).subject).toBe(`Your request no. ${id} is closed`);
    expect(ticket(id)).toMatchObject({ status: "Closed" });
  });

  test("sorts by its headings, filters by its form, and keeps both from page to page", async () => {
    for (const subject of ["Zebra one", "Zebra two", "Zebra three"]) await send(visitor(), { subject });
    const first = await admin.browser.get("/admin/tickets?subject=zebra&limit=2&category=Bug+Report");
    const subjects = (answer: PageResponse) => answer.page.texts("tbody th a");
    expect(subjects(first)).toEqual(["Zebra three", "Zebra two"]);
    expect(first.page.attribute("th[aria-sort]", "aria-sort")).toBe("descending");
    expect([first.page.value("subject"), first.page.value("category")]).toEqual(["zebra", "Bug Report"]);
    const next = await admin.browser.get(first.page.link("Next") ?? "");
    expect(subjects(next)).toEqual(["Zebra one"]);
    const sortedPage = await admin.browser.get(next.page.link(/^Received/) ?? "");
    expect(subjects(sortedPage)).toEqual(["Zebra one", "Zebra two"]);
    expect(sortedPage.page.attribute("th[aria-sort]", "aria-sort")).toBe("ascending");
    const emptyPage = await admin.browser.get("/admin/tickets?subject=zebra&status=Closed");
    expect(emptyPage.page.text("main")).toContain("No matching tickets");
    expect((await admin.browser.get("/admin/tickets?status=Open")).status).toBe(400);
  });
});

describe("a ticket's page", () => {
  test("shows authors, texts and subjects, and the next steps", async () => {
    const id = await send(member.browser, { category: "User Report", about: "/garages/3", subject: "Not theirs" });
    const answer = await admin.browser.get(`/admin/tickets/${id}`);
    expect([answer.status, answer.page.heading]).toEqual([200, "Not theirs"]);
    expect(answer.page.text("main")).toContain(GOOD.description);
    expect(answer.page.text("aside")).toContain("Report a User or Garage");
    expect(answer.page.link("/garages/3")).toBe("/garages/3");
    expect(answer.page.link(member.name)).toBe(`/profile/${member.id}`);
    expect(buttons(answer, "Not theirs")).toEqual(["In Progress", "Close"]);
  });

  test("a mail link contains the address only, whatever its text", async () => {
    const id = await send(visitor(), { email: "a&b?bcc=everybody%40rival.example@example.com" });
    const { page } = await admin.browser.get(`/admin/tickets/${id}`);
    expect(page.links.filter((link) => link.startsWith("mailto:"))).toEqual([
      "mailto:a%26b%3Fbcc%3Deverybody%2540rival.example@example.com",
    ]);
  });

  test("a reply is mailed, and listed in the history", async () => {
    const id = await send(visitor(), { email: "asks@example.com" });
    const path = `/admin/tickets/${id}`;
    const response = await admin.browser.submit(path, { intent: "reply", text: "Turn the phone." });
    expect(response.location).toBe(`${path}#history`);
    const { page } = await admin.browser.follow(response);
    expect(page.notices).toContain("Reply sent.");
    expect(page.text("main ol")).toMatch(/Received .*Grace Gear replied .*Turn the phone\./);
    expect((await server.readMail("asks@example.com", /An answer/)).text).toContain("Turn the phone.");
    const closed = await admin.browser.submit(path, { intent: "status", ticketId: id, status: "Closed" });
    expect((await admin.browser.follow(closed)).page.text("main ol")).toContain("Grace Gear set it to Closed");
  });

  test("a member finds the reply in the Tool Box too, through the notification", async () => {
    const id = await send(member.browser, { subject: "Sideways" });
    await admin.browser.submit(`/admin/tickets/${id}`, { intent: "reply", text: "Turn it back." });
    const requestText = (browser: Browser) => browser.get("/toolbox").then(({ page }) => page.text(`#request-${id}`));
    expect(await requestText(member.browser)).toMatch(/^Sideways.*New.*The pit crew answered, .*Turn it back\./);
    for (const otherBrowser of [visitor(), admin.browser])
      expect((await otherBrowser.get("/toolbox")).body).not.toContain("Sideways");
  });
});

test("when the database lets us down, the texts are the catalogue's, and the fault is logged", async () => {
  const { browser } = admin;
  const id = await send(visitor());
  const { database } = server;
  server.allowFault(/the disk is on fire|no such table/);
  database.exec("CREATE TRIGGER fire BEFORE UPDATE ON tickets BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END");
  const response = await browser.submit("/admin/tickets", { intent: "status", ticketId: id, status: "Closed" });
  expect([response.status, response.page.text("main [role=alert] p")]).toEqual([500, "Failed to update status."]);
  expect(response.body).not.toContain("fire");
  database.exec("ALTER TABLE tickets RENAME TO gone");
  const read = await browser.get("/admin/tickets");
  expect([read.status, read.page.heading]).toEqual([500, "Oops! Something went wrong."]);
  expect(read.page.text("main")).toContain("Could not fetch tickets.");
  database.exec("ALTER TABLE gone RENAME TO tickets; DROP TRIGGER fire");
});
