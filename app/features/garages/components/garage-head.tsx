import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { RoleMark } from "~/features/accounts/components/role-mark";
import { PlacedNear } from "~/features/places/components/placed-near";
import { plural } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { Button, ButtonLink } from "~/ui/forms/button";
import { MapPinIcon } from "~/ui/icons";
import { Prose } from "~/ui/layout/page";
import { PHONE_IMAGE_SIZE, Photo } from "~/ui/photo";
import type { GaragePageView } from "../queries.server";

interface GarageHeadProps {
  garage: GaragePageView;
  /** Surrounding map, if the owner shows the garage there. */
  mapTo: string | null;
  children?: ReactNode;
}

export function GarageHead({ garage, mapTo, children }: GarageHeadProps) {
  const { name, coverPhoto, location, description, placement } = garage;
  return (
    <header>
      <div className={coverPhoto ? "items-center gap-x-10 lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]" : ""}>
        {coverPhoto ? (
          <Photo
            kind="photos"
            name={coverPhoto}
            alt=""
            view="full"
            sizes={`(min-width: 75rem) 680px, (min-width: 64rem) 57vw, ${PHONE_IMAGE_SIZE}`}
            priority
            className="mb-6 aspect-3/2 lg:mb-0"
          />
        ) : null}
        <div>
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
            <div className="min-w-0">
              <h1 dir="auto">{name}</h1>
              {location ? (
                <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-grey">
                  <span className="inline-flex min-w-0 items-center gap-x-1.5">
                    <MapPinIcon className="size-4 shrink-0" />
                    <bdi className="min-w-0">{location}</bdi>
                  </span>
                  {mapTo === null ? null : (
                    <Link to={mapTo} className="link ml-2 inline-flex min-h-11 items-center text-sm">
                      On the map
                    </Link>
                  )}
                </p>
              ) : null}
              {placement ? <PlacedNear placement={placement} changeTo={`/garages/${garage.id}/place`} /> : null}
            </div>
            {garage.viewerCanEdit ? <OwnerActions garageId={garage.id} /> : children}
          </div>
          <OwnerLine garage={garage} />
        </div>
      </div>
      {description ? (
        <div className="mt-8">
          <Prose text={description} />
        </div>
      ) : null}
    </header>
  );
}

function OwnerActions({ garageId }: { garageId: number }) {
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
  const { ownerName, ownerAvatar, ownerBio, ownerRole, followerCount, joined, averageRating, reviewCount } = garage;
  return (
    <div className={`mt-5 flex gap-4 ${ownerBio ? "items-start" : "items-center"}`}>
      <Avatar avatar={ownerAvatar} size={56} />
      <div className="min-w-0">
        <p>
          <bdi>{ownerName}</bdi> <RoleMark role={ownerRole} />
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-grey md:gap-y-1">
          {garage.vehicleCount === 0 ? null : (
            <>
              <a href="#vehicles" className="link inline-flex min-h-11 items-center tabular-nums md:-my-3">
                {plural(garage.vehicleCount, "vehicle")}
              </a>
              <span aria-hidden="true" className="max-md:hidden">
                ·
              </span>
            </>
          )}
          <Link
            to={`/garages/${garage.id}/followers`}
            className="link inline-flex min-h-11 items-center tabular-nums md:-my-3"
          >
            {plural(followerCount, "follower")}
          </Link>
          <span aria-hidden="true" className="max-md:hidden">
            ·
          </span>
          <span>Joined {joined}</span>
          {averageRating === null ? null : (
            <span className="basis-full">
              <a href="#reviews" className="link inline-flex min-h-11 items-center tabular-nums md:-my-3">
                {averageRating.toFixed(1)} out of 5, {plural(reviewCount, "review")}
              </a>
            </span>
          )}
        </p>
        {ownerBio ? (
          <p dir="auto" className="mt-1.5 max-w-measure whitespace-pre-line">
            {ownerBio}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** A notice in the page; with script a native popover, closed by Escape, a press outside and its buttons. */
export function Welcome({ ownerName }: { ownerName: string }) {
  const [popover, setPopover] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => setPopover(typeof HTMLElement.prototype.showPopover === "function"), []);
  useEffect(() => {
    const element = box.current;
    if (!popover || !element) return;
    element.setAttribute("popover", "auto");
    element.showPopover();
    element.focus();
    const onToggle = (event: Event) => {
      const hasLostFocus = document.activeElement === document.body || element.contains(document.activeElement);
      if ((event as ToggleEvent).newState === "closed" && hasLostFocus) document.getElementById("main")?.focus();
    };
    element.addEventListener("toggle", onToggle);
    return () => element.removeEventListener("toggle", onToggle);
  }, [popover]);
  return (
    <section
      ref={box}
      role={popover ? "dialog" : undefined}
      aria-labelledby="welcome"
      tabIndex={-1}
      className={`max-w-form rounded-lg border-2 border-green bg-surface p-6 text-ink outline-none backdrop:bg-black/40 ${
        popover ? "m-auto w-[min(100%-2rem,32rem)]" : "mb-8"
      }`}
    >
      <h2 id="welcome">
        Welcome to your garage, <bdi>{ownerName}</bdi>!
      </h2>
      <p className="mt-3">
        Add your first vehicle: make, model and year are enough. You can add photos and its story later.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/vehicles/new" kind="primary">
          + Add Vehicle
        </ButtonLink>
        {popover ? (
          <Button type="button" kind="quiet" onClick={() => box.current?.hidePopover()}>
            Look around first
          </Button>
        ) : null}
      </div>
    </section>
  );
}
