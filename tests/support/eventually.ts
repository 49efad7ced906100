import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for `holds`, at most `seconds`.
 * @returns whether it held
 */
export async function eventually(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > deadline) return false;
    await pause(20);
  }
}
