import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { auditLog, mailOutbox, tickets, users } from "~/db/schema";
import { env } from "~/env.server";
import { ADMINS_ONLY } from "~/features/accounts/policy";
import { changeSettings } from "~/features/notifications/settings/queries.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { isSitePath, TICKET_CATEGORIES, TICKET_STATUSES } from "~/features/tickets/limits";
import { ticketMails } from "~/features/tickets/mails.server";
import { getTicket, listOwnTickets, listTickets } from "~/features/tickets/queries.server";
import { type TicketQuery, ticketInput, ticketQuery } from "~/features/tickets/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { refusal } from "../support/refusal";
import { allRows, changeRow, removeRow } from "../support/rows";

const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };
const FIRST_PAGE = { page: 1, limit: 50 };

const admin = () => viewerOf(makeAdmin({ name: "Grace" }));
const submit = (overrides: Record<string, string> = {}, viewer: ReturnType<typeof viewerOf> | null = null) =>
  submitTicket(viewer, decode(ticketInput, { ...GOOD, ...overrides })).id;
const ask = (overrides: Record<string, string> = {}): TicketQuery => decode(ticketQuery, overrides);
const outbox = () => allRows(mailOutbox);
const logRows = () => allRows(auditLog);

const delivered = (address: string) => deliveredTo(address, ticketMails);

describe("what a request has to have", () => {
  const wrong = (overrides: object) => refusal(() => decode(ticketInput, { ...GOOD, ...overrides })).fields;

  test.each(["category", "subject", "description"])("%s: missing, empty or blank", (field) => {
    const { [field as keyof typeof GOOD]: _, ...rest } = GOOD;
    for (const values of [rest, { ...rest, [field]: "" }, { ...rest, [field]: " \n " }, { ...rest, [field]: null }]) {
      const fields = { [field]: [expect.stringMatching(new RegExp(`^Please (choose|enter) a ${field}.$`))] };
      const { code, message, fields: fieldErrors } = refusal(() => decode(ticketInput, values));
      expect([code, message, fieldErrors]).toEqual(["invalid", "Please fill out all fields.", fields]);
    }
    expect(refusal(() => decode(ticketInput, {})).fields).toHaveProperty(field);
  });

  test("exactly the categories, by their values", () => {
    for (const [category] of TICKET_CATEGORIES)
      expect(decode(ticketInput, { ...GOOD, category }).category).toBe(category);
    for (const category of ["Report a User or Garage", "bug report", "Spam"])
      expect(wrong({ category })).toHaveProperty("category");
  });

  test("lengths are exact to the character; a given address must be valid", () => {
    const long = { subject: "s".repeat(150), description: "d".repeat(5_000) };
    expect(decode(ticketInput, { ...GOOD, ...long })).toMatchObject(long);
    for (const [field, value] of Object.entries(long))
      expect(Object.keys(wrong({ [field]: `${value}x` }))).toEqual([field]);
    expect(decode(ticketInput, { ...GOOD, email: " Ada@Example.com " }).email).toBe("ada@example.com");
    expect(decode(ticketInput, { ...GOOD, email: "" }).email).toBe("");
    for (const email of ["ada", "ada@", "a@b.c\nBcc: x@example.com", "a b@example.com"])
      expect(wrong({ email })).toEqual({ email: ["Please enter a valid email address."] });
  });

  test("what is reported is a page of this site", () => {
    for (const path of ["/garages/3", "/vehicles/1?x=1#comment-2"]) expect(isSitePath(path)).toBe(true);
    const others = ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/a b", ""];
    for (const path of others) expect(isSitePath(path)).toBe(false);
    expect(wrong({ about: "//evil.example" })).toHaveProperty("about");
    expect(wrong({ about: "/garages//3" })).toHaveProperty("about");
    expect(decode(ticketInput, { ...GOOD, about: "/search?q=//a" })).toHaveProperty("about", "/search?q=//a");
  });
});

