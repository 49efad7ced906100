import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { type Browser, browserLike, type PageAnswer } from "../support/browser-like";
import { readMail } from "../support/mail";
import { type Member, signUp } from "../support/members";
import { sharedServer, startServer } from "../support/server";

const server = sharedServer();
const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };
const REFUSAL = "Could not fetch users. Are you an admin?";

let admin: Member;
let member: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  member = await signUp(server(), "Ada Driver");
});

const visitor = () => browserLike(server());
const lastId = () => server().database.prepare("SELECT max(id) FROM tickets").pluck().get() as number;
const ticket = (id: number) => server().database.prepare("SELECT * FROM tickets WHERE id = ?").get(id);

/** Sends a request and says which one it became. */
async function send(browser: Browser, given: Record<string, string> = {}): Promise<number> {
  const sent = await browser.submit("/toolbox", { ...GOOD, ...given });
  expect([sent.status, sent.location]).toEqual([302, "/toolbox?sent"]);
  return lastId();
}

const buttons = ({ page }: PageAnswer, subject: string) =>
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

  test("thanks a visitor, who need not say who is writing", async () => {
    const browser = visitor();
    const sent = await browser.submit("/toolbox", { ...GOOD, name: "", email: "" });
    const { page } = await browser.follow(sent);
    expect(page.notices).toEqual(["Thank you! Your request has been sent to the pit crew."]);
    expect(page.link("Send another request")).toBe("/toolbox");
    expect(ticket(lastId())).toMatchObject({ ...GOOD, name: "", email: "", user_id: null, status: "New" });
  });

  test("mails nothing to an address that a visitor has typed", async () => {
    const id = await send(visitor(), { name: "Vic", email: "vic@example.com" });
    expect(ticket(id)).toMatchObject({ email: "vic@example.com" });
    const queued = server().database.prepare("SELECT count(*) FROM mail_outbox WHERE recipient = 'vic@example.com'");
    expect(queued.pluck().get()).toBe(0);
  });

  test("knows a member, whose own address gets the receipt", async () => {
    const { page } = await member.browser.get("/toolbox");
    expect([page.value("name"), page.value("email")]).toEqual([member.name, member.email]);
    const id = await send(member.browser, { name: member.name, email: member.email });
    expect(ticket(id)).toMatchObject({ user_id: Number(member.id), name: member.name, email: member.email });
    expect((await readMail(server(), member.email, /request no/)).text).toContain("“Upside down”");
  });

  test("keeps what was typed when something is missing", async () => {
    const { status, page } = await visitor().submit("/toolbox", { ...GOOD, subject: " ", email: "no address" });
    expect(status).toBe(400);
    expect(page.fieldError("subject")).toBe("Please fill out all fields.");
    expect(page.fieldError("email")).toBe("Please enter a valid email address.");
    expect(page.value("category")).toBe("Bug Report");
    expect(page.text("textarea")).toBe(GOOD.description);
    expect(page.value("email")).toBe("no address");
    expect(page.alerts[0]).toMatch(/^Please fill out all fields\./);
  });

  test("comes prefilled from a Report link, also when shown again", async () => {
    const path = "/toolbox?category=User+Report&about=/garages/3";
    const browser = visitor();
    const { page } = await browser.get(path);
    expect(page.value("category")).toBe("User Report");
    expect(page.link("/garages/3")).toBe("/garages/3");
    const again = await browser.submit(path, {
      category: "User Report",
      subject: "",
      description: "",
      about: "/garages/3",
    });
    expect(again.page.value("about")).toBe("/garages/3");
    const id = await send(browser, { category: "User Report", about: "/garages/3" });
    expect(ticket(id)).toMatchObject({ category: "User Report", about: "/garages/3" });
  });

  test.each(["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])(
    "does not repeat the address of another site: %s",
    async (about) => {
      const { status, page, body } = await visitor().get(`/toolbox?category=Spam&about=${encodeURIComponent(about)}`);
      expect(status).toBe(200);
      expect([page.value("about"), page.value("category")]).toEqual([undefined, ""]);
      expect(page.links.filter((link) => !link.startsWith("/login?")).join()).not.toContain("evil");
      expect(body).not.toContain(`href="${about}"`);
    },
  );

  test("takes five requests in half an hour, of a client and of an account", async () => {
    const limited = await startServer({ env: { RATE_LIMITS: "on" } });
    try {
      const browser = browserLike(limited);
      // What is refused for its content does not count.
      for (let i = 0; i < 3; i += 1) expect((await browser.submit("/toolbox", {})).status).toBe(400);
      for (let i = 0; i < 4; i += 1) expect((await browser.submit("/toolbox", GOOD)).status).toBe(302);
      expect((await browser.api("POST", "/tickets/submit", GOOD)).status).toBe(201);
      const refused = await browser.submit("/toolbox", GOOD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1_000);
      expect(refused.page.text("textarea")).toBe(GOOD.description);
      expect((await browser.api("POST", "/tickets/submit", GOOD)).status).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe("who may see the inbox", () => {
  test("a visitor is sent home, on every page", async () => {
    const id = await send(visitor());
    for (const path of ["/admin/tickets", `/admin/tickets/${id}`]) {
      const read = await visitor().get(path);
      expect(read.status).toBe(302);
      expect(read.location).toMatch(/^\/(\?|$)/);
      const written = await visitor().submit(path, { ticketId: id, status: "Closed" });
      expect([written.status, written.location]).toEqual([302, "/"]);
    }
    expect(ticket(id)).toMatchObject({ status: "New" });
  });

  test("a member is told so, and changes nothing", async () => {
    const id = await send(member.browser);
    for (const path of ["/admin/tickets", `/admin/tickets/${id}`, "/admin/tickets/999999", "/admin/tickets?sort=x"]) {
      const read = await member.browser.get(path);
      expect([read.status, read.page.heading]).toEqual([403, REFUSAL]);
      const writes: Record<string, string | number>[] = [
        { ticketId: id, status: "Closed" },
        { ticketId: id, status: "x" },
        { intent: "reply", text: "Hi" },
      ];
      for (const fields of writes) {
        const written = await member.browser.submit(path, fields);
        expect([written.status, written.page.heading]).toEqual([403, REFUSAL]);
      }
    }
    expect(ticket(id)).toMatchObject({ status: "New" });
  });

  test("the way there is in an admin's menu only", async () => {
    expect((await admin.browser.get("/about-us")).page.link("Support Inbox")).toBe("/admin/tickets");
    expect((await member.browser.get("/about-us")).page.link("Support Inbox")).toBeUndefined();
    expect((await visitor().get("/about-us")).page.link("Support Inbox")).toBeUndefined();
  });

  test("who is an admin no more is out with the next request", async () => {
    const former = await signUpAdmin(server(), "Otto Former");
    expect((await former.browser.get("/admin/tickets")).status).toBe(200);
    server().database.prepare("UPDATE users SET role = 'user' WHERE id = ?").run(Number(former.id));
    expect((await former.browser.get("/admin/tickets")).status).toBe(403);
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
      return { answer, after: answer.status === 302 ? await admin.browser.follow(answer) : answer };
    };
    const first = await change("In Progress");
    expect(first.answer.location).toBe("/admin/tickets?sort=createdAt&status=&subject=way");
    expect(first.after.page.notices).toContain(`Ticket ${id} is now In Progress.`);
    expect(buttons(first.after, subject)).toEqual(["Close"]);
    expect((await readMail(server(), "way@example.com")).subject).toBe(`Your request no. ${id} is in progress`);
    const second = await change("Closed");
    expect(buttons(second.after, subject)).toEqual([]);
    expect((await readMail(server(), "way@example.com")).subject).toBe(`Your request no. ${id} is closed`);
    const back = await change("New");
    expect(back.answer.status).toBe(409);
    expect((await change("Closed")).answer.status).toBe(302);
    expect((await change("Open")).answer.status).toBe(400);
    expect(ticket(id)).toMatchObject({ status: "Closed" });
  });

  test("a step that another admin has taken meanwhile is told in the row", async () => {
    const subject = "Taken meanwhile";
    const id = await send(visitor(), { subject });
    server().database.prepare("UPDATE tickets SET status = 'In Progress' WHERE id = ?").run(id);
    const answer = await admin.browser.submit("/admin/tickets", {
      intent: "status",
      ticketId: id,
      status: "New",
    });
    expect(answer.status).toBe(409);
    expect(answer.page.alerts).toEqual(["This ticket is In Progress already. It cannot be New again."]);
  });

  test("sorts by its headings, filters by its form, and keeps both from page to page", async () => {
    for (const subject of ["Zebra one", "Zebra two", "Zebra three"]) await send(visitor(), { subject });
    const first = await admin.browser.get("/admin/tickets?subject=zebra&limit=2&category=Bug+Report");
    const subjects = (answer: PageAnswer) => answer.page.texts("tbody th a");
    expect(subjects(first)).toEqual(["Zebra three", "Zebra two"]);
    expect(first.page.root.querySelector("th[aria-sort]")?.getAttribute("aria-sort")).toBe("descending");
    expect([first.page.value("subject"), first.page.value("category")]).toEqual(["zebra", "Bug Report"]);
    const next = await admin.browser.get(first.page.link("Next") ?? "");
    expect(subjects(next)).toEqual(["Zebra one"]);
    const turned = await admin.browser.get(next.page.link(/^Received/) ?? "");
    expect(subjects(turned)).toEqual(["Zebra one", "Zebra two"]);
    expect(turned.page.root.querySelector("th[aria-sort]")?.getAttribute("aria-sort")).toBe("ascending");
    const none = await admin.browser.get("/admin/tickets?subject=zebra&status=Closed");
    expect(none.page.text("main")).toContain("No matching tickets");
    expect((await admin.browser.get("/admin/tickets?status=Open")).status).toBe(400);
  });
});

describe("a ticket's page", () => {
  test("shows who wrote what about what, and where it can go", async () => {
    const id = await send(member.browser, { category: "User Report", about: "/garages/3", subject: "Not theirs" });
    const answer = await admin.browser.get(`/admin/tickets/${id}`);
    expect([answer.status, answer.page.heading]).toEqual([200, "Not theirs"]);
    expect(answer.page.text("main")).toContain(GOOD.description);
    expect(answer.page.text("aside")).toContain("Report a User or Garage");
    expect(answer.page.link("/garages/3")).toBe("/garages/3");
    expect(answer.page.link(member.name)).toBe(`/profile/${member.id}`);
    expect(buttons(answer, "Not theirs")).toEqual(["In Progress", "Close"]);
  });

  test("an answer is mailed, and stands in its history", async () => {
    const id = await send(visitor(), { email: "asks@example.com" });
    const path = `/admin/tickets/${id}`;
    const empty = await admin.browser.submit(path, { intent: "reply", text: " " });
    expect([empty.status, empty.page.alerts]).toEqual([400, ["Please write a reply first."]]);
    const sent = await admin.browser.submit(path, { intent: "reply", text: "Turn the phone." });
    expect(sent.location).toBe(`${path}#history`);
    const { page } = await admin.browser.follow(sent);
    expect(page.notices).toContain("Reply sent.");
    expect(page.text("main ol")).toMatch(/Received .*Grace Gear replied .*Turn the phone\./);
    const mail = await readMail(server(), "asks@example.com", /An answer/);
    expect(mail.text).toContain("Turn the phone.");
    const closed = await admin.browser.submit(path, { intent: "status", ticketId: id, status: "Closed" });
    expect((await admin.browser.follow(closed)).page.text("main ol")).toContain("Grace Gear set it to Closed");
  });

  test("a member finds the answer in the Tool Box too, where the notification leads", async () => {
    const id = await send(member.browser, { subject: "Sideways" });
    await admin.browser.submit(`/admin/tickets/${id}`, { intent: "reply", text: "Turn it back." });
    const own = (browser: Browser) => browser.get("/toolbox").then(({ page }) => page.text(`#request-${id}`));
    expect(await own(member.browser)).toMatch(/^Sideways.*New.*The pit crew answered, .*Turn it back\./);
    for (const other of [visitor(), admin.browser])
      expect((await other.get("/toolbox")).body).not.toContain("Sideways");
  });

  test("one that is not there is not found", async () => {
    for (const id of ["999999", "abc"]) expect((await admin.browser.get(`/admin/tickets/${id}`)).status).toBe(404);
  });
});

describe("when the database lets us down", () => {
  const server = sharedServer();

  test("the texts are the catalogue's, and the fault is logged", async () => {
    const { browser } = await signUpAdmin(server(), "Greta Gear");
    expect((await browser.submit("/toolbox", GOOD)).status).toBe(302);
    const { database } = server();
    const id = Number(database.prepare("SELECT id FROM tickets").pluck().get());
    server().allowFault(/the disk is on fire|no such table/);
    database.exec("CREATE TRIGGER fire BEFORE UPDATE ON tickets BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END");
    const written = await browser.submit("/admin/tickets", { intent: "status", ticketId: id, status: "Closed" });
    expect([written.status, written.page.text("main [role=alert] p")]).toEqual([500, "Failed to update status."]);
    expect(written.body).not.toContain("fire");
    database.exec("ALTER TABLE tickets RENAME TO gone");
    const read = await browser.get("/admin/tickets");
    expect([read.status, read.page.heading]).toEqual([500, "Oops! Something went wrong."]);
    expect(read.page.text("main")).toContain("Could not fetch tickets.");
  });
});
