import type { ByteRange, FileStore, NewFile } from "./store";

/** What is asked of a store. */
export const STORE_OPERATIONS = ["put", "open", "stat", "remove", "list", "probe"] as const;

export type StoreOperation = (typeof STORE_OPERATIONS)[number];

/** A store that tells `failed` of each operation that it could not do. */
export class WatchedStore implements FileStore {
  constructor(
    private readonly store: FileStore,
    private readonly failed: (operation: StoreOperation) => void,
  ) {}

  get label(): string {
    return this.store.label;
  }

  put(files: readonly NewFile[]) {
    return this.#tried("put", this.store.put(files));
  }

  open(key: string, range?: ByteRange) {
    return this.#tried("open", this.store.open(key, range));
  }

  stat(key: string) {
    return this.#tried("stat", this.store.stat(key));
  }

  removeMany(keys: readonly string[]) {
    return this.#tried("remove", this.store.removeMany(keys));
  }

  async *list(prefix?: string) {
    try {
      yield* this.store.list(prefix);
    } catch (error) {
      this.failed("list");
      throw error;
    }
  }

  probe() {
    return this.#tried("probe", this.store.probe());
  }

  #tried<T>(operation: StoreOperation, work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      this.failed(operation);
      throw error;
    });
  }
}
