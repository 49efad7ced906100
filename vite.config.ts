import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
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

/** What stands in Remix's browser code, and what has to stand there instead. */
const MENDS: Record<string, [RegExp, string]> = {
  // Where a screen's module cannot be fetched, Remix reloads the document: with the network gone that is the browser's
  // own error page, and the site is lost. Here such a screen fails like any other part (see app/ui/lost-module.ts).
  "routeModules.js": [/window\.location\.reload\(\);[\s\S]*?\n {2}\}\n\}/, "return lostModule(error);\n  }\n}"],
  // The page that was loaded is known to the browser; Remix asks the server about it again before its first form is
  // sent, and with the network gone what was typed would give way to the error screen.
  "fog-of-war.js": [
    /( {2}return async \(\{\n {4}path,)/,
    "  if (typeof window !== 'undefined') addToFifoQueue(window.location.pathname, discoveredPaths);\n$1",
  ],
  // After a dialog's form was refused nothing has to be loaded anew, and Remix does so all the same: with the network
  // gone that would take the page behind the dialog away.
  "single-fetch.js": [
    /(async function singleFetchLoaderNavigationStrategy\(.*\) \{\n)/,
    "$1  if (router.state.initialized && !matches.some((m) => m.shouldLoad)) return {};\n",
  ],
};

const mendedRemix: Plugin = {
  name: "mended-remix",
  transform(code, id) {
    const [, file = ""] = /@remix-run\/react\/dist\/esm\/([\w-]+\.js)$/.exec(id) ?? [];
    const mend = MENDS[file];
    if (!mend) return undefined;
    const mended = code.replace(...mend);
    if (mended === code) throw new Error(`@remix-run/react has changed: look at its ${file}, and at MENDS`);
    const imports = mended.includes("lostModule(") ? 'import { lostModule } from "~/ui/lost-module";\n' : "";
    return { code: imports + mended, map: null };
  },
};

/** What every page needs, in one file: dozens of small ones weigh more, each with headers and a dictionary of its own. */
function frameOfEveryPage(id: string): string | undefined {
  const everywhere =
    /\/app\/(ui|lib)\/(?!table|file-|upload|use-upload|place-|month)[\w-]+\.tsx?$|\/(login|resend)-form\.tsx$/;
  return everywhere.test(id) ? "frame" : undefined;
}

const testing = process.env.VITEST !== undefined;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: testing
    ? []
    : [
        tailwindcss(),
        serverRoutes,
        mendedRemix,
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
  build: {
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: frameOfEveryPage } },
  },
  test: {
    include: ["tests/{domain,web,api,parity,structure}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
}));
