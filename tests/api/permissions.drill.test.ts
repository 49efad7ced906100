import { walkMatrix } from "../permissions/walk";

walkMatrix(true);
