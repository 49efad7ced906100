import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { readSources } from "./sources";

const NOT_RESTORED = `app/features/places/components/place-choice.tsx
  app/features/places/components/town-input.tsx app/routes/reports/report.tsx app/ui/filters/filter-form.tsx`;

test("no form that posts has autocomplete off: the browser's Back would not restore its fields", () => {
  const matches = [...readSources()].filter(([, text]) => text.includes('autoComplete="off"')).map(([file]) => file);
  expect(matches.sort()).toEqual(NOT_RESTORED.split(/\s+/).sort());
});

/** A member of type `never` (`number & string`) is assignable to everything, so the compiler misses wrong uses. */
test("no view that a feature exports has a member that nothing can be", () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    "tsconfig.json",
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect(messageText).toBe("") },
  )!;
  const inFeatures = config.fileNames.filter((name) => path.relative(".", name).startsWith("app/features/"));
  const program = ts.createProgram(inFeatures, config.options);
  const checker = program.getTypeChecker();
  const exports = inFeatures.flatMap((name) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(name)!);
    return module ? checker.getExportsOfModule(module) : [];
  });
  expect(exports.length).toBeGreaterThan(1000);
  expect(exports.flatMap((symbol) => impossibleMembers(symbol, checker))).toEqual([]);
});

/** Also in return types; each with its path. */
function impossibleMembers(exported: ts.Symbol, checker: ts.TypeChecker): string[] {
  const matches: string[] = [];
  const visitedTypes = new Set<ts.Type>();
  const look = (type: ts.Type, way: string) => {
    if (visitedTypes.has(type)) return;
    visitedTypes.add(type);
    if (type.isUnion()) return type.types.forEach((part) => void look(part, way));
    if (checker.isArrayType(type) || checker.isTupleType(type) || type.symbol?.name === "Promise")
      return checker.getTypeArguments(type as ts.TypeReference).forEach((argument) => void look(argument, way));
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || isOfPackage(type)) return;
    for (const member of checker.getPropertiesOfType(type)) {
      const memberType = checker.getTypeOfSymbol(member);
      if (memberType.flags & ts.TypeFlags.Never) matches.push(`${way}.${member.name}`);
      else look(memberType, `${way}.${member.name}`);
    }
  };
  if (exported.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface)) {
    look(checker.getDeclaredTypeOfSymbol(exported), exported.name);
  } else {
    for (const call of checker.getTypeOfSymbol(exported).getCallSignatures())
      look(call.getReturnType(), `${exported.name}()`);
  }
  return matches;
}

/** Types of packages or the language are no views. */
const isOfPackage = ({ symbol }: ts.Type) =>
  symbol?.declarations?.every((declaration) =>
    /\/node_modules\/(?!drizzle-orm)/.test(declaration.getSourceFile().fileName),
  ) ?? false;
