import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cache } from "./paths.mjs";

/**
 * Acquires the build lock, waiting for it; the lock of a dead process counts as free.
 * @returns releases it
 */
export async function lock() {
  mkdirSync(cache, { recursive: true });
  const file = path.join(cache, "build.lock");
  for (;;) {
    try {
      const handle = openSync(file, "wx");
      writeFileSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (!isHeld(file)) rmSync(file, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // The file is empty until its process has written the pid.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs < 5000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
