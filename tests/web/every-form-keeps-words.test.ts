import type { HTMLElement } from "node-html-parser";
import { expect, test } from "vitest";
import { isSecretField, SAVED_FORM_ANCHOR } from "~/lib/forms";
import { DAY } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { ANSWERED, pathOf } from "../permissions/cases";
import { insertInto } from "../permissions/insert";
import { MATRIX } from "../permissions/matrix";
import { cookieOf } from "../permissions/send";
import { type Person, World } from "../permissions/world";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const PEOPLE: readonly Person[] = ["owner", "member", "admin"];
const WORDS = "Kept words.";

async function ask(token: string, path: string, body?: URLSearchParams) {
  const headers = { Accept: "text/html", Cookie: await cookieOf(token), ...(body && { Origin: server.url }) };
  const init = body ? { method: "POST", body } : {};
  const answer = await fetch(server.url + path, { ...init, headers, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location") ?? "", html: await answer.text() };
}

/** The fields of a form, also those that stand elsewhere on its page. */
function fieldsOf(page: HtmlPage, form: HTMLElement): HTMLElement[] {
  const id = form.getAttribute("id");
  const inside = form.querySelectorAll("[name]:not([form])");
  return id ? [...inside, ...page.root.querySelectorAll(`[name][form="${id}"]`)] : inside;
}

/** Somebody's own words go into it. */
function isText(field: HTMLElement): boolean {
  if (isSecretField(field.getAttribute("name") ?? "")) return false;
  return (
    field.tagName === "TEXTAREA" || (field.tagName === "INPUT" && /^(text)?$/.test(field.getAttribute("type") ?? ""))
  );
}

const textOf = (field: HTMLElement) =>
  field.tagName === "TEXTAREA" ? field.text.replace(/^\n/, "") : field.getAttribute("value");

/** The page's forms with somebody's words in them, by which form it is. */
function formsOf(html: string) {
  const page = new HtmlPage(html);
  return page.root.querySelectorAll("main form[method=post]").flatMap((form) => {
    const fields = fieldsOf(page, form);
    const texts = fields.filter(isText);
    const hidden = fields.filter((field) => field.getAttribute("type") === "hidden");
    const values = (of: HTMLElement[], value?: string) =>
      of.map((field): [string, string] => [field.getAttribute("name")!, value ?? field.getAttribute("value") ?? ""]);
    const intent = hidden.find((field) => field.getAttribute("name") === "intent")?.getAttribute("value") ?? "";
    const sent = new URLSearchParams([...values(hidden), ...values(texts, WORDS)]);
    return texts.length > 0 ? [{ intent, sent, texts: texts.map(textOf) }] : [];
  });
}

// The permission matrix has every page, so that a new form is looked at as soon as its page is there.
test("every form for words keeps them for somebody whose session has run out, and shows them again", async () => {
  const { database } = server;
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const runOut = database.prepare("UPDATE sessions SET expires_at = 1 WHERE user_id = ?");
  const pages = MATRIX.filter(({ kind, verb, route }) => kind === "page" && verb === "GET" && route !== "*");
  const seen = new Set<string>();
  const lost: string[] = [];
  for (const row of pages) {
    for (const person of PEOPLE) {
      if (row.answers[ANSWERED.indexOf(person)] !== 200) continue;
      const world = new World(site, person);
      for (const make of [world.photo, world.entryPhoto]) make.call(world, "owner");
      const [path, token] = [pathOf(row, world), world.sessionToken!];
      const page = await ask(token, path);
      for (const { intent, sent } of formsOf(page.html)) {
        const name = `${row.route} ${intent}`.trim();
        if (seen.has(name)) continue;
        seen.add(name);
        runOut.run(world.actorId);
        const { location } = await ask(token, path, sent);
        const later = newToken();
        world.session(world.actorId, later, DAY);
        // What visitors may send too is taken from them, or comes back to the page.
        if (!location.startsWith("/?")) continue;
        const isKept = new URLSearchParams(location.slice(2)).get("returnTo") === `${path}#${SAVED_FORM_ANCHOR}`;
        const again = formsOf((await ask(later, path)).html).find((form) => form.intent === intent);
        if (!isKept || !again?.texts.every((text) => text === WORDS))
          lost.push(`${name}: ${location}, ${again?.texts}`);
      }
    }
  }
  expect(lost).toEqual([]);
  expect(seen.size).toBeGreaterThan(25);
}, 60_000);
