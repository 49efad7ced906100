import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";
import { BuildError } from "./tools.mjs";

/**
 * Sees to it that the packages are as `patches/` wants them: a build with others would do without them silently.
 * @throws BuildError where a patch has not been applied, as after an installation without scripts
 */
export function checkPatches() {
  const folder = path.join(root, "patches");
  for (const name of readdirSync(folder)) {
    for (const part of readFileSync(path.join(folder, name), "utf8")
      .split(/^diff --git /m)
      .slice(1)) {
      const [, file = ""] = /^\+\+\+ b\/(.+)$/m.exec(part) ?? [];
      const added = [...part.matchAll(/^\+(?!\+\+ )(.*)$/gm)].map(([, line]) => line);
      const lines = new Set(
        existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8").split("\n") : [],
      );
      if (added.some((line) => !lines.has(line))) {
        throw new BuildError(`${file} is not as patches/${name} wants it: run npm install, or npx patch-package`);
      }
    }
  }
}
