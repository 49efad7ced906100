import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PlacedNear } from "~/features/places/components/placed-near";
import { plural } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { MapPinIcon } from "~/ui/icons";
import { Plate, Prose } from "~/ui/page";
import { PHONE_WIDTH, Photo } from "~/ui/photo";
import type { GaragePageView } from "../queries.server";

interface GarageHeadProps {
  garage: GaragePageView;
  /** The map around it, where its owner shows it there. */
  mapTo: string | null;
  /** What somebody other than the owner can do here. */
  children?: ReactNode;
}

/** The top of a garage's page: its picture, its name, whose it is, and what the owner wrote about it. */
export function GarageHead({ garage, mapTo, children }: GarageHeadProps) {
  const { name, coverPhoto, location, description, placing } = garage;
  return (
    <header>
      {coverPhoto ? (
        <Photo
          kind="photos"
          name={coverPhoto}
          alt=""
          view="full"
          sizes={`(min-width: 75rem) 1200px, ${PHONE_WIDTH}`}
          priority
          className="mb-6 aspect-3/2 md:mb-8 md:aspect-21/9"
        />
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1>{name}</h1>
          {location ? (
            <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-grey">
              <MapPinIcon className="size-4" />
              {location}
              {mapTo === null ? null : (
                <Link to={mapTo} className="link ml-2 inline-flex min-h-11 items-center text-sm">
                  On the map
                </Link>
              )}
            </p>
          ) : null}
          {placing ? <PlacedNear placing={placing} changeTo={`/garages/${garage.id}/place`} /> : null}
        </div>
        {garage.viewerCanEdit ? <OwnerActions garageId={garage.id} /> : children}
      </div>
      <OwnerLine garage={garage} />
      {description ? (
        <div className="mt-8">
          <Prose text={description} />
        </div>
      ) : null}
    </header>
  );
}

function OwnerActions({ garageId }: { garageId: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/vehicles/new" kind="primary">
        + Add Vehicle
      </ButtonLink>
      <ButtonLink to={`/garages/${garageId}/edit`}>Edit Garage</ButtonLink>
    </div>
  );
}

function OwnerLine({ garage }: Pick<GarageHeadProps, "garage">) {
  const { ownerName, ownerAvatar, ownerBio, followerCount, joined, averageRating, reviewCount } = garage;
  return (
    <div className={`mt-5 flex gap-4 ${ownerBio ? "items-start" : "items-center"}`}>
      <Avatar avatar={ownerAvatar} size={56} />
      <div className="min-w-0">
        <p className="font-bold">{ownerName}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-grey">
          <Link
            to={`/garages/${garage.id}/followers`}
            className="link -my-3 inline-flex min-h-11 items-center tabular-nums"
          >
            {plural(followerCount, "follower")}
          </Link>
          <span aria-hidden="true">·</span>
          <span>Joined {joined}</span>
          {averageRating === null ? null : (
            <span className="inline-flex items-center gap-2">
              <Plate className="text-ink">{averageRating.toFixed(1)} of 5</Plate> {plural(reviewCount, "review")}
            </span>
          )}
        </p>
        {ownerBio ? <p className="mt-1.5 max-w-measure break-words whitespace-pre-line">{ownerBio}</p> : null}
      </div>
    </div>
  );
}
