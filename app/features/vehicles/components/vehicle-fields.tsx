import { useRef, useState } from "react";
import type { NameSuggestions } from "~/features/makes/queries.server";
import { Field, TextArea } from "~/ui/forms/field";
import { DataList } from "~/ui/forms/field-parts";
import { CONDITION_SUGGESTIONS, FIRST_YEAR, lastYear, VEHICLE_LIMITS } from "../limits";

/** With script, suggested models follow the typed make. */
function NameFields({ suggestions }: { suggestions: NameSuggestions }) {
  const [models, setModels] = useState(suggestions.models);
  const lastMake = useRef("");
  const suggestFor = async (make: string) => {
    if (make === lastMake.current) return;
    lastMake.current = make;
    // On failure the old suggestions stay.
    const modelNames = await import("../models-of").then(({ fetchModels }) => fetchModels(make)).catch(() => undefined);
    if (modelNames && make === lastMake.current) setModels(modelNames);
  };
  return (
    <>
      <Field
        name="make"
        label="Make"
        maxLength={VEHICLE_LIMITS.make}
        list="makes"
        onBlur={(event) => suggestFor(event.currentTarget.value)}
      />
      <DataList id="makes" texts={suggestions.makes} />
      <Field name="model" label="Model" maxLength={VEHICLE_LIMITS.model} list="models" />
      <DataList id="models" texts={models} />
    </>
  );
}

export function VehicleFields({ suggestions }: { suggestions: NameSuggestions }) {
  return (
    <>
      <NameFields suggestions={suggestions} />
      <Field
        name="year"
        label="Year"
        hint={`The model year, from ${FIRST_YEAR} to ${lastYear()}.`}
        inputMode="numeric"
      />
      <Field
        name="condition"
        label="Condition"
        optional
        hint="Choose a suggestion or use your own words."
        list="conditions"
        maxLength={VEHICLE_LIMITS.condition}
      />
      <DataList id="conditions" texts={CONDITION_SUGGESTIONS} />
      <TextArea
        name="description"
        label="Description"
        optional
        hint="The short version: engine, colour, what makes it special. Up to 2,000 characters."
      />
    </>
  );
}

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
