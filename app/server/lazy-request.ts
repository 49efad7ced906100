import type { IncomingMessage } from "node:http";

/** A request without a body, of which the method, the address and the headers can be had without making a web Request. */
interface Asked {
  req: IncomingMessage;
  url: string;
  headers?: Headers;
  whole?: Request;
}

const asked = new WeakMap<object, Asked>();

/**
 * A read as a web Request, for calls that hardly look at it: making a real one costs as much as the call. Everything
 * about it can be asked for; only `new Request(it)` and `fetch(it)`, which look behind its members, do not work.
 * @param url complete, with its origin
 */
export function lazyRequest(req: IncomingMessage, url: string): Request {
  const request = Object.create(requestMembers) as Request;
  asked.set(request, { req, url });
  return request;
}

/** The headers of a request as the web has them. */
export function headersOf({ headers }: IncomingMessage): Headers {
  const own = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") own.set(name, value);
    else for (const one of value ?? []) own.append(name, one);
  }
  return own;
}

function askedOf(request: object): Asked {
  const found = asked.get(request);
  if (!found) throw new TypeError("This is no request.");
  return found;
}

function wholeOf(of: Asked): Request {
  of.whole ??= new Request(of.url, { method: of.req.method ?? "GET", headers: headersOf(of.req) });
  return of.whole;
}

const wholeHeadersOf = (of: Asked): Headers => wholeOf(of).headers;

const headersMembers = standingFor(Headers.prototype, wholeHeadersOf, {
  get: {
    value(this: object, name: string) {
      const value = askedOf(this).req.headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  },
});

const requestMembers = standingFor(Request.prototype, wholeOf, {
  method: { get: (): string => "GET" },
  url: {
    get(this: object) {
      return askedOf(this).url;
    },
  },
  headers: {
    get(this: object) {
      const of = askedOf(this);
      if (!of.headers) {
        of.headers = Object.create(headersMembers) as Headers;
        asked.set(of.headers, of);
      }
      return of.headers;
    },
  },
});

/** Members of `prototype`: those in `quick`, and of all others what the real thing has. */
function standingFor<T extends object>(prototype: T, realOf: (of: Asked) => T, quick: PropertyDescriptorMap): T {
  const others = Reflect.ownKeys(prototype).filter((name) => name !== "constructor" && !Object.hasOwn(quick, name));
  const members = others.map((name): [PropertyKey, PropertyDescriptor] => [
    name,
    {
      get(this: object) {
        const real = realOf(askedOf(this));
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === "function" ? value.bind(real) : value;
      },
    },
  ]);
  return Object.create(prototype, { ...Object.fromEntries(members), ...quick }) as T;
}
