import type { ReactNode } from "react";
import { Checkbox, Field, TextArea } from "~/ui/forms/field";
import { ADDRESS_WARNING, GARAGE_LIMITS, MAP_HINT } from "../limits";

interface LocationFieldsProps {
  isLocationOptional?: boolean;
  children?: ReactNode;
}

/** The address field appears with its tick, even without script. */
export function LocationFields({ isLocationOptional = false, children }: LocationFieldsProps) {
  return (
    <>
      <Field
        name="location"
        label="Location"
        hint="A town or region is enough: “Turin, Italy”."
        optional={isLocationOptional}
        maxLength={GARAGE_LIMITS.location}
      />
      {children ? <div className="-mt-4 mb-5">{children}</div> : null}
      <Checkbox name="showOnMap" label="Show my garage on the map" hint={MAP_HINT} />
      <div className="group">
        <Checkbox name="isPublicAddress" label="Visitors are welcome: show a street address" hint={ADDRESS_WARNING} />
        <div className="hidden group-has-[#field-isPublicAddress:checked]:block">
          <Field name="address" label="Public address" maxLength={GARAGE_LIMITS.address} autoComplete="address-line1" />
        </div>
      </div>
    </>
  );
}

export function AboutField({ name }: { name: "about" | "description" }) {
  return (
    <TextArea
      name={name}
      label="About your garage"
      hint="How it started, what’s in it, what you are working on. An empty line starts a new paragraph."
      optional
      rows={6}
      maxLength={GARAGE_LIMITS.description}
    />
  );
}
