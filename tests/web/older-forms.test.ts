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
    const formIntent = form.querySelector("[name=intent]")?.getAttribute("value");
    return form.querySelector("[name=revision]") !== null && formIntent === intent;
  });
  if (!form) throw new Error("no form with a revision");
  const id = form.getAttribute("id");
  const outerFields = id ? root.querySelectorAll(`[name][form="${id}"]`) : [];
  const fields = [...form.querySelectorAll("[name]:not([form])"), ...outerFields];
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
function typeInto(fields: Sent, [field, value]: [string, string]): Sent {
  const [, name = field, place = "1"] = /^(name|value)-(\d)$/.exec(field) ?? [];
  let occurrence = 0;
  return fields.map(([fieldName, old]) => [
    fieldName,
    fieldName === name && ++occurrence === Number(place) ? value : old,
  ]);
}

async function send({ user, path }: EditForm, fields: Sent) {
  const { browser } = user;
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
  const { user, path, intent, first, second, displayText = first[1] } = form;
  const bySecond = { ...form, user: form.secondUser ?? user };
  const open = async (by = user) => filled((await by.browser.get(path)).page, intent);
  const [firstFields, secondFields] = [await open(), await open(bySecond.user)];
  expect((await send(form, typeInto(firstFields, first))).status).toBe(302);
  const savedValues = await open();
  const response = await send(bySecond, typeInto(secondFields, second));
  expect([response.status, response.page.alerts[0]]).toEqual([409, expect.stringContaining(CHANGED)]);
  expect(await open(), "nothing is written").toEqual(savedValues);
  const nextFields = filled(response.page, intent);
  const withoutRevision = (fields: Sent) => fields.filter(([name]) => name !== "revision");
  expect(withoutRevision(nextFields), "all that was typed is there").toEqual(
    withoutRevision(typeInto(secondFields, second)),
  );
  const messages = response.page.texts("[id$='-error']");
  expect(messages).toEqual([`Saved meanwhile: ${displayText}`]);
  expect((await send(bySecond, nextFields)).status).toBe(302);
  expect(withoutRevision(await open()), "the whole form is saved").toEqual(withoutRevision(nextFields));
});

test("buttons that only arrange a form leave its revision alone", async () => {
  for (const [name, button] of [
    ["spec sheet", "add"],
    ["entry", "rows"],
  ] as const) {
    const form = forms.find((candidate) => candidate.name === name)!;
    const fields = filled((await form.user.browser.get(form.path)).page, form.intent);
    const arranged = await send(form, [...fields, [button, "5"]]);
    const revision = (fields: Sent) => fields.find(([field]) => field === "revision");
    expect([arranged.status, revision(filled(arranged.page, form.intent))]).toEqual([200, revision(fields)]);
  }
});

test("rows added by another user meanwhile return with a message each", async () => {
  const form = forms.find(({ name }) => name === "spec sheet")!;
  const { user, path } = form;
  const fields = filled((await user.browser.get(path)).page, undefined);
  const rows = Array.from({ length: 12 }, (_, index) => ({ name: `Row ${index}`, value: "x" }));
  const id = path.split("/")[2];
  expect((await user.browser.api("PUT", `/vehicles/${id}/specs`, { specs: rows })).status).toBe(200);
  const response = await send(form, typeInto(fields, ["value-1", "Mine"]));
  expect(response.status).toBe(409);
  expect(response.page.texts("[id$='-error']").filter((text) => /^Saved meanwhile: Row/.test(text))).toHaveLength(12);
  expect((await send(form, typeInto(fields, ["revision", "nonsense : name-1:x"]))).status).toBe(409);
});

test("the same values sent twice, and a form without a revision, are no conflict", async () => {
  const form = forms.find(({ name }) => name === "vehicle")!;
  const fields = filled((await form.user.browser.get(form.path)).page, undefined);
  const next = typeInto(fields, ["story", "Sent twice."]);
  for (const fieldsToSend of [next, next, fields.filter(([name]) => name !== "revision")])
    expect((await send(form, fieldsToSend)).status).toBe(302);
});
