import { updateEntry } from "~/features/build-log/commands.server";
import { entryValues } from "~/features/build-log/components/entry-fields";
import type { MoreRows } from "~/features/build-log/components/entry-form";
import { ENTRY_UPDATED, MAX_PARTS } from "~/features/build-log/limits";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { entryInput } from "~/features/build-log/schema.server";
import { messageAfter } from "~/features/holds/holding.server";
import { formFailureValues } from "~/http/page/form-failure.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { unlessChanged } from "~/lib/revision.server";

type Values = Record<string, string>;

/** ISO 4217. Sent with the page, because the browser's list may differ. */
export const CURRENCIES = Intl.supportedValuesOf("currency");

const NO_PARTS = Object.fromEntries(
  Array.from({ length: MAX_PARTS }, (_, row) =>
    ["name", "maker", "number", "url"].map((field) => `parts[${row}][${field}]`),
  )
    .flat()
    .map((field) => [field, ""]),
);

/**
 * "Add another part" without script: saves nothing and adds a row.
 * @returns undefined for another button
 */
export function requestedRows(values: Values): MoreRows | undefined {
  if (values.rows === undefined) return undefined;
  const { intent: _, rows, ...fields } = values;
  return { values: formFailureValues(fields), rows: Math.min(MAX_PARTS, Math.max(0, Math.floor(Number(rows)) || 0)) };
}

/** Every field is sent, even an unticked box. */
export const saveEntry = withMemberAndId<Response | MoreRows>(
  "entryId",
  ENTRY_NOT_FOUND,
  async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    getOwnEntryPage(id, viewer);
    const more = requestedRows(values);
    if (more) return more;
    const precondition = unlessChanged(values, () => ({
      ...NO_PARTS,
      ...entryValues(getOwnEntryPage(id, viewer).entry),
    }));
    updateEntry(viewer, id, decode(entryInput, values), precondition);
    return redirectWithToast(`/build/${id}`, messageAfter("entry", id, ENTRY_UPDATED));
  },
);
