/** Seeded, for sample data and tests. Never for secrets. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Inclusive. */
  int(min: number, max: number): number;
  /** True in the given share of calls. */
  chance(share: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** sfc32; each text gives a different sequence. */
export function createRandom(seed: string): Random {
  let [a, b, c] = [1, 2, 3].map((salt) => hash(seed, salt)) as [number, number, number];
  let count = 1;
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round++) next();

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick(list) {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[int(0, list.length - 1)]!;
    },
    shuffle(list) {
      const copy = [...list];
      for (let index = copy.length - 1; index > 0; index--) {
        const otherIndex = int(0, index);
        [copy[index], copy[otherIndex]] = [copy[otherIndex]!, copy[index]!];
      }
      return copy;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value ^ (value >>> 15);
}
