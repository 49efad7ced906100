// Runs after every `npm install` and `npm ci`, on whatever Node the machine has. It links the Node that came along, where
// npm has not (npm 10), and puts the diffs of patches/ onto the packages in node_modules. They
// concern what the browser gets, which only the build reads: an installation for running the site has no patch-package,
// and needs none. None of them can be had from outside. Three are about what Remix does once the network has gone:
// - it asks about the routes of the page that it has (remix-run/remix#9665), in a set that only its own file knows;
// - it reloads where a chunk does not come (remix-run/remix#8932): neither can `location.reload` be replaced, nor does Vite
//   say `vite:preloadError` for an import whose address it does not know when it builds;
// - it asks the server even where no route is to be loaded anew (remix-run/remix#10527), in the one request for all of them.
// One is about a page whose route the browser has not been told of yet: it prefetches that as an address that is not there,
// because the catch-all route matches it (remix-run/react-router#15326). A component of ours around each link would not be
// drawn again when the routes come.
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ownNode = `node-linux-${process.arch}/bin/node`;
const link = `${root}/node_modules/.bin/node`;

if (process.platform === "linux" && existsSync(`${root}/node_modules/${ownNode}`) && !existsSync(link)) {
  symlinkSync(`../${ownNode}`, link);
}

const tool = `${root}/node_modules/patch-package/index.js`;

if (existsSync(tool)) {
  const { status } = spawnSync(process.execPath, [tool, "--error-on-fail"], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
