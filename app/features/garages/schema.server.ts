import { z } from "zod";
import { checkboxField, lineField, textField, uploadIdsField } from "~/lib/fields.server";
import { ADDRESS_REQUIRED, DEFAULT_SORT, findSort, GARAGE_LIMITS, GARAGE_SORTS } from "./limits";

const NAME_REQUIRED = "Please name your garage.";

const nameField = () => lineField({ label: "Name", max: GARAGE_LIMITS.name, required: NAME_REQUIRED });
const addressField = () => lineField({ label: "Address", max: GARAGE_LIMITS.address });

interface AddressChoice {
  isPublicAddress: boolean;
  address: string;
}

/** Whether the box is ticked without an address. */
export function lacksAddress({ isPublicAddress, address }: AddressChoice): boolean {
  return isPublicAddress && address === "";
}

function requireAddress(input: AddressChoice, context: z.RefinementCtx): void {
  if (lacksAddress(input)) context.addIssue({ code: "custom", path: ["address"], message: ADDRESS_REQUIRED });
}

/** Opening a garage; the avatar is uploaded with it or before it. */
export const onboardingSchema = z
  .object({
    garageName: nameField(),
    location: lineField({
      label: "Location",
      max: GARAGE_LIMITS.location,
      required: "Please say where your garage is: a town is enough.",
    }),
    isPublicAddress: checkboxField("isPublicAddress"),
    address: addressField(),
    showOnMap: checkboxField("showOnMap"),
    /** Optional; becomes the garage's description. */
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

/** The edit form: all fields are present, a missing box is off. */
export const garageFormSchema = garageFields.superRefine(requireAddress);

/** `PATCH /garages/my-garage`: missing members stay. */
export const garagePatchSchema = garageFields.partial();

export type GarageChanges = z.output<typeof garagePatchSchema>;

const SORT_VALUES = GARAGE_SORTS.map(([value]) => value);
const SORT_UNKNOWN = `sort must be one of ${SORT_VALUES.join(", ")}.`;

/** Literal text to find in names; the query folds it. */
const searchField = () => lineField({ label: "The search", max: GARAGE_LIMITS.search });

/** The page's form. An unknown sort means the default, so that old links still work. */
export const garageSearchSchema = z.object({
  name: searchField(),
  sort: z.preprocess((value) => findSort(String(value)) ?? DEFAULT_SORT, z.enum(SORT_VALUES)),
});

/** The query of `GET /garages`, which refuses an unknown sort. */
export const garageQuerySchema = z.object({
  "name[regex]": searchField(),
  sort: z.preprocess((value) => value || DEFAULT_SORT, z.enum(SORT_VALUES, SORT_UNKNOWN)),
});
