import { z } from "zod";
import { isJson } from "~/lib/decode";
import { filledOut, lineField, textField, uploadIdsField, wholeNumberField } from "~/lib/fields.server";
import { cleanLine, countCharacters } from "~/lib/text";
import { FIRST_YEAR, lastYear, SPEC_LIMITS, VEHICLE_LIMITS, type VehicleField } from "./limits";
import { filledRows, isFormOfRows, rowsOfForm, type SpecRow } from "./specs";

function noYear(value?: unknown): string {
  const text = ["string", "number"].includes(typeof value) ? cleanLine(String(value)) : "";
  const prefix = /\D/.test(text) && text.length <= 20 ? `“${text}” is not a year. ` : "";
  return `${prefix}Year must be a whole number from ${FIRST_YEAR} to ${lastYear()}.`;
}

export const vehicleFields = z.object({
  make: lineField({ label: "Make", max: VEHICLE_LIMITS.make, required: "Please enter the make." }),
  model: lineField({ label: "Model", max: VEHICLE_LIMITS.model, required: "Please enter the model." }),
  year: wholeNumberField({
    required: "Please enter the year.",
    invalid: noYear,
    min: FIRST_YEAR,
    max: lastYear,
  }),
  condition: lineField({ label: "Condition", max: VEHICLE_LIMITS.condition }),
  description: textField({ label: "Description", max: VEHICLE_LIMITS.description }),
  story: textField({ label: "Story", max: VEHICLE_LIMITS.story }),
} satisfies Record<VehicleField, z.ZodType>);

const nameRule = filledOut(["make", "model", "year"], "Make, Model, and Year are required.");

export const vehicleInput = vehicleFields.refine(...nameRule);

export type VehicleInput = z.output<typeof vehicleInput>;

/** With photos uploaded before. */
export const newVehicle = vehicleFields.extend({ uploads: uploadIdsField() }).refine(...nameRule);

/** Missing members stay. */
export const vehicleChange = vehicleFields.partial().refine(...nameRule);

export type VehicleChange = z.output<typeof vehicleChange>;

export const coverChoice = z.object({
  // The command refuses an empty one, after checking permission.
  photoFilename: lineField({ label: "Photo", max: 2_000 }),
});

const NO_LIST = "specs must be a list of rows.";
const TOO_MANY = `A spec sheet has at most ${SPEC_LIMITS.rows} rows.`;
const NO_ROW = "Each row must have a name and a value, both text.";

const specText = (max: number) =>
  z.preprocess((value) => value ?? "", z.string(NO_ROW).transform(cleanLine).pipe(z.string())).meta({ maxLength: max });

const specRow = z.object({ name: specText(SPEC_LIMITS.name), value: specText(SPEC_LIMITS.value) }, NO_ROW);

/** Empty rows do not count, but each takes time. */
const manyRows = z.array(z.unknown(), NO_LIST).max(5 * SPEC_LIMITS.rows, TOO_MANY);

function complaints({ name, value }: SpecRow): [member: keyof SpecRow, complaint: string][] {
  const problems: [keyof SpecRow, string][] = [];
  if (name === "" && value !== "") problems.push(["name", "Please enter a name."]);
  if (value === "" && name !== "") problems.push(["value", "Please enter a value."]);
  if (countCharacters(name) > SPEC_LIMITS.name)
    problems.push(["name", `Name must be at most ${SPEC_LIMITS.name} characters.`]);
  if (countCharacters(value) > SPEC_LIMITS.value)
    problems.push(["value", `Value must be at most ${SPEC_LIMITS.value} characters.`]);
  return problems;
}

/**
 * `specs` in JSON, repeated `name` and `value` in a form. Empty rows are ignored.
 * @param pathOf path of an error, by the row's index
 */
const specsSchema = (pathOf: (at: number, member: keyof SpecRow) => PropertyKey[]) =>
  z.preprocess(
    (input: Record<string, unknown>) => (!isJson(input) && isFormOfRows(input) ? { specs: rowsOfForm(input) } : input),
    z.object({ specs: manyRows.pipe(z.array(specRow)) }).superRefine(({ specs }, context) => {
      const complain = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
      for (const [index, row] of specs.entries()) {
        for (const [member, text] of complaints(row)) complain(pathOf(index, member), `Row ${index + 1}: ${text}`);
      }
      const tooMuch = filledRows(specs)[SPEC_LIMITS.rows];
      if (tooMuch) complain(pathOf(specs.indexOf(tooMuch), "name"), TOO_MANY);
    }),
  );

export const specsInput = specsSchema((at, member) => ["specs", at, member]);

/** Errors are at the rows. */
export const specsForm = specsSchema((at, member) => [`${member}-${at + 1}`]);
