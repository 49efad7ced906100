import type { RequestListener, ServerResponse } from "node:http";
import { counter, Durations, type Figure, histogram, type Labels } from "~/services/metrics/figures";
import { UNKNOWN } from "./route-names";

/** Others of Node's are as rare as they are strange. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** What is written where the client had gone before it had its answer. */
const GONE = 499;

/** The place of all other methods in the list. */
const OTHER = -1;
/**
 * Kinds of refusals whose times are kept apart. Whoever tries everything everywhere makes thousands of them, and a histogram
 * is fifteen lines: every scrape would hold the process up from then on. They are counted all the same.
 */
const MOST_REFUSALS = 300;

/** Requests of one route with the same method and status. */
interface Kind {
  count: number;
  durations: Durations;
}

/**
 * Measures every request that `answer` gets, from its coming until its answer has left, or its client has gone.
 * @param nameOf finds the pattern of a request's route
 */
export function watchRequests(nameOf: (target: string) => string, answer: RequestListener) {
  const kinds = kindsOfRequests();
  const note = (target: string, method: string, res: ServerResponse, came: number) => {
    const ms = performance.now() - came;
    const status = res.writableEnded ? res.statusCode : GONE;
    const kind = kinds.of(nameOf(target), METHODS.indexOf(method), status);
    kind.count += 1;
    kind.durations.add(ms);
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
  return { listener, figures: kinds.figures };
}

/** All kinds of requests that there have been. Their `method` is a place in the list above. */
function kindsOfRequests() {
  const routes = new Map<string, Map<number, Kind>>();
  const counted: [Labels, Kind][] = [];
  const timed: [Labels, Durations][] = [];
  let refusals = 0;
  const of = (route: string, method: number, status: number): Kind => {
    const ofRoute = routes.get(route) ?? added(routes, route, new Map<number, Kind>());
    const key = method * 1000 + status;
    return ofRoute.get(key) ?? added(ofRoute, key, begin(route, method, status));
  };
  const begin = (route: string, method: number, status: number): Kind => {
    const labels = { route, method: METHODS[method] ?? "other", status };
    const kind = { count: 0, durations: timesOf(labels) };
    counted.push([labels, kind]);
    return kind;
  };
  const timesOf = (labels: { route: string; method: string; status: number }): Durations => {
    const { route, method, status } = labels;
    const isLast = route === UNKNOWN && method === "other";
    if (status >= 400 && status < 500 && !isLast) {
      if (refusals >= MOST_REFUSALS) return of(UNKNOWN, OTHER, status).durations;
      refusals += 1;
    }
    const durations = new Durations();
    timed.push([labels, durations]);
    return durations;
  };
  const figures = (): Figure[] => {
    const counts = counted
      .filter(([, { count }]) => count > 0)
      .map(([labels, { count }]): [Labels, number] => [labels, count]);
    return [
      counter("paddock_http_requests_total", "Requests by route, method and status; 499: the client had gone", counts),
      histogram("paddock_http_request_duration_seconds", "Time until an answer had left", timed),
    ];
  };
  return { of, figures };
}

function added<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}
