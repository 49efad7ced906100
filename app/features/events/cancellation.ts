/** "Cancelled: The field is under water.", for what is text only; empty where an event takes place. */
export function cancellationText(event: { cancelled: boolean; cancelReason: string | null }): string {
  if (!event.cancelled) return "";
  return event.cancelReason === null ? "Cancelled." : `Cancelled: ${event.cancelReason}`;
}
