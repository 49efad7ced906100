import ts from "typescript";
import { expect, test } from "vitest";
import { splitList } from "../support/split-list";
import { readSources, walk } from "./sources";

/** Fixed texts with their own capitals. */
const GIVEN = splitList(`
  About Us | Add Photos | Add Vehicle | Add Your Review | Admin Dashboard | Delete My Account
  Delete My Garage | Delete Vehicle | Edit Details | Edit Garage | Featured Garages | Garages You Follow
  Go to Homepage | Make Cover | My Garage | Newest Garages | No Garage Found | Page Not Found | Site Map
  Submit an Event | Support Inbox | The Latest | Tool Box | Try Again | Your Feed is Empty`);

const NAMES = ["API", "A to Z", "Ctrl", "GeoNames", "I'm", "JSON", "Natural Earth", "Paddock"];

/** Headings, buttons, and elements styled like them. */
const ELEMENTS =
  /^(h[1-6]|button|legend|caption|summary|th|Button|SubmitButton|ButtonLink|ConfirmLink|OneButton|HeaderLink|BackLink)$/;
/** They become headings, buttons and labels. */
const MEMBERS = /^(title|label|question|act|cancel|busy|word)$/;

interface FoundText {
  where: string;
  text: string;
}

/** Of all branches. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")];
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node))
    return node.expression ? textsIn(node.expression) : [];
  return [];
}

/** Without those of child elements. */
const ownTexts = (element: ts.JsxElement): string[] =>
  element.children.flatMap((child) => (ts.isJsxText(child) ? [child.text] : textsIn(child)));

function findTexts(name: string, source: string): FoundText[] {
  const matches: FoundText[] = [];
  walk(name, source, (node) => {
    const add = (texts: string[]) => {
      for (const text of texts) matches.push({ where: name, text: text.replace(/\s+/g, " ").trim() });
    };
    if (ts.isJsxElement(node) && ELEMENTS.test(node.openingElement.tagName.getText())) add(ownTexts(node));
    if (ts.isJsxAttribute(node) && MEMBERS.test(node.name.getText()) && node.initializer)
      add(textsIn(node.initializer));
    if (ts.isPropertyAssignment(node) && MEMBERS.test(node.name.getText())) add(textsIn(node.initializer));
  });
  return matches;
}

/** Without fixed texts, names and user input. */
function plain(text: string): string {
  const phrases = [...GIVEN, ...NAMES].sort((a, b) => b.length - a.length);
  return phrases.reduce((rest, phrase) => rest.replaceAll(phrase, "…"), text).replace(/“[^”]*”/g, "…");
}

/** One capital per sentence. */
const isSentenceCase = (text: string) =>
  plain(text)
    .split(/[.!?:·]\s+|\+ /)
    .every((sentence) => !/\s\p{Lu}/u.test(sentence.trim()));

test("headings and buttons are in sentence case, but for what the product calls otherwise", () => {
  const sources = [...readSources()].filter(([name]) => name.endsWith(".tsx") || name.includes("/components/"));
  const texts = sources.flatMap(([name, source]) => findTexts(name, source));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ text }) => !isSentenceCase(text))).toEqual([]);
});

test.each([
  ["<h2>Edit Photos</h2>", false],
  ["<h2>Edit photos</h2>", true],
  ["<ButtonLink>+ Add Vehicle</ButtonLink>", true],
  ["<ButtonLink>+ Add Part</ButtonLink>", false],
  ['<PageHeader title={is ? "Edit photos" : "Photos Of it"} />', false],
  ['<EmptyState title="No photos yet. Add one" />', true],
  ['const step = { act: "Delete Photo" };', false],
  ["<button>Save<span> Photo</span></button>", true],
])("%s: %s", (source, fine) => expect(findTexts("a.tsx", source).every(({ text }) => isSentenceCase(text))).toBe(fine));
