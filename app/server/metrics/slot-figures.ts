import { type Figure, gauge } from "~/services/metrics/figures";
import type { SlotState } from "~/services/uploads/slots.server";

/** Uploads, as whoever gives out their slots sees them: the one process, or the primary of several. */
export function slotFigures({ waiting, underWay }: SlotState): Figure[] {
  return [
    gauge("paddock_uploads_waiting", "Uploads that wait for a slot", waiting),
    gauge("paddock_uploads_under_way", "Uploads that have one", underWay),
  ];
}
