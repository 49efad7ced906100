import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import { grantAdmin, listAdmins, revokeAdmin } from "~/features/accounts/admins.server";
import { makeAdmin, makeUser, viewerOf } from "../support/people";

const logged = () => db().select().from(auditLog).all();

test("an account becomes an admin by its address, however it is written, and the log tells who did it", () => {
  const ada = makeUser({ name: "Ada", email: "ada@example.com" });
  expect(grantAdmin(" Ada@Example.com ")).toEqual({ name: "Ada", email: "ada@example.com", active: true });
  expect(viewerOf(ada).role).toBe("admin");
  expect(logged()).toMatchObject([
    {
      actorId: null,
      actorName: "command line",
      action: "user.grant-admin",
      subjectType: "user",
      subjectId: String(ada.id),
      before: { role: "user" },
      after: { role: "admin" },
    },
  ]);
});

test("a second grant changes nothing and is not logged", () => {
  makeAdmin({ email: "ada@example.com" });
  grantAdmin("ada@example.com");
  expect(logged()).toEqual([]);
});

test("an unknown address is refused, both ways", () => {
  const message = "No account has the address nobody@example.com.";
  expect(() => grantAdmin("nobody@example.com")).toThrow(message);
  expect(() => revokeAdmin("nobody@example.com")).toThrow(message);
});

test("the role can be taken away while another admin can log in", () => {
  makeAdmin({ email: "ada@example.com" });
  makeAdmin({ email: "bob@example.com" });
  expect(listAdmins().map(({ email }) => email)).toEqual(["ada@example.com", "bob@example.com"]);
  revokeAdmin("ada@example.com");
  expect(listAdmins().map(({ email }) => email)).toEqual(["bob@example.com"]);
  expect(logged()).toMatchObject([{ action: "user.revoke-admin", before: { role: "admin" }, after: { role: "user" } }]);
  expect(() => revokeAdmin("bob@example.com")).toThrow("The last admin stays one.");
});

test("a deactivated admin does not count as another one", () => {
  makeAdmin({ email: "ada@example.com" });
  makeAdmin({ email: "bob@example.com", active: false });
  expect(() => revokeAdmin("ada@example.com")).toThrow("The last admin stays one.");
  expect(listAdmins()).toHaveLength(2);
});

test("to revoke somebody who is no admin is harmless", () => {
  makeUser({ email: "eve@example.com" });
  expect(revokeAdmin("eve@example.com").email).toBe("eve@example.com");
  expect(logged()).toEqual([]);
});
