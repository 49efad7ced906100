import type { RequestListener, ServerResponse } from "node:http";
import { counter, Durations, type Figure, histogram, type Labels } from "~/services/metrics/figures";

/** Others of Node's are as rare as they are strange. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** What is written where the client had gone before it had its answer. */
const GONE = 499;

/** Requests of one route, by method and status. */
type OfRoute = Map<number, Durations>;

/**
 * Measures every request that `answer` gets, from its coming until its answer has left, or its client has gone.
 * @param nameOf finds the pattern of a request's route
 */
export function watchRequests(nameOf: (target: string) => string, answer: RequestListener) {
  const routes = new Map<string, OfRoute>();
  const note = (target: string, method: string, res: ServerResponse, came: number) => {
    const ms = performance.now() - came;
    const route = nameOf(target);
    const ofRoute = routes.get(route) ?? added(routes, route, new Map<number, Durations>());
    const key = METHODS.indexOf(method) * 1000 + (res.writableEnded ? res.statusCode : GONE);
    (ofRoute.get(key) ?? added(ofRoute, key, new Durations())).add(ms);
  };
  const listener: RequestListener = (req, res) => {
    const came = performance.now();
    // Express changes the address on its way.
    const { url = "", method = "" } = req;
    answer(req, res);
    // A kept answer has been handed over by now.
    if (res.writableEnded) note(url, method, res, came);
    else res.once("close", () => note(url, method, res, came));
  };
  return { listener, figures: () => figuresOf(routes) };
}

function added<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}

function figuresOf(routes: ReadonlyMap<string, OfRoute>): Figure[] {
  const all = [...routes].flatMap(([route, ofRoute]) =>
    [...ofRoute].map(([key, durations]): [Labels, Durations] => {
      const method = METHODS[Math.floor(key / 1000)] ?? "other";
      return [{ route, method, status: ((key % 1000) + 1000) % 1000 }, durations];
    }),
  );
  const counts = all.map(([labels, { count }]): [Labels, number] => [labels, count]);
  return [
    counter("paddock_http_requests_total", "Requests by route, method and status; 499: the client had gone", counts),
    histogram("paddock_http_request_duration_seconds", "Time until an answer had left", all),
  ];
}