describe("a request", () => {
  test("of a visitor without an address is stored with its replies, and no mail is sent", () => {
    const id = submit();
    const nobody = { name: "", email: "", about: "", userId: null };
    const fresh = { ...GOOD, ...nobody, status: "New", next: ["In Progress", "Closed"], events: [] };
    expect(getTicket(admin(), id)).toMatchObject(fresh);
    expect(replyToTicket(admin(), id, "Thank you.")).toEqual({ mailed: false });
    expect(getTicket(admin(), id).events).toHaveLength(1);
    expect(outbox()).toEqual([]);
  });

  test("of a visitor with an address mails nothing until an admin acts, and then nothing that was typed: it may be a stranger's", async () => {
    const id = submit({ name: "Buy now", email: "stranger@example.com", subject: "Cheap pills" });
    expect(outbox()).toEqual([]);
    changeTicketStatus(admin(), id, "In Progress");
    const [mail] = await delivered("stranger@example.com");
    expect(mail?.subject).toBe(`Your request no. ${id} is in progress`);
    expect(mail?.text).toContain("about “Bug Report”");
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/Buy now|Cheap pills|heads/);
    expect(mail?.links).toEqual([`${env().APP_URL ?? "http://localhost:3000"}/toolbox`]);
  });

  test("of a member is replied to at the account's address, and the receipt names the subject", async () => {
    const ada = makeUser({ name: "Ada", email: "ada@example.com" });
    const id = submit({}, viewerOf(ada));
    expect(getTicket(admin(), id)).toMatchObject({ name: "Ada", email: "ada@example.com", userId: ada.id });
    const [mail] = await delivered("ada@example.com");
    expect(mail?.text).toContain("“Upside down”");
    expect(mail?.text).toContain("We will email this address");
  });

  test("of a member with another form of the address is replied to as at their own", async () => {
    const viewer = viewerOf(makeUser({ email: "ada@bücher.example" }));
    submit({ email: "ada@xn--bcher-kva.example" }, viewer);
    const [receipt] = await delivered("ada@xn--bcher-kva.example");
    expect(receipt?.text).toContain("“Upside down”");
  });

  test("of a member without mail is replied to in the Tool Box, as the receipt says", async () => {
    const ada = makeUser({ email: "ada@example.com" });
    changeSettings(ada.id, { settings: { ticket: { mail: "off" } } });
    const id = submit({}, viewerOf(ada));
    const [mail] = await delivered("ada@example.com");
    expect(mail?.text).toContain("read our answer there");
    expect(mail?.text).not.toContain("We will email this address");
    replyToTicket(admin(), id, "Turn the phone.");
    const ownTickets = listOwnTickets(viewerOf(ada));
    expect(ownTickets).toMatchObject([
      { id, subject: "Upside down", status: "New", replies: [{ text: "Turn the phone." }] },
    ]);
    expect(await delivered("ada@example.com")).toHaveLength(1);
  });

  test("is listed for its sender only, newest first", () => {
    const [ada, bob] = [makeUser(), makeUser()];
    const ids = [submit({}, viewerOf(ada)), submit({}, viewerOf(bob)), submit(), submit({}, viewerOf(ada))];
    replyToTicket(admin(), ids[3]!, "One.");
    replyToTicket(admin(), ids[3]!, "Two.");
    const viewer = viewerOf(ada);
    expect(listOwnTickets(viewer)).toMatchObject([
      { id: ids[3], replies: [{ text: "One." }, { text: "Two." }] },
      { id: ids[0], replies: [] },
    ]);
  });

  test("of a member who changed or emptied the address uses the submitted one", () => {
    const viewer = viewerOf(makeUser({ email: "ada@example.com" }));
    expect(getTicket(admin(), submit({ email: "other@example.com" }, viewer)).email).toBe("other@example.com");
    expect(getTicket(admin(), submit({ email: "", name: "" }, viewer))).toMatchObject({ email: "", name: "" });
    expect(outbox()).toEqual([]);
  });
});

describe("the state of a ticket", () => {
  const MOVES = ["New to In Progress", "New to Closed", "In Progress to Closed"];
  const steps = TICKET_STATUSES.flatMap((from) =>
    TICKET_STATUSES.map((to) => {
      const result = from === to ? "stays" : MOVES.includes(`${from} to ${to}`) ? "moves" : "conflict";
      return [from, to, result] as const;
    }),
  );

  test.each(steps)("%s to %s: %s", (from, to, result) => {
    const grace = admin();
    const id = submit({ email: "ada@example.com" });
    changeRow(tickets, id, { status: from as "New" });
    db().delete(mailOutbox).run();
    const change = () => changeTicketStatus(grace, id, to as "New");
    if (result === "conflict") expect(refusal(change).code).toBe("conflict");
    else change();
    const hasMoved = result === "moves";
    expect(getTicket(grace, id).status).toBe(hasMoved ? to : from);
    expect(outbox().map(({ recipient }) => recipient)).toEqual(hasMoved ? ["ada@example.com"] : []);
    const act = { actorId: grace.id, actorName: "Grace", action: "ticket.status", subjectType: "ticket" };
    const step = { ...act, subjectId: String(id), before: { status: from }, after: { status: to } };
    expect(logRows()).toMatchObject(hasMoved ? [step] : []);
    expect(logRows()).toHaveLength(hasMoved ? 1 : 0);
  });

  test("each change is mailed to the submitter, in order", async () => {
    const grace = admin();
    const id = submit({}, viewerOf(makeUser({ email: "ada@example.com" })));
    changeTicketStatus(grace, id, "In Progress");
    changeTicketStatus(grace, id, "Closed");
    const mails = await delivered("ada@example.com");
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `We have your request no. ${id}`,
      `Your request no. ${id} is closed`,
      `Your request no. ${id} is in progress`,
    ]);
  });
});

