import { cookieOf } from "../permissions/send";
import type { World } from "../permissions/world";
import { eventually } from "../support/eventually";
import type { TestServer } from "../support/launch";
import { listMails } from "../support/mail";
import { openArchive } from "../support/zip";

/** The HTML page of each data export. */
export async function takeExports({ url }: TestServer, scribes: readonly World[]): Promise<string[]> {
  const pages: string[] = [];
  for (const { sessionToken } of scribes) {
    const answer = await fetch(`${url}/settings/export`, { headers: { Cookie: await cookieOf(sessionToken!, url) } });
    if (answer.status !== 200) throw new Error(`the archive answers ${answer.status}: ${await answer.text()}`);
    pages.push(openArchive(new Uint8Array(await answer.arrayBuffer())).text("index.html"));
  }
  return pages;
}

/**
 * Mails with user text: an admin rejects each event and replies to each ticket.
 * @returns their HTML
 */
export async function sendMails(
  server: TestServer,
  scribes: readonly World[],
  texts: readonly string[],
  admin: string,
): Promise<string[]> {
  const { database, url } = server;
  const headers = { Cookie: await cookieOf(admin, url), Origin: url, "Sec-Fetch-Site": "same-origin" };
  for (const [index, { ownerId: user, ticketId: ticket, pendingEventId: pending }] of scribes.entries()) {
    // Can receive mail.
    const email = `scribe${index}@example.com`;
    database.prepare("UPDATE users SET email = ? WHERE id = ?").run(email, user);
    database.prepare("UPDATE tickets SET email = ? WHERE id = ?").run(email, ticket);
    const text = texts[index]!.toWellFormed().slice(0, 500);
    const forms: [string, Record<string, string>][] = [
      [`/admin/events/${pending}/reject`, { reason: text }],
      [`/admin/tickets/${ticket}`, { intent: "reply", text }],
    ];
    for (const [address, fields] of forms) {
      const body = new URLSearchParams(fields);
      const answer = await fetch(url + address, { method: "POST", headers, body, redirect: "manual" });
      if (answer.status !== 302) throw new Error(`${address} answers ${answer.status}`);
    }
  }
  const pendingCount = database
    .prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND last_error IS NULL")
    .pluck();
  if (!(await eventually(() => pendingCount.get() === 0, 60))) throw new Error("the mails are not sent");
  return (await listMails(server)).map(({ html }) => html);
}
