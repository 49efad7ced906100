import { MATRIX } from "../permissions/matrix";
import { document, type Row } from "../permissions/row";
import { ADDRESSES } from "../support/addresses";

/** Each address once as a read, and each of its forms. */
export function rowsToTry(): Row[] {
  const open = MATRIX.filter(({ expected }) => expected.some((answer) => typeof answer === "string" || answer < 400));
  return open.filter(({ verb, route, send }, index) => {
    const isSame = (row: Row) => row.verb === verb && row.route === route && (verb === "GET" || row.send === send);
    return open.findIndex(isSame) === index;
  });
}

/** Outside of the router. */
const EXTRA_ROWS: Row[] = [
  document("GET /healthz", 200),
  document("GET /assets/none.js", 404),
  document("GET /icon-192.png", 200),
  document("GET /__manifest", 200),
  document("GET /_root.data", 200),
];

const listRouted = () => ADDRESSES.flatMap(({ route, verbs }) => verbs.map((verb) => `${verb} /${route}`));

export const nameOf = ({ verb, route }: Row) => `${verb} /${route}`;

/** Even addresses without access. */
export function allTargets(): Row[] {
  const open = rowsToTry();
  const names = new Set(open.map(nameOf));
  const closed = MATRIX.filter((row) => !names.has(nameOf(row)) && names.add(nameOf(row)));
  return [...open, ...closed, ...EXTRA_ROWS];
}

/** Routes and verbs outside of `addresses`. */
export function notCovered(addresses: Iterable<string>): string[] {
  const covered = new Set(addresses);
  return [...new Set(listRouted())].filter((name) => !covered.has(name));
}

/** The user with most rights. */
export const mostTrusted = ({ expected }: Row) => (expected[2] === 403 || expected[2] === 404 ? "admin" : "owner");
