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

/** The answer to a button that acted at once: what had been typed, which is not saved, and what was done. */
export interface GalleryResult {
  values: Record<string, string>;
  revision: string | undefined;
  done: string;
}

const FORM = "all-photos";
const INTENT = "gallery";

interface PhotoListProps {
  photos: PhotoView[];
  /** Of the stored captions, places and cover. */
  revision: string;
  vehicle: { id: string; name: string; coverPhoto: string | null };
  /** They belong to an entry of its build log: none is the cover, and those to remove are ticked. */
  isOfEntry?: boolean;
}

/**
 * All photos of a vehicle in one form: captions, places and the cover are saved together; moving and turning one acts
 * at once and leaves alone what is typed. The list is not inside the form but its fields belong to it, because the
 * dialogs in the list bring forms of their own.
 */
export function PhotoList({ photos, revision, vehicle, isOfEntry = false }: PhotoListProps) {
  const actionData = useActionData<FormFailure | GalleryResult>();
  const failure = actionData && "errors" in actionData && actionData.values.intent === INTENT ? actionData : undefined;
  const done = actionData && "done" in actionData ? actionData : undefined;
  const { inOrder, said, drag, scripted, list } = usePhotoOrder(photos);
  const keepFocus = useRestoredFocus(photos);
  const { formData } = useNavigation();
  const pressed = formData?.get("intent") === INTENT ? formData : undefined;
  const isSaving = pressed !== undefined && !pressed.has("turn") && !pressed.has("move");
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
        {inOrder.map((photo, at) => (
          <PhotoEditor
            key={photo.id}
            form={FORM}
            fieldId={(name) => `${FORM}-${INTENT}-field-${name}`}
            photo={{ ...photo, position: at + 1 }}
            vehicle={vehicle}
            isEntryPhoto={isOfEntry}
            total={photos.length}
            errors={failure?.errors ?? {}}
            typed={failure?.values ?? done?.values ?? {}}
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
          {!said && done && Object.keys(done.values).length > 0 ? " Your other changes are not saved yet." : ""}
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

/**
 * A photo that changes its place takes its buttons with it, and browsers let go of what moves: focus comes back, where the
 * button is gone (the last photo cannot go later) to the nearest of the photo that is still there.
 */
function useRestoredFocus(photos: PhotoView[]) {
  const pressed = useRef<HTMLElement[]>([]);
  const before = useRef(photos);
  useEffect(() => {
    if (before.current === photos) return;
    before.current = photos;
    const focused = document.activeElement;
    // The answer to an earlier press: that to this one is still to come.
    if (focused === pressed.current[0]) return;
    if (focused === document.body) pressed.current.find((button) => button.isConnected)?.focus();
    pressed.current = [];
  }, [photos]);
  return ({ target }: { target: EventTarget }) => {
    const button = (target as Element).closest<HTMLElement>("button[id]");
    if (button) pressed.current = nearestFirst(button);
  };
}

/** A button and those beside it, by how far they are from it; of two that are as far the one before it. */
function nearestFirst(button: HTMLElement): HTMLElement[] {
  const all = [...(button.closest(".photo-acts")?.querySelectorAll<HTMLElement>("button[id]") ?? [button])];
  const away = (one: HTMLElement) => Math.abs(all.indexOf(one) - all.indexOf(button));
  return [...all].sort((one, other) => away(one) - away(other));
}

/**
 * The order of a vehicle's photos, which changes at once when one is dragged to another place or sent there by an arrow
 * key, and back where that fails.
 */
function usePhotoOrder(photos: PhotoView[]) {
  const [order, , attempt] = useOptimistic(photos.map((photo) => photo.id));
  const [said, setSaid] = useState("");
  const [scripted, setScripted] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => setScripted(true), []);

  const place = (from: number, to: number) => {
    const id = order[from];
    if (id === undefined || to === from || to < 0 || to >= order.length) return;
    const value = order.filter((other) => other !== id);
    value.splice(to, 0, id);
    setSaid(`Photo ${from + 1} is now number ${to + 1} of ${order.length}.`);
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
  return { inOrder, said, drag, scripted, list };
}
