import { SECOND } from "~/lib/time";
import type { Figure } from "~/services/metrics/figures";
import type { Meter } from "~/services/metrics/meter.server";
import type { Primary } from "./link";

/** How long the primary may take, ms: twice as long as it waits for workers. One of an older build never answers. */
const PATIENCE = 2 * SECOND;

/**
 * Tells the primary what this worker measures, whenever it asks.
 * @returns asks it for the figures of all workers; where it does not answer, they are this worker's own
 */
export function figuresOfAll(meter: Meter, primary: Primary): () => Promise<(readonly Figure[])[]> {
  const waiting = new Map<number, (parts: (readonly Figure[])[]) => void>();
  let serial = 0;
  const measure = async (look: number) => primary.tell({ type: "figures", look, figures: await meter.figures() });
  primary.listen((message) => {
    if (message.type === "measure") void measure(message.look);
    else if (message.type === "all-figures") waiting.get(message.id)?.(message.parts);
  });
  return () =>
    new Promise((resolve, reject) => {
      serial += 1;
      const id = serial;
      const own = () => meter.figures().then((figures) => answer([figures]), reject);
      const timer = setTimeout(own, PATIENCE);
      const answer = (parts: (readonly Figure[])[]) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(parts);
      };
      waiting.set(id, answer);
      primary.tell({ type: "look", id });
    });
}
