import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inviteInput } from "~/features/accounts/registration/schema.server";
import { codeSchema } from "~/features/accounts/schema.server";
import { browseQuery } from "~/features/browse/schema.server";
import { entryChange } from "~/features/build-log/schema.server";
import { attendanceInput, eventChange, eventInput } from "~/features/events/schema.server";
import { garagePatchSchema } from "~/features/garages/schema.server";
import { settingsPatch } from "~/features/notifications/settings/schema.server";
import { likeInput } from "~/features/social/schema.server";
import { vehicleChange, vehicleInput } from "~/features/vehicles/schema.server";
import { asJson, decode } from "~/lib/decode";
import { listField, uploadIdsField } from "~/lib/fields.server";
import { fieldErrors } from "../support/refusal";

const CAR = { make: "Lancia", model: "Fulvia", year: 1969 };

test("text of a form is read as the number or the switch that a field takes", () => {
  expect(decode(vehicleInput, { ...CAR, year: " 1969 " })).toMatchObject({ year: 1969 });
  const expected = { isPublicAddress: true, showOnMap: true };
  expect(decode(garagePatchSchema, { isPublicAddress: "on", showOnMap: "1" })).toEqual(expected);
});

test("a form's number and code may have the digits of any script, its text keeps them", () => {
  for (const year of ["١٩٦٩", "۱۹۶۹", "१९६९", "１９６９", "𝟏𝟗𝟔𝟗"]) {
    expect(decode(vehicleInput, { ...CAR, year, model: year })).toMatchObject({ year: 1969, model: year });
    expect(decode(browseQuery, { from: year })).toMatchObject({ from: 1969 });
    expect(fieldErrors(() => decode(vehicleInput, asJson({ ...CAR, year })))).toHaveProperty("year");
  }
  expect(decode(codeSchema, { code: "٤٢٠١٣٧" })).toEqual({ code: "420137" });
  expect(decode(inviteInput, { uses: "५", days: "১৪" })).toEqual({ uses: 5, days: 14 });
});

describe("rows of a form", () => {
  const rowsOf = (form: object) => decode(z.object({ parts: z.unknown().optional() }), form).parts;

  test("with an index beyond any list come after all others", () => {
    const far = { "parts[1][name]": "Belt", [`parts[${"9".repeat(30)}][name]`]: "Pump", "parts[100][name]": "Hose" };
    const rows = rowsOf(far) as object[];
    expect([rows.length, rows[1]]).toEqual([102, { name: "Belt" }]);
    expect(rows.slice(100)).toEqual([{ name: "Pump" }, { name: "Hose" }]);
  });

  test("are nothing but that", () => {
    expect(rowsOf({ "parts[x][name]": "Belt", "parts[-1][name]": "Belt", "parts[0]": "Belt", parts: "as sent" })).toBe(
      "as sent",
    );
    const [row] = rowsOf({ "parts[0][__proto__]": "Belt" }) as object[];
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(rowsOf(asJson({ "parts[0][name]": "Belt" }))).toBeUndefined();
  });
});

describe("a JSON body", () => {
  const NOT_A_YEAR = { year: [expect.stringMatching(/^Year must be a whole number from 1885 to /)] };

  test.each([
    [{ ...CAR, make: 5 }, { make: ["Make must be text."] }],
    [{ ...CAR, story: { a: 1 } }, { story: ["Story must be text."] }],
    [{ ...CAR, year: "1969" }, NOT_A_YEAR],
    [{ ...CAR, year: 1969.5 }, { year: [expect.stringMatching(/^“1969\.5” is not a year\. Year must be /)] }],
    [{ ...CAR, year: true }, NOT_A_YEAR],
    [
      { ...CAR, make: ["Lancia"], year: [1969] },
      { make: ["Make must be text."], ...NOT_A_YEAR },
    ],
    // Empty means missing.
    [{ ...CAR, year: "" }, { year: ["Please enter the year."] }],
    [{ ...CAR, year: null }, { year: ["Please enter the year."] }],
  ])("%j is refused at the members of the wrong type", (body, fields) => {
    expect(fieldErrors(() => decode(vehicleInput, asJson(body)))).toEqual(fields);
  });

  test.each(["true", "on", 1, 0, "", [], {}])("%j is no switch", (value) => {
    const fields = fieldErrors(() => decode(garagePatchSchema, asJson({ showOnMap: value })));
    expect(fields).toEqual({ showOnMap: ["showOnMap must be true or false."] });
    const liked = fieldErrors(() => decode(likeInput, asJson({ liked: value })));
    expect(liked).toEqual({ liked: ["liked must be true or false."] });
  });

  test("null counts as missing, and unknown members are ignored", () => {
    expect(decode(vehicleChange, asJson({ story: null, year: null, wheels: ["4"] }))).toEqual({});
    expect(decode(garagePatchSchema, asJson({ name: null, description: "", showOnMap: null }))).toEqual({
      description: "",
    });
    expect(decode(likeInput, asJson({ liked: null }))).toEqual({});
    expect(decode(eventChange, asJson({ title: null, location: null, allDay: null, removeImage: null }))).toEqual({});
    const settings = { follow: null, owl: { mail: "once" }, like: { site: null, mail: "off" } };
    expect(decode(settingsPatch, asJson({ paused: null, settings }))).toEqual({ settings: { like: { mail: "off" } } });
    expect(decode(settingsPatch, asJson({ settings: null }))).toEqual({});
  });

  test("null clears a field declared so", () => {
    const absentFields = { kind: null, date: null, parts: null, costIsPublic: null, text: null };
    const cleared = { mileage: null, unit: null, status: null, area: null, cost: null, currency: null };
    expect(decode(entryChange, asJson({ ...absentFields, ...cleared }))).toEqual(cleared);
    expect(decode(attendanceInput, asJson({ vehicle: null }))).toEqual({ vehicle: null });
  });

  test("a list is measured before any item is looked at", () => {
    let looks = 0;
    const item = z.unknown().refine(() => ++looks > 0);
    const list = z.object({ list: listField(item, { max: 3, invalid: "A list.", tooMany: "Three at most." }) });
    expect(fieldErrors(() => decode(list, { list: [{}, {}, {}, {}] }))).toEqual({ list: ["Three at most."] });
    expect(looks).toBe(0);
    expect(decode(list, { list: [1, 2, 3] })).toEqual({ list: [1, 2, 3] });
    const uploads = z.object({ uploads: uploadIdsField() });
    for (const many of [Array(20_000).fill({}), Array(101).fill("a"), "a,".repeat(101)])
      expect(fieldErrors(() => decode(uploads, { uploads: many }))).toEqual({
        uploads: ["uploads must be a list of ids."],
      });
    expect(decode(uploads, { uploads: "a, b," })).toEqual({ uploads: ["a", "b"] });
  });

  test("takes what has the right type, and a place as the API shows it", () => {
    expect(decode(vehicleInput, asJson({ ...CAR }))).toMatchObject(CAR);
    const place = (location: unknown) => decode(eventInput.pick({ location: true }), asJson({ location }));
    expect(place("Goodwood")).toEqual(place({ address: "Goodwood" }));
    expect(fieldErrors(() => place({ address: 5 }))).toEqual({ location: ["Location must be text."] });
    expect(fieldErrors(() => place(5))).toEqual({ location: ["Location must be text."] });
  });
});
