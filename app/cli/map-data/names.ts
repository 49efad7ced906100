import { nameKey } from "~/services/geocoder/names";

const keys = new Map<string, string>();

/** `nameKey`, worked out once for each name. */
export function keyOf(name: string): string {
  const key = keys.get(name) ?? nameKey(name);
  keys.set(name, key);
  return key;
}

export type NameKind = "own" | "short" | "other" | "code";

/** Names of places as they are compared, each with the places that go by it. */
export class Names {
  private readonly byKey = new Map<string, Map<number, NameKind>>();

  /** The first kind that a place has a name by stands, so own names come first. */
  add(name: string, id: number, kind: NameKind): void {
    const key = keyOf(name);
    if (key === "") return;
    const ids = this.byKey.get(key) ?? new Map<number, NameKind>();
    if (!ids.has(id)) ids.set(id, kind);
    this.byKey.set(key, ids);
  }

  of(name: string): { id: number; kind: NameKind }[] {
    return [...(this.byKey.get(keyOf(name)) ?? [])].map(([id, kind]) => ({ id, kind }));
  }

  /** In the order of the table's key. */
  *rows(): Generator<[string, number, NameKind]> {
    for (const key of [...this.byKey.keys()].sort()) {
      for (const [id, kind] of this.byKey.get(key) ?? []) yield [key, id, kind];
    }
  }
}
