import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/** A step of an address: what may come next, words before what may be anything. */
interface Step {
  words: Map<string, Step>;
  /** A parameter, maybe with an ending of its own such as `.ics`; those with an ending first. */
  parameters: { ending: string; step: Step }[];
  /** The pattern that ends here. */
  name?: string;
  /** The pattern that takes whatever comes from here on. */
  rest?: string;
}

/** What answers without being a route. */
const OTHERS = ["/healthz", "/metrics", "/assets/*", "/uploads", "/uploads/:id"];

/** The pattern of an address that no route names. */
export const UNKNOWN = "/*";

/** How many addresses are remembered; asked again and again are few. */
const REMEMBERED = 2_000;
/** Longer addresses are nobody's links. */
const LONGEST = 300;

/**
 * Finds for the target of a request the pattern of its route, as `app/routes.ts` has it: `/vehicles/:vehicleId`. There are
 * as many as there are routes, whatever addresses people make up.
 */
export function routeNames(routes: Routes): (target: string) => string {
  const root = newStep();
  for (const pattern of [...OTHERS, ...patternsOf(routes)]) {
    // `/verify-email/:token?` is two addresses.
    if (pattern.endsWith("?")) enter(root, pattern.replace(/\/[^/]*$/, ""), pattern);
    enter(root, pattern.replace(/\?$/, ""), pattern);
  }
  const known = new Map<string, string>();
  return (target) => {
    // Mostly it has no query.
    const asBefore = known.get(target);
    if (asBefore !== undefined) return asBefore;
    const end = target.search(/[?#]/);
    const path = end < 0 ? target : target.slice(0, end);
    if (path.length > LONGEST) return UNKNOWN;
    const found = known.get(path);
    if (found !== undefined) return found;
    const name = find(root, segmentsOf(path));
    if (name === undefined || name.endsWith("*")) return name ?? UNKNOWN;
    if (known.size >= REMEMBERED) known.clear();
    known.set(path, name);
    return name;
  };
}

const newStep = (): Step => ({ words: new Map(), parameters: [] });

function patternsOf(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) => {
    return route.index || route.path ? [`/${pathsAround(routes, route.id).join("/")}`] : [];
  });
}

/** The paths of a route and of those around it, the outermost first. */
function pathsAround(routes: Routes, id: string | undefined): string[] {
  const route = id === undefined ? undefined : routes[id];
  if (route === undefined) return [];
  return [...pathsAround(routes, route.parentId), ...(route.path ? [route.path] : [])];
}

function enter(root: Step, pattern: string, name: string): void {
  let step = root;
  for (const segment of pattern.split("/").filter(Boolean)) {
    if (segment === "*") {
      step.rest = name;
      return;
    }
    step = segment.startsWith(":") ? parameterOf(step, segment) : wordOf(step, segment.toLowerCase());
  }
  step.name ??= name;
}

function wordOf({ words }: Step, word: string): Step {
  const next = words.get(word) ?? newStep();
  words.set(word, next);
  return next;
}

function parameterOf({ parameters }: Step, segment: string): Step {
  const ending = segment.replace(/^:\w+/, "").toLowerCase();
  const known = parameters.find((parameter) => parameter.ending === ending);
  if (known) return known.step;
  const parameter = { ending, step: newStep() };
  parameters.push(parameter);
  parameters.sort((one, other) => other.ending.length - one.ending.length);
  return parameter.step;
}

/** As the router compares: decoded, in any case; with script Remix asks for a page's data under its name and `.data`. */
function segmentsOf(path: string): string[] {
  const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return decoded(page).toLowerCase().split("/").filter(Boolean);
}

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function find(step: Step, segments: readonly string[], at = 0): string | undefined {
  const segment = segments[at];
  if (segment === undefined) return step.name ?? step.rest;
  const word = step.words.get(segment);
  const found = word && find(word, segments, at + 1);
  if (found !== undefined) return found;
  for (const { ending, step: next } of step.parameters) {
    if (!segment.endsWith(ending) || segment.length === ending.length) continue;
    const through = find(next, segments, at + 1);
    if (through !== undefined) return through;
  }
  return step.rest;
}
