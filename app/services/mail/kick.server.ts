// On globalThis, because a development server reloads modules while the worker goes on.
const holder = globalThis as { paddockMailWorker?: () => void };

/** Tells the worker of this process, if there is one, to look at the outbox once the current transaction is over. */
export function kickMailWorker(): void {
  setImmediate(() => holder.paddockMailWorker?.());
}

/** @returns takes it back */
export function onMailKick(look: () => void): () => void {
  holder.paddockMailWorker = look;
  return () => {
    if (holder.paddockMailWorker === look) holder.paddockMailWorker = undefined;
  };
}
