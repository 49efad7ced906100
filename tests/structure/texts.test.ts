import ts from "typescript";
import { expect, test } from "vitest";
import { splitList } from "../support/split-list";
import { readSources, walk } from "./sources";

/** Required to the letter, without another test. */
const TEXTS = splitList(`
  Signup failed. Please try again. | Setup failed. Please try again. | Failed to update garage.
  Failed to update vehicle. | Failed to delete vehicle. | Failed to delete photo.
  No verification token found. | Failed to update profile. | Failed to update password.
  Failed to delete account. | Failed to delete garage. | Could not fetch tickets. | Failed to update status.
  Could not load event. It may not be available. | Could not fetch pending events.
  Failed to approve/reject event. | Failed to submit event. | Failed to save the entry. | No search yet.
  Fix the marked fields | Keywords | Recently added | Added: oldest first
  People you block can't interact with you. You won't hear from people you mute.
  Log in to say you're going and what you're bringing. | See the entry | You'll stop getting emails about
  Instant emails are grouped over two minutes.`);

const texts = [...readSources().values()].join("\n").replace(/\s+/g, " ");

test.each(TEXTS)("“%s” is said to the letter", (text) => {
  // `toContain` would print all sources.
  expect(texts.includes(text)).toBe(true);
});

test("a text that is nowhere is missed", () => {
  expect(texts.includes("Login failed! Check your credentials.")).toBe(false);
});

function literalsOf(file: string, text: string): string[] {
  const matches: string[] = [];
  walk(file, text, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node))
      matches.push(`${file}: ${node.text}`);
  });
  return matches;
}

test("people read of two-step verification, never of a second step", () => {
  const term = /second\s+step/i;
  const filesWithTerm = [...readSources()].filter(([, text]) => term.test(text));
  expect(filesWithTerm.length).toBeGreaterThan(5);
  const literals = filesWithTerm.flatMap(([file, text]) => literalsOf(file, text));
  expect(literals.filter((literal) => term.test(literal))).toEqual([]);
});

test("apostrophes are curly, except in required texts", () => {
  const required = [...TEXTS, "Distances are from the map's centre.", "Hold new members' posts"];
  const names = ["Valle d'Aosta"];
  const isQuoted = /(^|[\s=(<>[,])'/;
  const straight = [...readSources()]
    .flatMap(([file, text]) => literalsOf(file, text))
    .map((literal) =>
      literal
        .replace(/^\S+: /, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((literal) => /\p{L}'(?=\p{L}|\s|$|[.,;:)])/u.test(literal) && !isQuoted.test(literal))
    .filter((literal) => ![...required, ...names].some((text) => literal.includes(text)));
  expect(straight).toEqual([]);
});
