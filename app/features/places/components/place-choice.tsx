import { Form } from "@remix-run/react";
import { useId } from "react";
import { isolate } from "~/lib/text";
import { Button, SubmitOrCancel } from "~/ui/forms/button";
import { FieldLabel, FieldMessages } from "~/ui/forms/field-parts";
import { PageForm } from "~/ui/forms/form";
import { useFieldId, useFormState } from "~/ui/forms/form-state";
import { Isolated } from "~/ui/linked-text";
import { NOWHERE, PLACE_LIMITS, type PlaceChoiceView, type PlaceOption } from "../placement";

export function PlaceChoice({ choice, cancelTo }: { choice: PlaceChoiceView; cancelTo: string }) {
  return (
    <>
      <TownSearch q={choice.q} />
      <PageForm initial={{ placeId: choice.current }}>
        <Places choice={choice} />
        <SubmitOrCancel act="Save position" busy="Saving…" cancelTo={cancelTo} />
      </PageForm>
    </>
  );
}

function TownSearch({ q }: { q: string }) {
  const id = useId();
  return (
    <Form method="get" role="search" aria-label="Towns" preventScrollReset className="mb-8">
      <FieldLabel id={id} label="Find a town" />
      <div className="flex flex-wrap gap-3">
        <input
          key={q}
          type="search"
          dir="auto"
          id={id}
          name="q"
          defaultValue={q}
          maxLength={PLACE_LIMITS.search}
          autoComplete="off"
          className="input min-w-0 flex-1 basis-60"
        />
        <Button className="min-h-12">Find</Button>
      </div>
    </Form>
  );
}

/** The form's messages link to the list's frame. */
function Places({ choice: { q, location, current, found, options } }: { choice: PlaceChoiceView }) {
  const { failure } = useFormState();
  const id = useFieldId()("placeId");
  const messages = failure?.errors.placeId;
  const currentOptions = options.filter((option) => option.id === current);
  const others = options.filter((option) => option.id !== current);
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={messages ? `${id}-error` : undefined} className="mb-6 min-w-0">
      <legend className="mb-1 font-bold">Where is it?</legend>
      {currentOptions.map((option) => (
        <Place key={option.id} {...option} />
      ))}
      {/* A live region, so that screen readers announce results. */}
      <div role="status">
        {q === "" ? null : (
          <Heading>
            {found.length > 0 ? `Found for “${isolate(q)}”:` : `No other town found for “${isolate(q)}”.`}
          </Heading>
        )}
      </div>
      {found.map((option) => (
        <Place key={option.id} {...option} />
      ))}
      {q === "" || others.length === 0 ? null : <Heading>{`What “${isolate(location)}” could be:`}</Heading>}
      {others.map((option) => (
        <Place key={option.id} {...option} />
      ))}
      <div className="mt-3 border-t border-line pt-3">
        <Place id={NOWHERE} label="Without a map position" region="" />
      </div>
      <FieldMessages id={id} messages={messages} />
    </fieldset>
  );
}

const Heading = ({ children }: { children: string }) => (
  <p className="mt-3 text-sm text-grey">
    <Isolated text={children} />
  </p>
);

function Place({ id, label, region }: PlaceOption) {
  const { failure, initial } = useFormState();
  const selectedId = failure ? failure.values.placeId : initial.placeId;
  return (
    <label className="flex min-h-11 items-center gap-3 py-1">
      <input
        type="radio"
        name="placeId"
        value={id}
        defaultChecked={selectedId === id}
        className="size-6 shrink-0 accent-ink"
      />
      <span className="min-w-0">
        <bdi>{label}</bdi>
        {region === "" ? null : <span className="text-grey"> ({region})</span>}
      </span>
    </label>
  );
}
