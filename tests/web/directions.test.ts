import { type HTMLElement, type Node, NodeType, parse } from "node-html-parser";
import { expect, test } from "vitest";
import { type Look, storedLooks } from "../hostile/script-looks";
import { sendMails, takeExports } from "../hostile/script-papers";
import { fillWithScript } from "../hostile/script-world";
import { insertInto } from "../permissions/insert";
import { cookieOf } from "../permissions/send";
import { World } from "../permissions/world";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const TEXTS = ["שלום עולם.", "مرحبا بالعالم!\n\nشكرا."];
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const OURS = /\p{Script=Latin}{2}/u;
/** Always left to right. */
const ADDRESS = /\/search\?q=|(?:https:\/\/)?\w+\.example\/|\w*@\w+\.example/g;
/** A reported thing's label begins with its kind. */
const REPORTED = /^(?:Comment on|Photo of|Review of) /;

/** Native widgets, data, drawings. */
const WITHOUT = new Set(["TITLE", "SCRIPT", "STYLE", "DATALIST", "SVG"]);

const finds = (element: HTMLElement) => element.tagName === "BDI" || element.getAttribute("dir") === "auto";

/** Without children that have their own direction. */
const ownText = (node: Node): string =>
  node.childNodes
    .map((child) => {
      if (child.nodeType === NodeType.TEXT_NODE) return child.text;
      return child.nodeType === NodeType.ELEMENT_NODE && !finds(child as HTMLElement) ? ownText(child) : "";
    })
    .join("");

/** Without their own direction, or with one derived from our labels. */
function wrongIn(html: string): string[] {
  const wrong: string[] = [];
  const walk = (element: HTMLElement, isFound: boolean) => {
    if (WITHOUT.has(element.tagName)) return;
    const result = isFound || finds(element);
    const tag = `<${element.tagName?.toLowerCase()} class="${element.getAttribute("class") ?? ""}">`;
    const value = element.getAttribute("value") ?? "";
    const isTextInput =
      element.tagName === "INPUT" && !/hidden|checkbox|radio/.test(element.getAttribute("type") ?? "");
    if (isTextInput && FROM_THE_RIGHT.test(value) && !finds(element)) wrong.push(`${tag} field`);
    if (finds(element)) {
      const words = ownText(element).replace(ADDRESS, "").replace(REPORTED, "");
      if (FROM_THE_RIGHT.test(words) && OURS.test(words)) wrong.push(`${tag} mixed: ${words.slice(0, 90)}`);
    }
    for (const child of element.childNodes) {
      if (child.nodeType === NodeType.ELEMENT_NODE) walk(child as HTMLElement, result);
      else if (child.nodeType === NodeType.TEXT_NODE && !result && FROM_THE_RIGHT.test(child.text)) {
        wrong.push(`${tag} ${ownText(element).replace(/\s+/g, " ").slice(0, 90)}`);
      }
    }
  };
  walk(parse(html), false);
  return wrong;
}

test("everybody's words read from their own side, on every page, in mails and in the export", async () => {
  const { database, url } = server;
  const scribes = fillWithScript(database, TEXTS);
  // Selected, never typed.
  database.exec("UPDATE build_entries SET unit = 'km', status = 'Planned', area = 'Engine'");
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const admin = new World(site, "admin").sessionToken ?? "";
  const byName = new Map<string, string>();
  const judge = (html: string, where: string) => {
    for (const wrong of wrongIn(html)) byName.set(wrong, where);
  };
  const looks: Look[] = [
    ...storedLooks(scribes, admin, 1),
    { address: `/search?q=${encodeURIComponent(TEXTS[0]!)}` },
    { token: admin, address: `/admin/users?q=${encodeURIComponent(TEXTS[0]!)}` },
  ];
  let pageCount = 0;
  for (const { address, token } of looks.filter(({ address }) => !/feed\.xml/.test(address))) {
    const headers = { Accept: "text/html", ...(token !== undefined && { Cookie: await cookieOf(token, url) }) };
    const html = await (await fetch(url + address, { headers })).text();
    if (FROM_THE_RIGHT.test(html)) pageCount++;
    judge(html, address);
  }
  expect(pageCount).toBeGreaterThan(80);
  for (const html of await takeExports(server, scribes)) judge(html, "export");
  const mails = await sendMails(server, scribes, TEXTS, admin);
  expect(mails.length).toBeGreaterThanOrEqual(4);
  for (const html of mails) judge(html, "mail");
  expect([...byName].map(([wrong, where]) => `${where} ${wrong}`).sort()).toEqual([]);
});
