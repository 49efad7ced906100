import { type Measured, startMeasured } from "./measured";
import { shared } from "./shared";

/** The process in which Lighthouse judges pages (`judge`, by address and the browser's port); loads in about two seconds. */
export const judge = shared<Measured>({
  users: ["sizes", "script", "views"],
  make: () => startMeasured("tests/bench/lighthouse-peer.ts", process.env),
  end: (peer) => peer.stop(),
});
