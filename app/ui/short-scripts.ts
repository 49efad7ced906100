/**
 * What Remix prints for its script, in fewer bytes: every visitor's first view carries it.
 *
 * The list of routes loses what counts as false, and the routes that the address's parents lead to. Remix adds those for
 * layouts with an address of their own; here only the root has one (`routes.ts`), so the home page stays, and every other
 * route is asked for when a link to it is drawn or followed.
 */

/** A script's text made shorter. The module's is remembered: there are as many as kinds of pages. */
export function shortScript(text: string): string {
  return text.startsWith("window.__remixContext") ? shortContext(text) : shortModule(text);
}

const PLAIN_STATE = 'window.__remixContext = {"state":';
const STREAM = ";window.__remixContext.stream = ";

/** Where the page's data is plain (`page-state.ts`), nobody reads the stream. */
function shortContext(text: string): string {
  return text.startsWith(PLAIN_STATE) ? text.slice(0, text.lastIndexOf(STREAM)) : text;
}

const known = new Map<string, string>();

function shortModule(text: string): string {
  let short = known.get(text);
  if (short === undefined) {
    short = text.replace(/^window\.__remixManifest = (.*?);$/ms, (_, manifest: string) => {
      return `window.__remixManifest = ${shortManifest(JSON.parse(manifest), text)};`;
    });
    known.set(text, short);
  }
  return short;
}

interface Manifest {
  routes: Record<string, { module: string; index?: boolean; imports?: string[] }>;
}

function shortManifest(manifest: Manifest, script: string): string {
  const matched = /^window\.__remixRouteModules = (.*);$/m.exec(script)?.[1] ?? "";
  const routes = Object.entries(manifest.routes).filter(
    ([id, { index }]) => index || matched.includes(`${JSON.stringify(id)}:`),
  );
  const kept = { ...manifest, routes: Object.fromEntries(routes) };
  return JSON.stringify(kept, (name, value) =>
    value === false || (name === "css" && value.length === 0) ? undefined : value,
  );
}