test("a reply is stored with the ticket, mailed and logged; the log contains no text of it", async () => {
  const grace = admin();
  const id = submit({ email: "ada@example.com" });
  expect(replyToTicket(grace, id, "Turn the phone.\n\nThen try again.")).toEqual({ mailed: true });
  changeTicketStatus(grace, id, "Closed");
  expect(getTicket(grace, id).events).toMatchObject([
    { kind: "reply", who: "Grace", text: "Turn the phone.\n\nThen try again." },
    { kind: "status", who: "Grace", before: "New", after: "Closed" },
  ]);
  const mail = (await delivered("ada@example.com")).find(({ subject }) => subject.startsWith("An answer"));
  expect(mail?.text).toContain("Turn the phone.\n\nThen try again.");
  expect(mail?.html).toContain('<p dir="auto">Turn the phone.</p>');
  expect(logRows().map(({ action }) => action)).toEqual(["ticket.reply", "ticket.status"]);
  expect(JSON.stringify(logRows())).not.toContain("phone");
});

test("only admins read, change or reply to tickets; a missing one is not found", () => {
  const id = submit();
  const member = viewerOf(makeUser());
  const actions = [
    () => listTickets(member, ask(), FIRST_PAGE),
    () => getTicket(member, id),
    () => changeTicketStatus(member, id, "Closed"),
    () => replyToTicket(member, id, "Hello"),
    () => getTicket(member, 999),
  ];
  for (const act of actions) {
    const { code, message } = refusal(act);
    expect([code, message]).toEqual(["forbidden", ADMINS_ONLY]);
  }
  expect(logRows()).toEqual([]);
  const grace = admin();
  for (const act of [getTicket, changeTicketStatus, replyToTicket] as ((...args: unknown[]) => unknown)[])
    expect(refusal(() => act(grace, 99, "Closed")).code).toBe("not_found");
});

test("a deleted account leaves its tickets without name, address and pending mail; an admin's leaves the replies", async () => {
  const grace = admin();
  const ada = makeUser({ name: "Ada", email: "ada@example.com" });
  const id = submit({ name: "Ada L.", email: "other@example.com" }, viewerOf(ada));
  const visitors = submit({ name: "Bob", email: "bob@example.com" });
  removeRow(users, ada.id);
  const nobody = { name: "Deleted member", email: "", userId: null, subject: "Upside down" };
  expect(getTicket(grace, id)).toMatchObject(nobody);
  expect(getTicket(grace, visitors)).toMatchObject({ name: "Bob", email: "bob@example.com" });
  changeTicketStatus(grace, id, "Closed");
  changeTicketStatus(grace, visitors, "Closed");
  expect(await delivered("other@example.com")).toEqual([]);
  expect(outbox().map(({ recipient }) => recipient)).toEqual(["bob@example.com"]);
  const otherAdmin = makeAdmin({ name: "Otto" });
  const ticketId = submit();
  replyToTicket(viewerOf(otherAdmin), ticketId, "Thank you.");
  removeRow(users, otherAdmin.id);
  expect(getTicket(grace, ticketId).events).toMatchObject([
    { kind: "reply", who: "Deleted member", text: "Thank you." },
  ]);
});

describe("the inbox", () => {
  function fill() {
    const rows: [subject: string, category: string, status: (typeof TICKET_STATUSES)[number]][] = [
      ["Ölwechsel", "General Question", "Closed"],
      ["Photos upside down", "Bug Report", "New"],
      ["100% wrong_photo", "User Report", "In Progress"],
      ["A map, please", "Feature Suggestion", "New"],
    ];
    rows.forEach(([subject, category, status], index) => {
      setClock(() => 1_000 * (index + 1));
      const id = submit({ subject, category });
      changeRow(tickets, id, { status });
    });
    setClock();
  }
  const subjects = (overrides: Record<string, string> = {}, page = FIRST_PAGE) =>
    listTickets(admin(), ask(overrides), page).rows.map(({ subject }) => subject[0]);

  test("is sorted by age and state; filtered by state, category and words of the subject; paged", () => {
    fill();
    expect(subjects()).toEqual(["A", "1", "P", "Ö"]);
    expect(subjects({ sort: "createdAt" })).toEqual(["Ö", "P", "1", "A"]);
    expect(subjects({ sort: "status" })).toEqual(["A", "P", "1", "Ö"]);
    expect(subjects({ status: "New" })).toEqual(["A", "P"]);
    expect(subjects({ status: "New", category: "Bug Report" })).toEqual(["P"]);
    expect(subjects({ subject: "PHOTO" })).toEqual(["1", "P"]);
    expect(subjects({ status: "", category: "", subject: "  " })).toHaveLength(4);
    expect(subjects({}, { page: 2, limit: 3 })).toEqual(["Ö"]);
    expect(listTickets(admin(), ask({ status: "New" }), { page: 1, limit: 1 })).toMatchObject({ total: 2, page: 1 });
  });

  test.each(["status=Open", "category=Spam", "sort=subject", `subject=${"x".repeat(101)}`])("%s is refused", (input) =>
    expect(refusal(() => ask(Object.fromEntries(new URLSearchParams(input)))).code).toBe("invalid"),
  );
});
