import { ACCOUNT_CALLS, CASE_CALLS, EVENT_CALLS, GARAGE_CALLS } from "./calls";
import { DOCUMENTS, UPLOADS } from "./documents";
import { EVENT_PAGES, GARAGE_PAGES, PAGES } from "./pages";
import { PASSKEYS } from "./passkeys";
import type { Row } from "./row";
import { SECOND_STEP } from "./second-step";
import { BUILD_LOG_PAGES, VEHICLE_PAGES } from "./vehicle-pages";

/** Each route and verb with the answer for each kind of user. */
export const MATRIX: readonly Row[] = [
  ...SECOND_STEP,
  ...PASSKEYS,
  ...PAGES,
  ...GARAGE_PAGES,
  ...VEHICLE_PAGES,
  ...BUILD_LOG_PAGES,
  ...EVENT_PAGES,
  ...DOCUMENTS,
  ...UPLOADS,
  ...ACCOUNT_CALLS,
  ...CASE_CALLS,
  ...GARAGE_CALLS,
  ...EVENT_CALLS,
];
