/** So many people of each kind a list has, the newest first: nobody keeps more in view. */
export const MOST_LISTED = 1000;
