import { z } from "zod";
import { placeField, radiusField } from "~/features/places/schema.server";
import { checkboxField, lineField, textField, uploadIdsField } from "~/lib/fields.server";
import { ADDRESS_REQUIRED, DEFAULT_SORT, findSort, GARAGE_LIMITS, GARAGE_SORTS } from "./limits";

const NAME_REQUIRED = "Please name your garage.";

const nameField = () => lineField({ label: "Name", max: GARAGE_LIMITS.name, required: NAME_REQUIRED });
const addressField = () => lineField({ label: "Address", max: GARAGE_LIMITS.address });

interface AddressChoice {
  isPublicAddress: boolean;
  address: string;
}

export function lacksAddress({ isPublicAddress, address }: AddressChoice): boolean {
  return isPublicAddress && address === "";
}

function requireAddress(input: AddressChoice, context: z.RefinementCtx): void {
  if (lacksAddress(input)) context.addIssue({ code: "custom", path: ["address"], message: ADDRESS_REQUIRED });
}

/** The avatar is uploaded with it or before it. */
export const onboardingSchema = z
  .object({
    garageName: nameField(),
    location: lineField({
      label: "Location",
      max: GARAGE_LIMITS.location,
      required: "Please enter where your garage is: a town is enough.",
    }),
    isPublicAddress: checkboxField("isPublicAddress"),
    address: addressField(),
    showOnMap: checkboxField("showOnMap"),
    /** Becomes the garage's description. */
    about: textField({ label: "About", max: GARAGE_LIMITS.description }),
    uploads: uploadIdsField().optional(),
  })
  .superRefine(requireAddress);

export type OnboardingInput = z.output<typeof onboardingSchema>;

const garageFields = z.object({
  name: nameField(),
  description: textField({ label: "Description", max: GARAGE_LIMITS.description }),
  location: lineField({ label: "Location", max: GARAGE_LIMITS.location }),
  isPublicAddress: checkboxField("isPublicAddress"),
  address: addressField(),
  showOnMap: checkboxField("showOnMap"),
});

/** All fields are present; a missing box is off. */
export const garageFormSchema = garageFields.superRefine(requireAddress);

/** `PATCH /garages/my-garage`: missing members stay. */
export const garagePatchSchema = garageFields.partial();

export type GarageChanges = z.output<typeof garagePatchSchema>;

const SORT_VALUES = GARAGE_SORTS.map(([value]) => value);
const SORT_UNKNOWN = `sort must be one of ${SORT_VALUES.join(", ")}.`;

/** The query folds it. */
const searchField = () => lineField({ label: "The search", max: GARAGE_LIMITS.search });

const listFields = {
  make: lineField({ label: "The make", max: GARAGE_LIMITS.make }).meta({
    description: "Garages with a vehicle of this make, in any spelling.",
  }),
  near: placeField().meta({
    description: "A town by name: garages that show their town on the map, within `radius` km.",
  }),
  radius: radiusField(),
};

/** An unknown sort means the default, so that old links still work. */
export const garageSearchSchema = z.object({
  name: searchField(),
  ...listFields,
  sort: z.preprocess((value) => findSort(String(value)) ?? DEFAULT_SORT, z.enum(SORT_VALUES)),
});

/** `GET /garages`; refuses an unknown sort. */
export const garageQuerySchema = z.object({
  "name[regex]": searchField(),
  ...listFields,
  sort: z.preprocess((value) => value || DEFAULT_SORT, z.enum(SORT_VALUES, SORT_UNKNOWN)),
});
