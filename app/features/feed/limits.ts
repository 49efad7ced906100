/** So far back a feed goes: nobody reads further, and neither its reads nor its count grow beyond. */
export const MOST = 1000;

/** Pictures that a row shows of what was added. */
export const PICTURES = 3;
