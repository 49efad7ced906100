import type { GroupName } from "./options";

interface Held {
  users: readonly GroupName[];
  end(): Promise<void>;
}

const held = new Set<Held>();

interface Making<T> {
  /** The groups that use it. */
  users: readonly GroupName[];
  make(): Promise<T>;
  end(made: T): Promise<void>;
}

/**
 * Something that several groups of a run use one after the other, such as a running site: made where it is first asked
 * for, ended by `endUnused` when no group to come uses it.
 * @returns asks for it
 */
export function shared<T>({ users, make, end }: Making<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    const entry: Held = {
      users,
      end: async () => {
        held.delete(entry);
        made = undefined;
        // What could not be made has told its user.
        const value = await making.catch(() => undefined);
        if (value !== undefined) await end(value);
      },
    };
    held.add(entry);
    return making;
  };
}

/** Ends what none of the groups to come uses; with none to come, everything. */
export async function endUnused(coming: readonly GroupName[]): Promise<void> {
  for (const { users, end } of [...held]) if (!users.some((name) => coming.includes(name))) await end();
}
