import { walkMatrix } from "../permissions/walk";

await walkMatrix(false);
