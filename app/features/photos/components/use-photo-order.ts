import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { useOptimistic } from "~/ui/use-optimistic";

/** What a row of the list needs to be dragged. */
export interface DragProps {
  isDragged: boolean;
  /** Where the dragged photo would come to stand, seen from this row. */
  drop: "before" | "after" | undefined;
  handle: {
    onPointerDown(event: PointerEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

interface Drag {
  id: string;
  /** Indices in the list. */
  from: number;
  to: number;
}

/** How close to the window's edge a drag scrolls, and how far at a time, CSS pixels. */
const EDGE = 96;
const STEP = 12;

/**
 * The order of a vehicle's photos, which changes at once when one is dragged to another place or sent there by an arrow
 * key, and back where that fails.
 */
export function usePhotoOrder(photos: PhotoView[]) {
  const [order, , attempt] = useOptimistic(photos.map((photo) => photo.id));
  const [dragged, setDragged] = useState<Drag | null>(null);
  const [said, setSaid] = useState("");
  const [scripted, setScripted] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => setScripted(true), []);

  const place = (id: string, from: number, to: number) => {
    if (to === from || to < 0 || to >= order.length) return;
    const value = order.filter((other) => other !== id);
    value.splice(to, 0, id);
    setSaid(`Photo ${from + 1} is now in place ${to + 1} of ${order.length}.`);
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
  const drag = (id: string, at: number): DragProps => ({
    isDragged: dragged?.id === id,
    drop: dropAt(dragged, at),
    handle: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.preventDefault();
        (event.currentTarget as HTMLElement).focus();
        followPointer(list, (to, isOver) => {
          setDragged(isOver ? null : { id, from: at, to: to ?? at });
          if (isOver && to !== undefined) place(id, at, to);
        });
      },
      onKeyDown(event) {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        place(id, at, at + by);
      },
    },
  });
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const inOrder = order.flatMap((id) => byId.get(id) ?? []);
  return { inOrder, said, drag, scripted, list };
}

function dropAt(dragged: Drag | null, at: number): DragProps["drop"] {
  if (!dragged || dragged.to !== at || dragged.to === dragged.from) return undefined;
  return dragged.to < dragged.from ? "before" : "after";
}

/**
 * Follows the pointer until it is let go.
 * @param moved is told the index of the row that it is over, and whether that was the last word; undefined as the last
 *   word where the drag was broken off
 */
function followPointer(list: RefObject<HTMLOListElement>, moved: (to: number | undefined, isOver: boolean) => void) {
  let y: number | undefined;
  let frame = 0;
  const indexAt = (height: number) => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((row) => row.getBoundingClientRect().bottom > height);
    return below < 0 ? rows.length - 1 : below;
  };
  const follow = () => {
    if (y !== undefined) {
      if (y < EDGE) window.scrollBy(0, -STEP);
      else if (y > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      moved(indexAt(y), false);
    }
    frame = requestAnimationFrame(follow);
  };
  const end = (to: number | undefined) => {
    cancelAnimationFrame(frame);
    listening.abort();
    moved(to, true);
  };
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener("pointermove", (event) => void (y = event.clientY), { signal });
  window.addEventListener("pointerup", (event) => end(y === undefined ? undefined : indexAt(event.clientY)), {
    signal,
  });
  window.addEventListener("pointercancel", () => end(undefined), { signal });
  window.addEventListener("keydown", (event) => void (event.key === "Escape" && end(undefined)), { signal });
  frame = requestAnimationFrame(follow);
}
