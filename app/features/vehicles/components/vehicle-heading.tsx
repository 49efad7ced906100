import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RoleMark } from "~/features/accounts/components/role-mark";
import { vehiclesUrl } from "~/features/makes/address";
import { isolate, plural } from "~/lib/text";
import { FactRows } from "~/ui/facts";
import { ButtonLink } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { ArrowLeftIcon, CameraIcon, PencilIcon, TrashIcon } from "~/ui/icons";
import { Plate } from "~/ui/layout/page";
import { vehicleName } from "../name";
import type { ModelNames, VehicleView } from "../queries.server";

interface VehicleHeadingProps {
  vehicle: VehicleView;
  canonicalNames: ModelNames;
  follow: ReactNode;
}

export function VehicleHeading({ vehicle, canonicalNames, follow }: VehicleHeadingProps) {
  const { make, model, year } = vehicle;
  const garage = `/garages/${vehicle.garageId}`;
  return (
    <header>
      <Link
        to={garage}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-grey hover:text-ink lg:-mt-3"
      >
        <ArrowLeftIcon className="size-4" />
        <bdi>{vehicle.garageName}</bdi>
      </Link>
      <h1 className="lg:text-[2.125rem]">
        <Plate className="mr-2 align-[0.18em] text-[0.5em]">{year}</Plate>{" "}
        <bdi>
          {make} {model}
        </bdi>
      </h1>
      <div className="mt-2 mb-4 flex items-center justify-between gap-4">
        <p className="min-w-0 text-grey">
          Shown by{" "}
          <Link to={garage} className="link inline-flex min-h-11 items-center font-semibold text-ink">
            <bdi>{vehicle.ownerName}</bdi>
          </Link>{" "}
          <RoleMark role={vehicle.ownerRole} />
        </p>
        {follow}
      </div>
      <FactRows
        rows={[
          ["Make", <ListLink key="make" to={{ make: canonicalNames.make }} name={make} />],
          ["Model", <ListLink key="model" to={canonicalNames} name={model} />],
          ["Year", <ListLink key="year" to={{ from: year, to: year }} name={<Plate>{year}</Plate>} />],
          ["Condition", <Condition key="condition" vehicle={vehicle} />],
        ]}
      />
    </header>
  );
}

/** The touch area extends over the row, which stays as low as its text. */
function ListLink({ to, name }: { to: Parameters<typeof vehiclesUrl>[0]; name: ReactNode }) {
  return (
    <Link to={vehiclesUrl(to)} className="link -my-2.5 inline-flex min-h-11 max-w-full items-center">
      <bdi>{name}</bdi>
    </Link>
  );
}

function Condition({ vehicle: { condition, id, viewerCanEdit } }: { vehicle: VehicleView }) {
  if (condition !== "") return <bdi>{condition}</bdi>;
  if (!viewerCanEdit) return <span className="text-grey">Not stated</span>;
  return (
    <Link to={`/vehicles/${id}/edit#field-condition`} className="link">
      Add its condition
    </Link>
  );
}

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
        <ConfirmLink confirm={deleteVehicleConfirmation(vehicle.id, vehicleName(vehicle), vehicle.photos.length)}>
          <TrashIcon className="size-4" /> Delete Vehicle
        </ConfirmLink>
      </span>
    </nav>
  );
}

export function deleteVehicleConfirmation(id: number, name: string, photoCount: number): Confirmation {
  const photos = photoCount === 0 ? "" : `${plural(photoCount, "photo")}, `;
  return {
    to: `/vehicles/${id}/delete`,
    question: `Delete ${isolate(name)}?`,
    consequence: `This deletes the vehicle with its ${photos}story, likes and comments. This cannot be undone.`,
    act: "Delete Vehicle",
  };
}
