import { ButtonLink } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm";
import { CameraIcon, PencilIcon, TrashIcon } from "~/ui/icons";
import { vehicleName } from "../name";
import type { VehicleView } from "../queries.server";
import { deleteVehicleStep } from "./delete-step";

/** What only the owner of a vehicle can do with it. */
export function OwnerBar({ vehicle }: { vehicle: VehicleView }) {
  const base = `/vehicles/${vehicle.id}`;
  return (
    <nav
      aria-label="Your vehicle"
      className="mt-6 grid grid-cols-2 gap-2 rounded-lg bg-sunk p-3 max-sm:[&>.button]:w-full max-sm:[&>.button]:px-2 max-sm:[&>span>.button]:w-full max-sm:[&>span>.button]:px-2 sm:flex sm:flex-wrap"
    >
      <ButtonLink to={`${base}/edit`}>
        <PencilIcon className="size-4" /> Edit Details
      </ButtonLink>
      <ButtonLink to={`${base}/specs`}>Edit spec sheet</ButtonLink>
      <ButtonLink to="#add-photos">
        <CameraIcon className="size-4" /> Add Photos
      </ButtonLink>
      <ButtonLink to={`${base}/build/new`}>+ Add to the build log</ButtonLink>
      {vehicle.photos.length > 0 ? (
        <ButtonLink to={`${base}/photos`} kind="quiet">
          Edit photos
        </ButtonLink>
      ) : null}
      <span className="sm:ml-auto">
        <ConfirmLink confirm={deleteVehicleStep(vehicle.id, vehicleName(vehicle), vehicle.photos.length)}>
          <TrashIcon className="size-4" /> Delete Vehicle
        </ConfirmLink>
      </span>
    </nav>
  );
}
