import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ReportLink } from "~/features/cases/components/report-link";
import { whyHidden } from "~/features/cases/own-cases.server";
import { DeletePhoto, MakeCover } from "~/features/photos/components/photo-controls";
import { photoAlt } from "~/features/photos/components/photo-gallery";
import { MAX_CAPTION, photoFailure } from "~/features/photos/limits";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { getPhotoPage, type PhotoPageView } from "~/features/vehicles/photo-pages.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import type { RouteHandle } from "~/http/context";
import { formActions, pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { parseImageName } from "~/lib/images";
import { revisionOf } from "~/lib/revision.server";
import { pageTitle } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HiddenNotice } from "~/ui/hidden-mark";
import { ArrowLeftIcon, ArrowRightIcon } from "~/ui/icons";
import { Page } from "~/ui/layout/page";
import { Photo } from "~/ui/photo";
import { ShareMenu } from "~/ui/share";
import { PHOTO_FORMS } from "./photo-order.server";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const { photo, vehicle, total } = data;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: photoAlt(photo, name),
    description: `${name} in ${vehicle.garageName}: photo ${photo.position} of ${total}.`,
    image: photo.photo,
    type: "article",
  });
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const photoId = requireId(params.photoId, PHOTO_NOT_FOUND);
  const page = getPhotoPage(vehicleId, photoId, viewer);
  const revision = revisionOf({ caption: page.photo.caption });
  const { held, hiddenByStaff } = page.photo;
  return { ...page, revision, hiddenFor: (held || hiddenByStaff) && whyHidden(viewer, "photo", photoId, page.photo) };
});

export const action = formActions({ audience: "member", body: "files", limit: "edit" }, PHOTO_FORMS, "upload");

export const clientAction = formClientAction((intent = "upload") => photoFailure(intent));

export default function PhotoPage() {
  const view = useLoaderData<typeof loader>();
  const { photo, vehicle, total } = view;
  const name = vehicleName(vehicle);
  const photoPath = `/vehicles/${vehicle.id}/photos/${photo.id}`;
  return (
    <Page>
      <BackToVehicle id={vehicle.id} name={name} />
      <HiddenNotice {...photo} {...view.hiddenFor} />
      <LargePhoto photo={photo.photo} alt={photoAlt(photo, name)} />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-measure">
          <h1 dir="auto" className="text-xl">
            {photo.caption === "" ? name : photo.caption}
          </h1>
          {photo.caption === "" ? null : (
            <p dir="auto" className="mt-1 text-grey">
              {name}
            </p>
          )}
        </div>
        <div className="relative flex min-w-48 flex-wrap items-center justify-end gap-3 max-sm:w-full max-sm:justify-between">
          <PreviousNext view={view} total={total} />
          <ShareMenu path={photoPath} title={photoAlt(photo, name)} />
          {view.viewerCanEdit ? null : (
            <div className="max-sm:-ml-3">
              <ReportLink path={photoPath} name="this photo" />
            </div>
          )}
        </div>
      </div>
      {view.viewerCanEdit ? <OwnerControls view={view} /> : null}
    </Page>
  );
}

/** Uncropped; its size is reserved before loading. */
function LargePhoto({ photo, alt }: { photo: string; alt: string }) {
  const facts = parseImageName(photo);
  const aspectRatio = facts ? `${facts.width} / ${facts.height}` : "3 / 2";
  return (
    <div className="-mx-4 flex justify-center overflow-hidden bg-sunk md:mx-0 md:rounded-lg">
      <div className="max-h-[76dvh] w-full" style={{ aspectRatio }}>
        <Photo
          kind="photos"
          name={photo}
          alt={alt}
          view="full"
          sizes="(min-width: 77rem) 1200px, 100vw"
          priority
          contain
          className="size-full rounded-none!"
        />
      </div>
    </div>
  );
}

function PreviousNext({ view, total }: { view: PhotoPageView; total: number }) {
  const { photo, vehicle, previousId, nextId } = view;
  const to = (id: number) => `/vehicles/${vehicle.id}/photos/${id}`;
  return (
    <nav aria-label="Photos" className="flex items-center gap-3">
      {previousId ? (
        <Link rel="prev" to={to(previousId)} className="button">
          <ArrowLeftIcon className="size-4" /> Previous
        </Link>
      ) : null}
      <span className="tabular-nums">
        {photo.position} of {total}
      </span>
      {nextId ? (
        <Link rel="next" to={to(nextId)} className="button">
          Next <ArrowRightIcon className="size-4" />
        </Link>
      ) : null}
    </nav>
  );
}

function OwnerControls({ view }: { view: PhotoPageView & { revision: string } }) {
  const { photo, vehicle, isCover, revision } = view;
  return (
    <section aria-labelledby="your-photo" className="mt-10 max-w-form border-t border-line pt-3">
      <h2 id="your-photo" className="mb-4 text-lg">
        Your photo
      </h2>
      <PageForm
        key={photo.id}
        draft
        intent="caption"
        subject={{ photoId: photo.id }}
        initial={{ caption: photo.caption, revision }}
      >
        <Field name="caption" label="Caption" optional hint="Screen readers read it aloud." maxLength={MAX_CAPTION} />
        <SubmitButton busy="Saving…">Save caption</SubmitButton>
      </PageForm>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <MakeCover photo={photo} isCover={isCover} />
        <DeletePhoto photo={photo} vehicle={{ id: vehicle.id, name: vehicleName(vehicle) }} isCover={isCover} />
      </div>
    </section>
  );
}
