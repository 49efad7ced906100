import { FieldMessages } from "~/ui/forms/field-parts";
import { useFieldId, useFormState } from "~/ui/forms/form-state";

const RATINGS = [
  [1, "1 star, poor"],
  [2, "2 stars, fair"],
  [3, "3 stars, good"],
  [4, "4 stars, very good"],
  [5, "5 stars, outstanding"],
] as const;

/** Five stars to press: radio buttons, with or without script. */
export function StarField({ name, label }: { name: string; label: string }) {
  const { failure, answered, initial } = useFormState();
  const id = useFieldId()(name);
  const messages = answered.includes(name) ? undefined : failure?.errors[name];
  const value = String((failure ? failure.values[name] : initial[name]) ?? "");
  return (
    <fieldset className="mb-6" aria-describedby={messages ? `${id}-error` : undefined}>
      <legend className="mb-1 font-bold">{label}</legend>
      <div className="star-field">
        {RATINGS.map(([rating, text]) => (
          <label key={rating} title={text}>
            <input
              type="radio"
              id={rating === 1 ? id : undefined}
              name={name}
              value={rating}
              defaultChecked={value === String(rating)}
              aria-label={text}
              aria-invalid={messages ? true : undefined}
              className="sr-only"
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </div>
      <FieldMessages id={id} messages={messages} />
    </fieldset>
  );
}
