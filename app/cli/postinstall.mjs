// Runs after every `npm install` and `npm ci`: puts the diffs of patches/ onto the packages in node_modules. They
// concern what the browser gets, which only the build reads: an installation for running the site has no patch-package,
// and needs none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tool = `${root}/node_modules/patch-package/index.js`;

if (existsSync(tool)) {
  const { status } = spawnSync(process.execPath, [tool, "--error-on-fail"], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
