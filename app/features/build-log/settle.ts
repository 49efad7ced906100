import { DomainError, type FieldErrors } from "~/lib/errors";
import { ENTRY_MESSAGES } from "./limits";
import type { EntryInput } from "./schema.server";

/**
 * An entry as it is stored: what one field says is brought in line with the others. A modification without status or
 * area is Done and Other; other kinds have none. A unit without a mileage goes, as does a currency without a cost.
 * @throws DomainError invalid for a mileage without unit and for a cost without currency
 */
export function settledEntry<Entry extends EntryInput>(entry: Entry): Entry {
  const fields: FieldErrors = {};
  if (entry.mileage !== null && entry.unit === null) fields.unit = [ENTRY_MESSAGES.unit];
  if (entry.cost !== null && entry.currency === null) fields.currency = [ENTRY_MESSAGES.currency];
  const [first] = Object.values(fields).flat();
  if (first !== undefined) throw new DomainError("invalid", first, fields);
  const isModification = entry.kind === "Modification";
  return {
    ...entry,
    status: isModification ? (entry.status ?? "Done") : null,
    area: isModification ? (entry.area ?? "Other") : null,
    unit: entry.mileage === null ? null : entry.unit,
    currency: entry.cost === null ? null : entry.currency,
    // A cost that is given later begins as its owner's alone.
    costIsPublic: entry.cost !== null && entry.costIsPublic,
  };
}
