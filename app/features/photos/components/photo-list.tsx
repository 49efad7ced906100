import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import type { FormFailure } from "~/lib/forms";
import { Button, EnterButton } from "~/ui/forms/button";
import { FieldMessages } from "~/ui/forms/field-parts";
import { PageForm } from "~/ui/forms/form";
import { useOptimistic } from "~/ui/forms/use-optimistic";
import { useRowDrag } from "~/ui/forms/use-row-drag";
import { PhotoEditor } from "./photo-editor";

/** After a button with immediate effect: unsaved values, and a status text. */
export interface GalleryResult {
  values: Record<string, string>;
  revision: string | undefined;
  done: string;
}

const FORM = "all-photos";
const INTENT = "gallery";

interface PhotoListProps {
  photos: PhotoView[];
  /** Of the stored captions, positions and cover. */
  revision: string;
  vehicle: { id: number; name: string; coverPhoto: string | null };
  /** No cover, and checkboxes for removal. */
  isOfEntry?: boolean;
}

/**
 * Captions, positions and cover are saved together; moving and rotating take effect at once and keep unsaved values.
 * The fields are linked by `form`, because its dialogs contain forms of their own.
 */
export function PhotoList({ photos, revision, vehicle, isOfEntry = false }: PhotoListProps) {
  const actionData = useActionData<FormFailure | GalleryResult>();
  const failure = actionData && "errors" in actionData && actionData.values.intent === INTENT ? actionData : undefined;
  const done = actionData && "done" in actionData ? actionData : undefined;
  const { inOrder, said: announcement, drag, scripted, list } = usePhotoOrder(photos);
  const keepFocus = useRestoredFocus(photos);
  const { formData } = useNavigation();
  const sentFields = formData?.get("intent") === INTENT ? formData : undefined;
  const hasUnsavedRest = !announcement && done !== undefined && Object.keys(done.values).length > 0;
  const isSaving = sentFields !== undefined && !sentFields.has("turn") && !sentFields.has("move");
  return (
    <>
      <PageForm
        id={FORM}
        intent={INTENT}
        initial={{ ...savedTexts(inOrder, vehicle.coverPhoto), revision: done?.revision ?? revision }}
        draft
        preventScrollReset
      >
        <EnterButton>Save all</EnterButton>
      </PageForm>
      <FieldMessages id={`${FORM}-${INTENT}-field-cover`} messages={failure?.errors.cover} />
      <ol ref={list} onClickCapture={keepFocus}>
        {inOrder.map((photo, index) => (
          <PhotoEditor
            key={photo.id}
            form={FORM}
            fieldId={(name) => `${FORM}-${INTENT}-field-${name}`}
            photo={{ ...photo, position: index + 1 }}
            vehicle={vehicle}
            isEntryPhoto={isOfEntry}
            total={photos.length}
            errors={failure?.errors ?? {}}
            typedValues={failure?.values ?? done?.values ?? {}}
            isTurning={sentFields?.get("turn") === `${photo.id}`}
            drag={scripted ? drag(index) : undefined}
          />
        ))}
      </ol>
      <div className="save-bar">
        <Button kind="primary" form={FORM} aria-disabled={isSaving}>
          {isSaving ? "Saving…" : "Save all"}
        </Button>
        <p role="status" className="text-sm text-grey">
          {`${announcement || (done?.done ?? "")}${hasUnsavedRest ? " Your other changes are not saved yet." : ""}`}
        </p>
      </div>
    </>
  );
}

function savedTexts(photos: readonly PhotoView[], coverPhoto: string | null): Record<string, string | number> {
  const cover = photos.find(({ photo }) => photo === coverPhoto)?.id ?? "";
  const texts = photos.flatMap(({ id, caption }, index): [string, string | number][] => [
    [`caption-${id}`, caption],
    [`place-${id}`, index + 1],
  ]);
  return Object.fromEntries([["cover", cover], ...texts]);
}

/**
 * Browsers drop focus from moved elements. If the button is gone (the last photo cannot move later), focuses the
 * photo's nearest remaining button.
 */
function useRestoredFocus(photos: PhotoView[]) {
  const focusTargets = useRef<HTMLElement[]>([]);
  const before = useRef(photos);
  useEffect(() => {
    if (before.current === photos) return;
    before.current = photos;
    const focused = document.activeElement;
    // An earlier press's response; this one's is pending.
    if (focused === focusTargets.current[0]) return;
    if (focused === document.body) focusTargets.current.find((button) => button.isConnected)?.focus();
    focusTargets.current = [];
  }, [photos]);
  return ({ target }: { target: EventTarget }) => {
    const button = (target as Element).closest<HTMLElement>("button[id]");
    if (button) focusTargets.current = nearestFirst(button);
  };
}

/** By distance, earlier siblings first. */
function nearestFirst(button: HTMLElement): HTMLElement[] {
  const all = [...(button.closest(".photo-acts")?.querySelectorAll<HTMLElement>("button[id]") ?? [button])];
  const away = (element: HTMLElement) => Math.abs(all.indexOf(element) - all.indexOf(button));
  return [...all].sort((a, b) => away(a) - away(b));
}

/** Optimistic on drag and arrow keys, reverted on failure. */
function usePhotoOrder(photos: PhotoView[]) {
  const [order, , attempt] = useOptimistic(photos.map((photo) => photo.id));
  const [announcement, setAnnouncement] = useState("");
  const [isScripted, setIsScripted] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => setIsScripted(true), []);

  const place = (from: number, to: number) => {
    const id = order[from];
    if (id === undefined || to === from || to < 0 || to >= order.length) return;
    const value = order.filter((otherId) => otherId !== id);
    value.splice(to, 0, id);
    setAnnouncement(`Photo ${from + 1} is now number ${to + 1} of ${order.length}.`);
    attempt({
      value,
      send: () =>
        fetch(`/api/v1/photos/${id}`, {
          method: "PATCH",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ position: to + 1 }),
        }),
      failure: "Something went wrong.",
    });
  };
  const drag = useRowDrag(list, place);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const inOrder = order.flatMap((id) => byId.get(id) ?? []);
  return { inOrder, said: announcement, drag, scripted: isScripted, list };
}
