/** Shorter names are too similar. */
const MIN_NAME_LENGTH = 7;
/** Other programs' variables. */
const NAMES_OF_OTHERS = new Set(["MAILDIR"]);

/**
 * Variables like misspelt settings: `PADDOCK_…`, or one letter away from a setting.
 * @param knownNames names of the settings
 * @returns with the probable setting, if any
 */
export function findUnknownSettings(
  knownNames: readonly string[],
  source: Record<string, string | undefined>,
): { name: string; meant?: string }[] {
  return Object.entries(source).flatMap(([name, value]) => {
    if (value === "" || knownNames.includes(name) || NAMES_OF_OTHERS.has(name)) return [];
    const bare = name.toUpperCase().replace(/^PADDOCK_/, "");
    const suggestion = knownNames.find(
      (knownName) => knownName === bare || (knownName.length >= MIN_NAME_LENGTH && isSlipOf(knownName, bare)),
    );
    if (suggestion === undefined && !/^PADDOCK_/i.test(name)) return [];
    return [{ name, ...(suggestion !== undefined && { meant: suggestion }) }];
  });
}

/** One letter missing, added or different, or two swapped. */
function isSlipOf(name: string, input: string): boolean {
  if (Math.abs(name.length - input.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === input[start]) start += 1;
  let end = 0;
  while (end < Math.min(name.length, input.length) - start && name.at(-1 - end) === input.at(-1 - end)) end += 1;
  const [middle, typedMiddle] = [name.slice(start, name.length - end), input.slice(start, input.length - end)];
  return (
    middle.length + typedMiddle.length <= 2 ||
    (typedMiddle.length === 2 && middle === `${typedMiddle[1]}${typedMiddle[0]}`)
  );
}
