import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "~/lib/time";
import { StoreRefusedError, StoreUnavailableError } from "~/services/images/store";

/** How long it waits between two tries, ms. */
const BETWEEN = SECOND;

/** How long a store may be away in the middle of long work before it is given up. */
export class Patience {
  /** @param most ms */
  constructor(readonly most: number) {}

  /** For one piece of work. */
  begin() {
    let since: number | undefined;
    return {
      /** It goes on again. */
      worked(): void {
        since = undefined;
      },
      /**
       * Waits a moment before the next try.
       * @throws `error` itself, where no waiting helps or has helped
       */
      after: async (error: unknown): Promise<void> => {
        if (!(error instanceof StoreUnavailableError) || error instanceof StoreRefusedError) throw error;
        since ??= performance.now();
        if (performance.now() - since + BETWEEN > this.most) throw error;
        await pause(BETWEEN);
      },
    };
  }
}
