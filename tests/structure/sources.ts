import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** By path from the root, such as `app/lib/text.ts`. */
export type Sources = Map<string, string>;

export interface Import {
  from: string;
  /** Path of our file, or name of a package. */
  to: string;
  ours: boolean;
  /** Removed by the compiler. */
  typeOnly: boolean;
}

const CODE = /\.(ts|tsx|mjs|mts)$/;

export function readSources(folder = "app"): Sources {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath, entry.name));
  return new Map(names.sort().map((name) => [name, readFileSync(name, "utf8")]));
}

const parse = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

export function walk(name: string, text: string, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node) => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(parse(name, text));
}

/** Declarations, re-exports and `import()`, without assets. */
export function listImports(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) => {
    const imports: Import[] = [];
    walk(from, text, (node) => {
      const target = importTarget(node);
      if (target === undefined || /\.(css|svg|json)(\?|$)/.test(target.specifier)) return;
      const file = resolve(from, target.specifier, sources);
      imports.push({ from, to: file ?? target.specifier, ours: file !== undefined, typeOnly: target.typeOnly });
    });
    return imports;
  });
}

function importTarget(node: ts.Node): { specifier: string; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node.importClause) };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    if (argument && ts.isStringLiteral(argument)) return { specifier: argument.text, typeOnly: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return { specifier: node.argument.literal.text, typeOnly: true };
  return undefined;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings) || bindings.elements.length === 0) return false;
  return bindings.elements.every((element) => element.isTypeOnly);
}

function resolve(from: string, specifier: string, sources: Sources): string | undefined {
  if (!specifier.startsWith("~/") && !specifier.startsWith(".")) return undefined;
  const base = specifier.startsWith("~/")
    ? path.posix.join("app", specifier.slice(2))
    : path.posix.join(path.posix.dirname(from), specifier);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`];
  // Missing files have a path too, for the rules; the compiler reports them.
  return candidates.find((name) => sources.has(name)) ?? base;
}
