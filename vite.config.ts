import "./app/cli/node-version.mjs";
import { existsSync } from "node:fs";
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

/** Routes without a page (.ts) run on the server only: the browser build gets empty modules. */
const serverRoutes: Plugin = {
  name: "server-routes",
  enforce: "pre",
  transform: (_code, id, options) =>
    !options?.ssr && /\/app\/routes\/.*\.ts$/.test(id) ? { code: "export {};", map: null } : undefined,
};

/** `import code from "./file?minified"`: the minified text of a small inline script. */
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
 * The browser's script files, grouped by hand: each file costs a slow phone about 5 ms and has its own compression
 * dictionary, so a page loads at most 14. Module paths are relative to `app`, without extension; a trailing slash means
 * all modules directly in the folder. Other modules are in their route's file. Parts that open later (tray, lightbox,
 * drafts, the login dialog) use `import()`. A path without a file fails the build.
 */
const GROUPS: Record<string, string[]> = {
  // Every page.
  layout: [
    ...["root", "routes/pages", "ui/", "lib/", "ui/document/", "ui/drafts/store", "features/accounts/policy"],
    ...["announcement", "error-screen", "notice", "page", "phone-bar", "toasts"].map((name) => `ui/layout/${name}`),
    ...["site-footer", "site-header", "site-icons"].map((name) => `ui/layout/${name}`),
    ...["button", "client-action", "dialog", "error-summary"].map((name) => `ui/forms/${name}`),
    ...["field-parts", "form-state", "form-values"].map((name) => `ui/forms/${name}`),
    "features/accounts/components/login-link",
    "features/notifications/components/bell",
    "features/search/components/search-suggestions",
  ],
  // Forms that post; few visitors' pages have one.
  forms: [
    ...["form", "field", "confirm", "beside-form"].map((name) => `ui/forms/${name}`),
    ...["fields", "lazy-draft", "use-submission"].map((name) => `ui/drafts/${name}`),
    "ui/uploads/file-check",
    ...["login-form", "passkey-login", "use-passkeys"].map((name) => `features/accounts/components/${name}`),
  ],
  // Home, and every list and detail page.
  cards: [
    ...["ui/layout/pagination", "ui/layout/neighbours", "features/browse/components/browse-links"],
    ...["components/vehicle-card", "limits", "name"].map((name) => `features/vehicles/${name}`),
    ...["components/garage-card", "limits", "structured-data"].map((name) => `features/garages/${name}`),
    "features/makes/address",
  ],
  // Searched lists and the map.
  filters: ["ui/filters/", "ui/forms/look-up"],
  // Pages with events.
  events: [
    ...["calendar-links", "event-card", "event-facts"].map((name) => `features/events/components/${name}`),
    ...["limits", "search-address", "time/format", "time/wall-clock"].map((name) => `features/events/${name}`),
    ...["address", "format", "components/nearby-events"].map((name) => `features/map/${name}`),
    ...["placement", "components/placed-near"].map((name) => `features/places/${name}`),
  ],
  "event-search": [
    "features/events/components/event-search",
    ...["proximity", "components/town-input"].map((name) => `features/places/${name}`),
  ],
  // Detail pages with photos and people: vehicle, garage, entry, photo or event.
  things: [
    ...["ui/share", "ui/forms/use-optimistic", "features/vehicles/components/vehicle-heading"],
    ...["limits", "components/photo-controls", "components/photo-gallery"].map((name) => `features/photos/${name}`),
    ...["features/photos/components/use-lightbox", "features/blocks/components/block-buttons"],
    ...["limits", "components/byline", "components/toggles"].map((name) => `features/social/${name}`),
    ...["limits", "components/report-link"].map((name) => `features/cases/${name}`),
    ...["format", "limits"].map((name) => `features/build-log/${name}`),
  ],
};

for (const path of Object.values(GROUPS).flat()) {
  const isThere = ["", ".ts", ".tsx"].some((extension) =>
    existsSync(new URL(`app/${path}${extension}`, import.meta.url)),
  );
  if (!isThere) throw new Error(`vite.config.ts groups app/${path}, which does not exist`);
}

const groupOf = new Map(Object.entries(GROUPS).flatMap(([group, paths]) => paths.map((path) => [path, group])));

/** Packages of every page; React is separate, because it seldom changes. */
const PACKAGES: [group: string, modules: RegExp][] = [
  ["react", /\/node_modules\/(react|react-dom|scheduler)\/|commonjsHelpers|preload-helper/],
  [
    "layout",
    /\/node_modules\/(@remix-run|react-router(-dom)?|turbo-stream|react-hot-toast|d3-geo|d3-array)\/|\/app\.css/,
  ],
];

function chunkOf(id: string): string | undefined {
  const [, path = "", folder = ""] = /\/app\/((.*\/)?[\w-]+)\.tsx?$/.exec(id) ?? [];
  return groupOf.get(path) ?? groupOf.get(folder) ?? PACKAGES.find(([, modules]) => modules.test(id))?.[0];
}

const testing = process.env.VITEST !== undefined;

/**
 * Test files with `vi.mock`. Each runs in its own process; all others share a few processes, which import the app once
 * (tests/README.md).
 */
const REPLACES_MODULES = ["seed-bulk", "seed-demo", "workers"].map((name) => `tests/domain/${name}.test.ts`);

/** Slow tests, and tests that need other programs: `npm run test:drills`. */
const DRILLS = "tests/**/*.drill.test.ts";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: testing
    ? []
    : [
        tailwindcss(),
        serverRoutes,
        minifiedScripts,
        remix({
          // The build command builds into another folder and swaps, so that a failed build keeps the old one.
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
  // Bundled, because they have hundreds of modules, and Node reads package.json for each: most of the start-up time.
  ssr: isSsrBuild ? { noExternal: ["drizzle-orm", "culori"] } : {},
  build: {
    assetsInlineLimit: 0,
    // 5 % smaller than with esbuild, mostly in React and the router.
    ...(!isSsrBuild && {
      minify: "terser",
      terserOptions: { ecma: 2020, compress: { passes: 3, pure_getters: true, unsafe_arrows: true } },
    }),
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf, onlyExplicitManualChunks: true } },
  },
  test: {
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    // By default vitest leaves one core free, half of a machine with two. Test processes also wait half of the time,
    // for the server or for mails.
    maxWorkers: availableParallelism() + 1,
    // Caches transformed files on disk: four processes import the app.
    experimental: { fsModuleCache: true },
    // Tests wait for events. Timeouts only end hanging tests.
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
