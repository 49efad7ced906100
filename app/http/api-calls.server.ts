import type { ApiDeclaration, ApiMethod, ApiMethods } from "./api-declaration";

/** A route as the router has it: its own path, from the site's root, and its module. */
export interface KnownRoute {
  path?: string;
  module: object;
}

/** A call of the contract: what is declared, and where it is. */
export interface DescribedCall extends ApiDeclaration {
  method: ApiMethod;
  /** Below /api/v1, with `{name}` for its parameters. */
  path: string;
}

const API = "api/v1/";

/** Every call below /api/v1, in the order of the routes: addresses from these, the rest from what their modules declare. */
export function apiCalls(routes: Iterable<KnownRoute>): DescribedCall[] {
  return [...routes].flatMap(({ path, module }) => {
    if (!path?.startsWith(API) || !("calls" in module)) return [];
    const address = `/${path.slice(API.length).replace(/:(\w+)\??/g, "{$1}")}`;
    const calls = Object.entries(module.calls as ApiMethods) as [ApiMethod, ApiDeclaration][];
    return calls.map(([method, declared]) => ({ ...declared, method, path: address }));
  });
}
