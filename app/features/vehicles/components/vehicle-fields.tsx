import { Field, TextArea } from "~/ui/field";
import { CONDITION_SUGGESTIONS, FIRST_YEAR, lastYear, VEHICLE_LIMITS } from "../limits";
import type { VehicleView } from "../queries.server";

/** What the form starts with where a vehicle is edited. */
export function vehicleValues({ make, model, year, condition, description, story }: Omit<VehicleView, "photos">) {
  return { make, model, year, condition, description, story };
}

/** What a vehicle is: asked when it is added and when its details are edited. */
export function VehicleFields() {
  return (
    <>
      <Field name="make" label="Make" maxLength={VEHICLE_LIMITS.make} autoComplete="off" />
      <Field name="model" label="Model" maxLength={VEHICLE_LIMITS.model} autoComplete="off" />
      <Field
        name="year"
        label="Year"
        hint={`The model year, from ${FIRST_YEAR} to ${lastYear()}.`}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <Field
        name="condition"
        label="Condition"
        optional
        hint="Choose a suggestion or use your own words."
        list="conditions"
        maxLength={VEHICLE_LIMITS.condition}
        autoComplete="off"
      />
      <datalist id="conditions">
        {CONDITION_SUGGESTIONS.map((condition) => (
          <option key={condition} value={condition} />
        ))}
      </datalist>
      <TextArea
        name="description"
        label="Description"
        optional
        hint="The short version: engine, colour, what makes it special. Up to 2,000 characters."
      />
    </>
  );
}

/** The long text, for the edit page. */
export function StoryField() {
  return (
    <TextArea
      name="story"
      label="Story"
      optional
      rows={14}
      hint="How you found it, what you did to it, where it took you. An empty line starts a new paragraph."
    />
  );
}
