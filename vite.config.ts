import "./app/cli/node-version.mjs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type Plugin, transformWithEsbuild } from "vite";
import { defineConfig } from "vitest/config";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Routes that draw nothing (.ts) are the server's alone: the browser's build gets an empty module for each. */
const serverRoutes: Plugin = {
  name: "server-routes",
  enforce: "pre",
  transform: (_code, id, options) =>
    !options?.ssr && /\/app\/routes\/.*\.ts$/.test(id) ? { code: "export {};", map: null } : undefined,
};

/** `import code from "./file?minified"`: the file as the text of a small script that stands inside a page. */
const minifiedScripts: Plugin = {
  name: "minified-scripts",
  enforce: "pre",
  async load(id) {
    const [file = "", query] = id.split("?");
    if (query !== "minified") return undefined;
    const source = await readFile(file, "utf8");
    const { code } = await transformWithEsbuild(source, file, { minify: true, target: "es2020", format: "iife" });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/**
 * What every page needs, in one file: dozens of small ones weigh more, each with headers and a dictionary of its own.
 * It holds the root, what stands directly in `ui/` and `lib/`, and all that these import; what only some pages draw has a
 * folder in `ui/`.
 */
const layoutChunk = (id: string) => (/\/app\/(root\.tsx|(ui|lib)\/[\w-]+\.tsx?)$/.test(id) ? "layout" : undefined);

const testing = process.env.VITEST !== undefined;

/**
 * Test files with `vi.mock`. Each has a process of its own; all others go one after the other through the same few, which
 * import the app once (tests/README.md).
 */
const REPLACES_MODULES = ["seed-bulk", "seed-demo", "workers"].map((name) => `tests/domain/${name}.test.ts`);

/** Tests that are slow or need other programs: `npm run test:drills`. */
const DRILLS = "tests/**/*.drill.test.ts";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: testing
    ? []
    : [
        tailwindcss(),
        serverRoutes,
        minifiedScripts,
        remix({
          // The build command builds aside and swaps, so that a failed build leaves the old one.
          buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
          future: {
            v3_fetcherPersist: true,
            v3_lazyRouteDiscovery: true,
            v3_relativeSplatPath: true,
            v3_singleFetch: true,
            v3_throwAbortReason: true,
            v3_routeConfig: true,
          },
        }),
      ],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  // Each is hundreds of modules, and for each Node reads the package.json again: that took most of the start.
  ssr: isSsrBuild ? { noExternal: ["drizzle-orm", "culori"] } : {},
  build: {
    assetsInlineLimit: 0,
    // Five percent less than esbuild, most of it of React and the router.
    ...(!isSsrBuild && { minify: "terser", terserOptions: { compress: { passes: 2 } } }),
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: layoutChunk } },
  },
  test: {
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    // By itself vitest leaves a core to whoever waits, which on two cores is half of the machine; and a process of tests
    // waits half of its time, for the server or for a mail.
    maxWorkers: availableParallelism() + 1,
    // What was transformed once is read from a file at the next run: the app is imported by four processes.
    experimental: { fsModuleCache: true },
    // Tests wait for events. Limits of time only end what hangs.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/{domain,structure,bench}/**/*.test.ts"],
          exclude: [...REPLACES_MODULES, DRILLS],
          isolate: false,
        },
      },
      { extends: true, test: { name: "unit-alone", include: REPLACES_MODULES } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/{web,api,parity}/**/*.test.ts"],
          exclude: [DRILLS],
          globalSetup: ["tests/support/server-setup.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "drills",
          include: [DRILLS],
          globalSetup: ["tests/support/server-setup.ts"],
          isolate: false,
        },
      },
    ],
  },
}));
