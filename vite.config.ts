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

/**
 * Where a screen's module cannot be fetched, Remix reloads the document: with the network gone that is the browser's own
 * error page, and the site is lost. Here such a screen fails like any other part, so that the error screen stands in its
 * place and Try Again loads the page anew.
 */
const lostModules: Plugin = {
  name: "lost-modules",
  transform(code, id) {
    if (!/@remix-run\/react\/dist\/esm\/routeModules\.js$/.test(id)) return undefined;
    const fails =
      'document.documentElement.dataset.lostModule = "";\n    return { default() { throw error; } };\n  }\n}';
    const mended = code.replace(/window\.location\.reload\(\);[\s\S]*?\n {2}\}\n\}/, fails);
    if (mended === code) throw new Error("lost-modules: @remix-run/react has changed; look at its routeModules.js");
    return { code: mended, map: null };
  },
};

const testing = process.env.VITEST !== undefined;

export default defineConfig({
  plugins: testing
    ? []
    : [
        tailwindcss(),
        serverRoutes,
        lostModules,
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
  build: { assetsInlineLimit: 0 },
  test: {
    include: ["tests/{domain,web,api,parity,structure}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
