import { failureResponse } from "~/http/api.server";

/** Whatever is asked of an unknown path under /api/v1 is answered in the contract's failure shape. */
const answer = () => failureResponse(404, "There is nothing at this address.");

export const loader = answer;
export const action = answer;
