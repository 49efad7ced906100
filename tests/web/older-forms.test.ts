import type { HTMLElement } from "node-html-parser";
import { expect, test } from "vitest";
import { type EditForm, editForms } from "../support/edit-forms";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const site = await sharedServer();
const forms = await editForms(site);

const CHANGED = "This was changed while you were editing.";

type Sent = [name: string, value: string][];

function filled({ root }: HtmlPage, intent: string | undefined): Sent {
  const form = root.querySelectorAll("main form[method=post]").find((form) => {
    const own = form.querySelector("[name=intent]")?.getAttribute("value");
    return form.querySelector("[name=revision]") !== null && own === intent;
  });
  if (!form) throw new Error("no form with a revision");
  const id = form.getAttribute("id");
  const beside = id ? root.querySelectorAll(`[name][form="${id}"]`) : [];
  const fields = [...form.querySelectorAll("[name]:not([form])"), ...beside];
  return fields.flatMap((field): Sent => {
    if (field.getAttribute("name") === "once") return [];
    const value = fieldValue(field);
    return value === undefined ? [] : [[field.getAttribute("name") ?? "", value]];
  });
}

function fieldValue(field: HTMLElement): string | undefined {
  const type = field.getAttribute("type") ?? "";
  if (field.tagName === "BUTTON" || type === "file") return undefined;
  if (["checkbox", "radio"].includes(type)) {
    return field.hasAttribute("checked") ? (field.getAttribute("value") ?? "on") : undefined;
  }
  if (field.tagName === "TEXTAREA") return field.text.replace(/^\n/, "");
  if (field.tagName !== "SELECT") return field.getAttribute("value") ?? "";
  const option = field.querySelector("option[selected]") ?? field.querySelector("option");
  return option?.getAttribute("value") ?? option?.text ?? "";
}

/** `name-2`: the second of its name. */
function typed(sent: Sent, [field, value]: [string, string]): Sent {
  const [, name = field, place = "1"] = /^(name|value)-(\d)$/.exec(field) ?? [];
  let seen = 0;
  return sent.map(([other, old]) => [other, other === name && ++seen === Number(place) ? value : old]);
}

async function send({ person, path }: EditForm, fields: Sent) {
  const { browser } = person;
  const body =
    path === "/settings" || path.endsWith("/site") || path.includes("/events/")
      ? new FormData()
      : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  const answer = await browser.fetch(path, {
    method: "POST",
    headers: {
      Origin: browser.url,
      "Sec-Fetch-Site": "same-origin",
      "Sec-Fetch-Mode": "navigate",
      Accept: "text/html",
    },
    body,
  });
  return { status: answer.status, page: new HtmlPage(await answer.text()) };
}

test.each(forms)("an older form of $name writes nothing, shows both, and saves the second time", async (form) => {
  const { person, path, intent, first, second, shown = first[1] } = form;
  const bySecond = { ...form, person: form.secondPerson ?? person };
  const open = async (by = person) => filled((await by.browser.get(path)).page, intent);
  const [one, two] = [await open(), await open(bySecond.person)];
  expect((await send(form, typed(one, first))).status).toBe(302);
  const saved = await open();
  const refused = await send(bySecond, typed(two, second));
  expect([refused.status, refused.page.alerts[0]]).toEqual([409, expect.stringContaining(CHANGED)]);
  expect(await open(), "nothing is written").toEqual(saved);
  const again = filled(refused.page, intent);
  const withoutRevision = (sent: Sent) => sent.filter(([name]) => name !== "revision");
  expect(withoutRevision(again), "all that was typed is there").toEqual(withoutRevision(typed(two, second)));
  const messages = refused.page.texts("[id$='-error']");
  expect(messages).toEqual([`Saved meanwhile: ${shown}`]);
  expect((await send(bySecond, again)).status).toBe(302);
  expect(withoutRevision(await open()), "the whole form is saved").toEqual(withoutRevision(again));
});

test("buttons that only arrange a form leave its revision alone", async () => {
  for (const [name, button] of [
    ["spec sheet", "add"],
    ["entry", "rows"],
  ] as const) {
    const form = forms.find((one) => one.name === name)!;
    const sent = filled((await form.person.browser.get(form.path)).page, form.intent);
    const arranged = await send(form, [...sent, [button, "5"]]);
    const revision = (of: Sent) => of.find(([field]) => field === "revision");
    expect([arranged.status, revision(filled(arranged.page, form.intent))]).toEqual([200, revision(sent)]);
  }
});

test("rows that somebody else has added meanwhile come back with a message each", async () => {
  const form = forms.find(({ name }) => name === "spec sheet")!;
  const { person, path } = form;
  const sent = filled((await person.browser.get(path)).page, undefined);
  const rows = Array.from({ length: 12 }, (_, at) => ({ name: `Row ${at}`, value: "x" }));
  const id = path.split("/")[2];
  expect((await person.browser.api("PUT", `/vehicles/${id}/specs`, { specs: rows })).status).toBe(200);
  const refused = await send(form, typed(sent, ["value-1", "Mine"]));
  expect(refused.status).toBe(409);
  expect(refused.page.texts("[id$='-error']").filter((text) => /^Saved meanwhile: Row/.test(text))).toHaveLength(12);
  expect((await send(form, typed(sent, ["revision", "nonsense : name-1:x"]))).status).toBe(409);
});

test("the same values sent twice, and a form without a revision, are no conflict", async () => {
  const form = forms.find(({ name }) => name === "vehicle")!;
  const sent = filled((await form.person.browser.get(form.path)).page, undefined);
  const next = typed(sent, ["story", "Sent twice."]);
  for (const again of [next, next, sent.filter(([name]) => name !== "revision")])
    expect((await send(form, again)).status).toBe(302);
});
