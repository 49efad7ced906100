import type { StyleNode } from "./used-styles";

/**
 * Resolves the variables by which utilities would work together (`--tw-…`), where on this page nothing does: one that no
 * rule sets has its initial value, one that is only used where it is set has that value. What nothing refers to any more
 * is left out by whoever writes the rules.
 */
export function foldVariables(nodes: StyleNode[]): StyleNode[] {
  const rules = rulesIn(nodes);
  const setters = new Map<string, Set<Rule>>();
  const users = new Map<string, Set<Rule>>();
  for (const rule of rules) {
    for (const [property, value] of rule.declarations) {
      if (property.startsWith("--tw-")) add(setters, property, rule);
      for (const [, name = ""] of value.matchAll(/var\((--tw-[\w-]+)/g)) add(users, name, rule);
    }
  }
  const folded = [...users].flatMap(([name, using]) => {
    const setting = setters.get(name) ?? new Set();
    return setting.size === 0 || [...using].every((rule) => setting.has(rule)) ? [name] : [];
  });
  const initial = initialValues(nodes);
  const changed = new Map(rules.map((rule) => [rule, fold(rule, folded, initial)]));
  const write = (node: StyleNode): StyleNode => {
    if (typeof node === "string" || "text" in node) return node;
    if ("head" in node) return { ...node, nodes: node.nodes.map(write) };
    return changed.get(node) ?? node;
  };
  return nodes.map(write);
}

type Rule = Extract<StyleNode, { selectors: unknown }>;

/** Where Tailwind says initial values once more, for browsers that do not know `@property`. */
const INITIAL = "@layer properties";

const rulesIn = (nodes: StyleNode[]): Rule[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string" || "text" in node) return [];
    if ("head" in node) return node.head === INITIAL ? [] : rulesIn(node.nodes);
    return [node];
  });

function add(rules: Map<string, Set<Rule>>, name: string, rule: Rule): void {
  rules.set(name, (rules.get(name) ?? new Set()).add(rule));
}

const initialValues = (nodes: StyleNode[]) =>
  new Map(
    nodes.flatMap((node): [string, string][] => {
      if (typeof node === "string" || !("property" in node)) return [];
      const value = /initial-value:\s*([^;}]+)/.exec(node.text)?.[1];
      return value === undefined ? [] : [[node.property, value]];
    }),
  );

function fold(rule: Rule, names: string[], initial: Map<string, string>): Rule {
  const own = new Map(rule.declarations);
  const resolve = (value: string) =>
    names.reduce((text, name) => replaceVariable(text, name, own.get(name) ?? initial.get(name)), value).trim();
  const declarations = rule.declarations.filter(([property]) => !names.includes(property));
  return { ...rule, declarations: declarations.map(([property, value]) => [property, resolve(value)]) };
}

/** @param by undefined for what stands in the variable's place where it has no value */
function replaceVariable(text: string, name: string, by: string | undefined): string {
  const start = text.indexOf(`var(${name}`);
  const after = text.charAt(start + 4 + name.length);
  if (start < 0 || (after !== "," && after !== ")")) return text;
  let end = start;
  for (let open = 0; end < text.length; end++) {
    if (text[end] === "(") open++;
    else if (text[end] === ")" && --open === 0) break;
  }
  const instead = by ?? text.slice(start + 5 + name.length, end).trim();
  return replaceVariable(`${text.slice(0, start)}${instead}${text.slice(end + 1)}`, name, by);
}
