import { z } from "zod";
import { checkboxField, lineField, textField } from "~/lib/fields";

/** Characters that the fields of a garage may have. */
export const GARAGE_LIMITS = { name: 100, location: 120, address: 200, description: 5000, search: 100 } as const;

/** Under the box that puts the garage on the map (decisions, Map search: at its town's centre, never nearer). */
export const MAP_HINT = "We place it at the centre of your town, never nearer.";

/** Under the box that publishes the address (decisions, People and garages: the form warns). */
export const ADDRESS_WARNING = "Everyone on the internet will see the address you enter here, on your garage's page.";

export const ADDRESS_REQUIRED = "Please enter the public address, or untick the box.";

const NAME_REQUIRED = "Please name your garage.";

const nameField = () => lineField({ label: "Name", max: GARAGE_LIMITS.name, required: NAME_REQUIRED });
const addressField = () => lineField({ label: "Address", max: GARAGE_LIMITS.address });

interface AddressChoice {
  isPublicAddress: boolean;
  address: string;
}

/** Whether the box is ticked without an address (specification 5, Onboarding). */
export function lacksAddress({ isPublicAddress, address }: AddressChoice): boolean {
  return isPublicAddress && address === "";
}

function requireAddress(input: AddressChoice, context: z.RefinementCtx): void {
  if (lacksAddress(input)) context.addIssue({ code: "custom", path: ["address"], message: ADDRESS_REQUIRED });
}

/** Opening a garage (specification 3, Onboarding payload); the avatar comes as a file beside it. */
export const onboardingSchema = z
  .object({
    garageName: nameField(),
    location: lineField({
      label: "Location",
      max: GARAGE_LIMITS.location,
      required: "Please say where your garage is, such as a town.",
    }),
    isPublicAddress: checkboxField(),
    address: addressField(),
    showOnMap: checkboxField(),
    /** Optional; becomes the garage's description. */
    about: textField({ label: "About", max: GARAGE_LIMITS.description }),
  })
  .superRefine(requireAddress);

export type OnboardingInput = z.output<typeof onboardingSchema>;

const garageFields = z.object({
  name: nameField(),
  description: textField({ label: "Description", max: GARAGE_LIMITS.description }),
  location: lineField({ label: "Location", max: GARAGE_LIMITS.location }),
  isPublicAddress: checkboxField(),
  address: addressField(),
  showOnMap: checkboxField(),
});

/** The edit form: every field is there, a box that is not sent is off. */
export const garageFormSchema = garageFields.superRefine(requireAddress);

/** `PATCH /garages/my-garage`: what is not sent stays as it is. */
export const garagePatchSchema = garageFields.partial();

export type GarageChanges = z.output<typeof garagePatchSchema>;

/** The sorts of the contract and what people call them (specification 9). */
export const GARAGE_SORTS = [
  ["-createdAt", "Newest"],
  ["createdAt", "Oldest"],
  ["-vehicleCount", "Most Vehicles"],
] as const;

export type GarageSort = (typeof GARAGE_SORTS)[number][0];

export const DEFAULT_SORT: GarageSort = "-createdAt";

/** The sort that `text` names, or undefined where it is none of the contract's. */
export function findSort(text: string): GarageSort | undefined {
  return GARAGE_SORTS.find(([value]) => value === text)?.[0];
}

const SORT_VALUES = GARAGE_SORTS.map(([value]) => value);
const SORT_UNKNOWN = `sort must be one of ${SORT_VALUES.join(", ")}.`;

/** The text to find in names: literal, folded by the search itself (decisions, Search). */
const searchField = () => lineField({ label: "The search", max: GARAGE_LIMITS.search });

/** The form of the page. An unknown sort shows the newest first: an old link should still show something. */
export const garageSearchSchema = z.object({
  name: searchField(),
  sort: z.preprocess((value) => findSort(String(value)) ?? DEFAULT_SORT, z.enum(SORT_VALUES)),
});

/** The query of `GET /garages`, which refuses an unknown sort. */
export const garageQuerySchema = z.object({
  "name[regex]": searchField(),
  sort: z.preprocess((value) => value || DEFAULT_SORT, z.enum(SORT_VALUES, SORT_UNKNOWN)),
});
