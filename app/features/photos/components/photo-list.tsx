import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import type { FormFailure } from "~/lib/forms";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { PhotoEditor } from "./photo-editor";
import { usePhotoOrder } from "./use-photo-order";

/** The answer to a button that acted at once: what had been typed, which is not saved, and what was done. */
export interface GalleryAnswer {
  kept: Record<string, string>;
  done: string;
}

const FORM = "all-photos";
const INTENT = "gallery";

interface PhotoListProps {
  photos: PhotoView[];
  vehicle: { id: string; name: string; coverPhoto: string | null };
  /** They belong to an entry of its build log: none is the cover, and those to remove are ticked. */
  ofEntry?: boolean;
}

/**
 * All photos of a vehicle in one form: captions, places and the cover are saved together; moving and turning one acts
 * at once and leaves alone what is typed. The list is not inside the form but its fields belong to it, because the
 * dialogs in the list bring forms of their own.
 */
export function PhotoList({ photos, vehicle, ofEntry = false }: PhotoListProps) {
  const answer = useActionData<FormFailure | GalleryAnswer>();
  const failure = answer && "errors" in answer && answer.values.intent === INTENT ? answer : undefined;
  const done = answer && "done" in answer ? answer : undefined;
  const { inOrder, said, drag, scripted, list } = usePhotoOrder(photos);
  const keepFocus = useKeptFocus(photos);
  const { formData } = useNavigation();
  const pressed = formData?.get("intent") === INTENT ? formData : undefined;
  const isSaving = pressed !== undefined && !pressed.has("turn") && !pressed.has("move");
  return (
    <>
      <PageForm id={FORM} intent={INTENT} initial={savedTexts(inOrder, vehicle.coverPhoto)} draft preventScrollReset>
        {/* The Enter key presses a form's first button, which must not be one that moves a photo. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save all
        </button>
      </PageForm>
      <ol ref={list} onClickCapture={keepFocus}>
        {inOrder.map((photo, at) => (
          <PhotoEditor
            key={photo.id}
            form={FORM}
            fieldId={(name) => `${FORM}-${INTENT}-field-${name}`}
            photo={{ ...photo, position: at + 1 }}
            vehicle={vehicle}
            ofEntry={ofEntry}
            total={photos.length}
            errors={failure?.errors ?? {}}
            typed={failure?.values ?? done?.kept ?? {}}
            isTurning={pressed?.get("turn") === photo.id}
            drag={scripted ? drag(at) : undefined}
          />
        ))}
      </ol>
      <div className="save-bar">
        <Button kind="primary" form={FORM} aria-disabled={isSaving}>
          {isSaving ? "Saving…" : "Save all"}
        </Button>
        <p role="status" className="text-sm text-grey">
          {said || done?.done}
          {!said && done && Object.keys(done.kept).length > 0 ? " Your other changes are not saved yet." : ""}
        </p>
      </div>
    </>
  );
}

/** What the fields hold while nothing is typed. */
function savedTexts(photos: readonly PhotoView[], coverPhoto: string | null): Record<string, string | number> {
  const cover = photos.find(({ photo }) => photo === coverPhoto)?.id ?? "";
  const texts = photos.flatMap(({ id, caption }, at): [string, string | number][] => [
    [`caption-${id}`, caption],
    [`place-${id}`, at + 1],
  ]);
  return Object.fromEntries([["cover", cover], ...texts]);
}

/** A photo that changes its place takes its buttons with it, and browsers let go of what moves: focus comes back. */
function useKeptFocus(photos: PhotoView[]) {
  const [pressed] = useState<{ id?: string }>({});
  const before = useRef(photos);
  useEffect(() => {
    if (before.current === photos) return;
    before.current = photos;
    if (pressed.id && document.activeElement === document.body) document.getElementById(pressed.id)?.focus();
    pressed.id = undefined;
  }, [photos, pressed]);
  return (event: { target: EventTarget }) => {
    const button = (event.target as Element).closest("button[id]");
    if (button) pressed.id = button.id;
  };
}
