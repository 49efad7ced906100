/** Notifications a page. */
export const NOTIFICATIONS_A_PAGE = 20;

/** So many are marked as read by their ids at once. */
export const MOST_IDS = 100;
