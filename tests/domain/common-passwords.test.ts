import { describe, expect, test } from "vitest";
import { refuseCommonPassword } from "~/features/accounts/passwords.server";
import { splitList } from "../support/split-list";

const ADA = { name: "Ada Citroën-Lovelace", email: "ada.king1815@analytic.example" };
const REFUSED = expect.objectContaining({
  code: "invalid",
  message: "This password is too easy to guess.",
  fields: { password: ["This password is too easy to guess."] },
});

describe("a password that is too easy to guess", () => {
  test.each(
    splitList(`
      12345678 | password | PassWord | qwertyuiop | aaaaaaaa | AAAAaaaaAAAA | !!!!!!!! | 🚗🚗🚗🚗🚗🚗🚗🚗 | abababab
      aaaa bbbb | 23456789 | 98765432 | 1234 5678 9012 | 123123123 | abcdefgh | ABC-123-xyz | Qwertzuiop
      poiuytrewq | azerty1234 | asdfghjkl12345 | Ada Citroën-Lovelace | adacitroenlovelace | Lovelace!
      lovelace1815 | 1815-LOVELACE-ada | ada.king1815@analytic.example | ADA.KING1815@analytic.example!
      ada.king1815 | king_1815 | Paddock! | paddock2024 | p.a.d.d.o.c.k | ada@paddock | paddockpaddock`),
  )("%s", async (password) => expect(refuseCommonPassword(password, ADA)).rejects.toEqual(REFUSED));

  test.each(
    splitList(`
      correct horse battery | lovelace was here | my paddock is green | 🚗🚓🚕🛻🚙🚌🏎🚜 | 1839204857 | 12345678 barns
      abcabd11 | aab7ccd9 | ада лавлейс`),
  )("not %s", async (password) => expect(refuseCommonPassword(password, ADA)).resolves.toBeUndefined());

  test("names of any script, and letters composed in any way", async () => {
    const owner = { name: "Ада Лавлейс", email: "49171555123@example.com" };
    for (const password of ["АдаЛавлейс1", "49171555123", "+49171555123"])
      await expect(refuseCommonPassword(password, owner)).rejects.toEqual(REFUSED);
    await expect(refuseCommonPassword("zoe\u0308zoe\u0308 1", { name: "Zoë", email: "z@example.com" })).rejects.toEqual(
      REFUSED,
    );
  });
});
