import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RoleMark } from "~/features/accounts/components/role-mark";
import { vehiclesUrl } from "~/features/makes/address";
import { isolate, plural } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { CameraIcon, PencilIcon, PlusIcon } from "~/ui/icons";
import { PopupMenu } from "~/ui/popup-menu";
import { vehicleName } from "../name";
import type { ModelNames, VehicleView } from "../queries.server";

interface VehicleHeadingProps {
  vehicle: VehicleView;
  canonicalNames: ModelNames;
  follow: ReactNode;
  actions: ReactNode;
}

export function VehicleHeading({ vehicle, canonicalNames, follow, actions }: VehicleHeadingProps) {
  const { make, model, garageId, garageName, garageLocation, ownerName, ownerAvatar, ownerRole } = vehicle;
  const garage = `/garages/${garageId}`;
  return (
    <header className="mt-2 md:mt-6">
      <nav aria-label="Breadcrumb">
        <ol className="flex flex-wrap items-center gap-x-2 text-sm">
          <li>
            <Crumb to={vehiclesUrl({ make: canonicalNames.make })} name={make} />
          </li>
          <li className="before:mr-2 before:text-grey before:content-['›']">
            <Crumb to={vehiclesUrl(canonicalNames)} name={model} />
          </li>
        </ol>
      </nav>
      <h1 dir="auto">{vehicleName(vehicle)}</h1>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3">
          <div className="flex min-h-11 min-w-0 items-center gap-3">
            <Avatar avatar={ownerAvatar} size={44} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link to={garage} className="link inline-block py-1">
                  <bdi>{ownerName}</bdi>
                </Link>
                <RoleMark role={ownerRole} />
              </p>
              <p className="text-sm text-grey">
                <Link to={garage} className="link inline-block py-1">
                  <bdi>{garageName}</bdi>
                </Link>
                {garageLocation === "" ? null : (
                  <>
                    {" · "}
                    <bdi>{garageLocation}</bdi>
                  </>
                )}
              </p>
            </div>
          </div>
          {follow}
        </div>
        {actions}
      </div>
    </header>
  );
}

function Crumb({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      <bdi>{name}</bdi>
    </Link>
  );
}

export function OwnerBar({ vehicle }: { vehicle: VehicleView }) {
  const base = `/vehicles/${vehicle.id}`;
  return (
    <nav
      aria-label="Your vehicle"
      className="owner-bar relative mt-6 grid grid-cols-2 gap-2 rounded-lg bg-sunk p-3 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-2 sm:flex"
    >
      <ButtonLink to={`${base}/edit`}>
        <PencilIcon className="size-4" /> Edit Details
      </ButtonLink>
      <ButtonLink to="#add-photos">
        <CameraIcon className="size-4" /> Add Photos
      </ButtonLink>
      <ButtonLink to={`${base}/build/new`}>
        <PlusIcon className="size-4" /> Log work
      </ButtonLink>
      <PopupMenu label="More">
        <li>
          <Link to={`${base}/specs`}>Edit spec sheet</Link>
        </li>
        {vehicle.photos.length > 0 ? (
          <li>
            <Link to={`${base}/photos`}>Arrange photos</Link>
          </li>
        ) : null}
        {vehicle.likeCount > 0 ? (
          <li>
            <Link to={`${base}/likes`}>{plural(vehicle.likeCount, "like")}</Link>
          </li>
        ) : null}
        <li>
          <Link to={`${base}/sheet`}>Show sheet</Link>
        </li>
        <li>
          <ConfirmLink
            confirm={deleteVehicleConfirmation(vehicle.id, vehicleName(vehicle), vehicle.photos.length)}
            isMenuItem
          >
            Delete Vehicle
          </ConfirmLink>
        </li>
      </PopupMenu>
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
