import type { ExportData } from "./data.server";

/** As `JSON.stringify` with two spaces, within what is indented already. @param depth levels around it */
function jsonAt(value: unknown, depth: number): string {
  // A line break within a text is escaped, so that these are all between members.
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${"  ".repeat(depth)}`);
}

/** A list's text, one slice of its items after the other. */
async function* listText<Item>(
  slices: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  depth: number,
  textOf: (item: Item) => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  const line = `\n${"  ".repeat(depth + 1)}`;
  let before = "[";
  for await (const slice of slices) {
    for (const item of slice) {
      yield before + line;
      yield* textOf(item);
      before = ",";
    }
  }
  yield before === "[" ? "[]" : `\n${"  ".repeat(depth)}]`;
}

type Vehicle = ExportData["vehicles"][number];

async function* vehicleText({ buildLog, ...vehicle }: Vehicle): AsyncGenerator<string> {
  yield `${jsonAt(vehicle, 2).slice(0, -"\n    }".length)},\n      "buildLog": `;
  yield* listText(buildLog.slices(), 3, (entry) => [jsonAt(entry, 4)]);
  yield "\n    }";
}

/** `data.json`, piece by piece: the same text as `JSON.stringify` of all of it would be. */
export async function* renderData(data: ExportData): AsyncGenerator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(data)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    before = ",";
    if (name === "vehicles") yield* listText([data.vehicles], 1, vehicleText);
    else if (Array.isArray(value)) yield* listText([value as unknown[]], 1, (item) => [jsonAt(item, 2)]);
    else yield jsonAt(value, 1);
  }
  yield "\n}";
}
