/** Said to both, whoever blocked whom, and the same as where something is impossible for another reason. */
export const NOT_POSSIBLE = "This is not possible.";
