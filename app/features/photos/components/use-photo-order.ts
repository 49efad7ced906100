import { useEffect, useRef, useState } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { useOptimistic } from "~/ui/use-optimistic";
import { useRowDrag } from "~/ui/use-row-drag";

/**
 * The order of a vehicle's photos, which changes at once when one is dragged to another place or sent there by an arrow
 * key, and back where that fails.
 */
export function usePhotoOrder(photos: PhotoView[]) {
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
  const drag = useRowDrag(list, place);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const inOrder = order.flatMap((id) => byId.get(id) ?? []);
  return { inOrder, said, drag, scripted, list };
}
