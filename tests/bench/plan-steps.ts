/** Tables of what people have made: they grow with the site. */
const GROWING =
  /^SCAN (?:main\.)?(garages|vehicles|users|photos|likes|comments|reviews|follows|events|event_attendances|places|map_things|sessions|tickets|audit_log)\b(?!_fts)/;

/** The steps of a query plan that a hot query must not have: a whole growing table walked, rows sorted by SQLite. */
export function slowSteps(plan: readonly string[]): string[] {
  return plan.filter((step) => (GROWING.test(step) && !/ USING .*INDEX/.test(step)) || /TEMP B-TREE/.test(step));
}
