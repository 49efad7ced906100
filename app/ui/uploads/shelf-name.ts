/** The browser database in which photo trays keep what was chosen. */
export const PHOTO_SHELF = "paddock-photos";

/** Deletes what every tray of this browser keeps: at logout. */
export function clearPhotoShelf(): void {
  try {
    indexedDB.deleteDatabase(PHOTO_SHELF);
  } catch {
    // The browser keeps nothing, so nothing is left.
  }
}
