import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from "react";

export interface DragProps {
  isDragged: boolean;
  drop: "before" | "after" | undefined;
  handle: {
    onPointerDown(event: PointerEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

interface Drag {
  from: number;
  to: number;
}

/** CSS pixels: distance from the window's edge that starts scrolling, and scroll step per frame. */
const EDGE = 96;
const STEP = 12;

/**
 * Reorders rows by dragging their handles, or by arrow keys.
 * @param list its children are the rows
 * @param place `to` may be out of range
 * @returns the props of the row at an index
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, place: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Drag | null>(null);
  return (at: number): DragProps => ({
    isDragged: dragged?.from === at,
    drop: dropAt(dragged, at),
    handle: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.preventDefault();
        (event.currentTarget as HTMLElement).focus();
        followPointer(list, (to, isOver) => {
          setDragged(isOver ? null : { from: at, to: to ?? at });
          if (isOver && to !== undefined) place(at, to);
        });
      },
      onKeyDown(event) {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        place(at, at + step);
      },
    },
  });
}

function dropAt(dragged: Drag | null, at: number): DragProps["drop"] {
  if (!dragged || dragged.to !== at || dragged.to === dragged.from) return undefined;
  return dragged.to < dragged.from ? "before" : "after";
}

/**
 * @param onMove receives the row index under the pointer, and whether the drag is over; undefined and true if cancelled
 */
function followPointer(list: RefObject<HTMLElement | null>, onMove: (to: number | undefined, isOver: boolean) => void) {
  let y: number | undefined;
  let frame = 0;
  const indexAt = (height: number) => {
    const rows = [...(list.current?.children ?? [])];
    const nextIndex = rows.findIndex((row) => row.getBoundingClientRect().bottom > height);
    return nextIndex < 0 ? rows.length - 1 : nextIndex;
  };
  const follow = () => {
    if (y !== undefined) {
      if (y < EDGE) window.scrollBy(0, -STEP);
      else if (y > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      onMove(indexAt(y), false);
    }
    frame = requestAnimationFrame(follow);
  };
  const end = (to: number | undefined) => {
    cancelAnimationFrame(frame);
    listening.abort();
    onMove(to, true);
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
