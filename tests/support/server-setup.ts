import { ensureBuild } from "../../app/cli/build/build.mjs";

/** Once a run that has tests of the built server: builds where the build is stale, instead of inside the first test. */
export default function setup() {
  return ensureBuild();
}
