import { useActionData, useNavigate } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { MAX_FILES } from "~/lib/image-limits";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { showToast } from "~/ui/toasts";
import { FileField } from "~/ui/uploads/file-field";
import { UploadProgress } from "~/ui/uploads/upload-progress";
import { useUpload } from "~/ui/uploads/use-upload";
import { ENTRY_ADDED, ENTRY_FAILED } from "../limits";
import { EntryNumbers, EntryWords, type Values } from "./entry-fields";

/** The answer to "Add another part" without script: what was typed, and how many rows there shall be. */
export interface MoreRows {
  kept: Record<string, string>;
  rows: number;
}

/** What a form starts with: what was typed where a row was asked for, else what is given. */
function useStart(given: Values): { initial: Values; rows: number | undefined } {
  const answer = useActionData<FormFailure | MoreRows>();
  const more = answer && "rows" in answer ? answer : undefined;
  return { initial: more?.kept ?? given, rows: more?.rows };
}

/** The Enter key presses a form's first button, which must not be the one that adds a row. */
function FirstButton() {
  return (
    <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
      Save
    </button>
  );
}

interface EntryFormProps {
  /** What the fields start with. */
  values: Values;
  currencies: readonly string[];
}

/** A new entry, and up to five photos of it at once. */
export function AddEntryForm({ vehicleId, values, currencies }: EntryFormProps & { vehicleId: string }) {
  const navigate = useNavigate();
  const { initial, rows } = useStart(values);
  const { upload, sent, onSubmit } = useUpload<{ doc: { _id: string } }>({
    api: `/api/v1/vehicles/${vehicleId}/build`,
    fallback: ENTRY_FAILED,
    onDone: ({ doc }) => {
      showToast({ message: ENTRY_ADDED, type: "success" });
      navigate(`/build/${doc._id}`);
    },
  });
  return (
    <PageForm
      draft
      autoComplete="off"
      initial={initial}
      encType="multipart/form-data"
      upload={upload}
      onSubmit={onSubmit}
      aria-busy={upload.busy}
    >
      <FirstButton />
      {rows === undefined ? null : (
        <p role="status" className="mb-6 rounded-md border-l-4 border-ink bg-sunk px-4 py-3">
          There is room for another part. Nothing is saved yet, and photos need to be chosen again.
        </p>
      )}
      <EntryWords />
      <FileField name="photos" label="Photos" optional max={MAX_FILES} tray={{}} />
      <EntryNumbers currencies={currencies} rows={rows} />
      <UploadProgress sent={sent} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Adding…">Add to the build log</SubmitButton>
        <ButtonLink to={`/vehicles/${vehicleId}/build`} kind="quiet">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}

/** What an entry says; its photos have a form of their own. */
export function EditEntryForm({ entryId, values, currencies }: EntryFormProps & { entryId: string }) {
  const { initial, rows } = useStart(values);
  return (
    <PageForm draft autoComplete="off" intent="entry" initial={initial}>
      <FirstButton />
      <EntryWords />
      <EntryNumbers currencies={currencies} rows={rows} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Saving…">Save entry</SubmitButton>
        <ButtonLink to={`/build/${entryId}`} kind="quiet">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
