import { useActionData } from "@remix-run/react";
import type { FieldErrors } from "~/lib/errors";
import type { FormFailure, KeptPhoto } from "~/lib/forms";
import { MAX_FILES } from "~/lib/images";
import { EnterButton, SubmitOrCancel } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { FileField } from "~/ui/uploads/file-field";
import { EntryNumberFields, EntryTextFields, type Values } from "./entry-fields";

/** Response to "Add another part" without script. */
export interface MoreRows {
  values: Record<string, string>;
  rows: number;
  kept?: readonly KeptPhoto[];
  /** Of photos not kept. */
  photoErrors?: FieldErrors;
}

/** The typed values after a request for a row, else the given ones. */
function useStart(storedValues: Values): Partial<Omit<MoreRows, "values">> & { initial: Values } {
  const actionData = useActionData<FormFailure | MoreRows>();
  const more = actionData && "rows" in actionData ? actionData : undefined;
  return { ...more, initial: more?.values ?? storedValues };
}

interface EntryFormProps {
  values: Values;
  currencies: readonly string[];
}

export function AddEntryForm({ vehicleId, values, currencies }: EntryFormProps & { vehicleId: number }) {
  const { initial, rows, kept, photoErrors = {} } = useStart(values);
  return (
    <PageForm once draft initial={initial} encType="multipart/form-data">
      <EnterButton>Save</EnterButton>
      {rows === undefined ? null : (
        <p role="status" className="mb-6 rounded-md border-l-4 border-ink bg-sunk px-4 py-3">
          {["You can now add another part. Nothing is saved yet.", ...Object.values(photoErrors).flat()].join(" ")}
        </p>
      )}
      <EntryTextFields />
      <FileField name="photos" label="Photos" optional max={MAX_FILES} kept={kept} tray={{}} />
      <EntryNumberFields currencies={currencies} rows={rows} />
      <SubmitOrCancel act="Add to the build log" busy="Adding…" cancelTo={`/vehicles/${vehicleId}/build`} isInSight />
    </PageForm>
  );
}

/** Photos have a separate form. */
export function EditEntryForm({ entryId, values, currencies }: EntryFormProps & { entryId: number }) {
  const { initial, rows } = useStart(values);
  return (
    <PageForm draft intent="entry" initial={initial}>
      <EnterButton>Save</EnterButton>
      <EntryTextFields />
      <EntryNumberFields currencies={currencies} rows={rows} />
      <SubmitOrCancel act="Save entry" busy="Saving…" cancelTo={`/build/${entryId}`} isInSight />
    </PageForm>
  );
}
