/** A file of a photo, as a backup lists it. */
export interface ListedFile {
  /** What its name has behind the photo's own: `400.jpg`. */
  suffix: string;
  bytes: number;
  /** Hex. */
  md5: string;
}

/** A photo with its files, as a backup lists it: one line. Lines are sorted by code points. */
export interface ListedImage {
  /** What the names of all its files begin with: `photos/ab/abc…_1600x1067_336699-`. */
  prefix: string;
  /** Sorted by suffix. */
  files: ListedFile[];
}

/** A photo as a line, with its end. */
export function formatLine({ prefix, files }: ListedImage): string {
  return `${[prefix, ...files.map(({ suffix, bytes, md5 }) => `${suffix} ${bytes} ${md5}`)].join("\t")}\n`;
}

/** @throws Error where it is no such line */
export function parseLine(line: string): ListedImage {
  const [prefix = "", ...files] = line.split("\t");
  return {
    prefix,
    files: files.map((file) => {
      const [suffix = "", bytes = "", md5 = ""] = file.split(" ");
      if (!/^\d+$/.test(bytes) || !/^[0-9a-f]{32}$/.test(md5)) throw new Error("the list of photos cannot be read");
      return { suffix, bytes: Number(bytes), md5 };
    }),
  };
}

/** The lines of a text that comes in pieces. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Two sorted rows of things side by side: each thing of `left` with the one of `right` that has the same name, if any. */
export async function* besides<L, R>(
  left: AsyncIterable<L> | Iterable<L>,
  right: AsyncIterable<R> | Iterable<R>,
  nameOf: { left: (thing: L) => string; right: (thing: R) => string },
): AsyncGenerator<[left: L, right: R | undefined]> {
  const others = readAhead(right);
  try {
    for await (const thing of left) {
      const name = nameOf.left(thing);
      let other = await others.peek();
      while (other !== undefined && nameOf.right(other) < name) {
        others.skip();
        other = await others.peek();
      }
      yield [thing, other !== undefined && nameOf.right(other) === name ? other : undefined];
    }
  } finally {
    await others.end();
  }
}

function readAhead<T>(source: AsyncIterable<T> | Iterable<T>) {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let next: T | undefined;
  let held = false;
  return {
    peek: async () => {
      if (!held) {
        const { done, value } = await iterator.next();
        next = done ? undefined : value;
        held = true;
      }
      return next;
    },
    skip: () => {
      held = false;
    },
    end: async () => void (await iterator.return?.()),
  };
}
