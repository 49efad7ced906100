import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sentForms } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";

import { claimForm, dropClaim, storeResponse, sweepSentForms } from "~/http/page/sent-forms.server";
import { HOUR, MINUTE, now, SECOND } from "~/lib/time";
import { passTime } from "../support/clock";
import { makeUser, viewerOf } from "../support/make-rows";
import { allRows, insertRow } from "../support/rows";

describe("a form that makes something", () => {
  test("runs for the first request; the second waits, and gets its response for a minute", () => {
    const { id } = makeUser();
    expect(claimForm("a", id)).toBe("claimed");
    expect(claimForm("a", id)).toBe("running");
    expect(claimForm("b", null)).toBe("claimed");
    passTime(5 * SECOND);
    storeResponse("a", "[]");
    passTime(MINUTE - 1);
    expect([claimForm("a", id), claimForm("b", null)]).toEqual([{ answer: "[]" }, "running"]);
    passTime(1);
    expect(claimForm("a", id)).toBe("claimed");
    dropClaim("a");
    dropClaim("b");
  });

  test("is anybody's again once it was refused", () => {
    expect(claimForm("a", null)).toBe("claimed");
    dropClaim("a");
    expect(claimForm("a", null)).toBe("claimed");
    dropClaim("a");
  });

  test("is waited for in another process, and not in one that has died", () => {
    const dead = spawnSync("true").pid;
    insertRow(sentForms, { key: "a", process: process.ppid, at: now() });
    insertRow(sentForms, { key: "b", process: dead, at: now() });
    insertRow(sentForms, { key: "c", process: process.pid, at: now() });
    expect(["a", "b", "c"].map((key) => claimForm(key, null))).toEqual(["running", "claimed", "claimed"]);
    passTime(10 * MINUTE);
    expect(claimForm("a", null)).toBe("claimed");
    for (const key of ["a", "b", "c"]) dropClaim(key);
  });

  test("leaves nothing behind", async () => {
    const user = makeUser();
    for (const key of ["a", "b"]) {
      claimForm(key, user.id);
      storeResponse(key, "[]");
    }
    await deleteAccount(viewerOf(user));
    expect(allRows(sentForms)).toEqual([]);
    claimForm("c", null);
    storeResponse("c", "[]");
    passTime(HOUR);
    sweepSentForms();
    expect(allRows(sentForms)).toEqual([]);
  });
});
