import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { VehicleEvents } from "~/features/events/attendance/components/vehicle-events";
import { listVehicleEvents } from "~/features/events/attendance/queries.server";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { DeletePhoto, LostCoverFailure, MakeCover } from "~/features/photos/components/photo-controls";
import { PhotoGallery, photoAlt } from "~/features/photos/components/photo-gallery";
import { useCover } from "~/features/photos/components/use-cover";
import { useLightbox } from "~/features/photos/components/use-lightbox";
import { photoFailure } from "~/features/photos/limits";
import { addComment, lastCommentPage, listComments } from "~/features/social/comments.server";
import { Comments } from "~/features/social/components/comments";
import { LikeButton } from "~/features/social/components/like-button";
import { ReportLink } from "~/features/social/components/report-link";
import { isLiked } from "~/features/social/likes.server";
import { COMMENTS_A_PAGE } from "~/features/social/limits";
import { commentInput } from "~/features/social/schema.server";
import { deleteVehicleStep } from "~/features/vehicles/components/delete-step";
import { VehicleDetails } from "~/features/vehicles/components/vehicle-details";
import { VehicleTitle } from "~/features/vehicles/components/vehicle-title";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicle, type VehicleView } from "~/features/vehicles/queries.server";
import { vehicleData } from "~/features/vehicles/structured-data";
import { formActions, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { getViewer, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm";
import { ArrowLeftIcon, CameraIcon, CommentIcon, PencilIcon, TrashIcon } from "~/ui/icons";
import { keepTyped } from "~/ui/keep-typed";
import { EmptyState, Page, Prose, Section } from "~/ui/page";
import { Photo } from "~/ui/photo";
import { Share } from "~/ui/share";
import { shareMeta } from "~/ui/share-meta";
import { PHOTO_FORMS } from "./photo-acts.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [{ title: "Paddock" }];
  const { vehicle } = data;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `${name} · ${vehicle.garageName}`,
    description: vehicle.description || vehicle.story || `${name}, shown by ${vehicle.ownerName} on Paddock.`,
    image: vehicle.coverPhoto,
    imageAlt: name,
    type: "article",
    keep: { page: "1" },
    about: (origin, address) => vehicleData(vehicle, origin, address),
  });
};

export const headers = formHeaders;

export const loader = pageLoader(async ({ request, params }: LoaderFunctionArgs) => {
  const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const viewer = await getViewer(request);
  const vehicle = getVehicle(id, viewer);
  const page = parsePage(new URL(request.url).searchParams, COMMENTS_A_PAGE);
  const { commentCount } = vehicle;
  return {
    vehicle,
    liked: isLiked(viewer, id),
    comments: listComments(id, viewer, page, { userId: Number(vehicle.ownerId), commentCount }),
    canComment: viewer !== null,
    events: listVehicleEvents(id),
  };
});

async function postComment({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const { values } = await readForm(request);
  const id = addComment(viewer, vehicleId, decode(commentInput, values));
  const last = lastCommentPage(vehicleId, COMMENTS_A_PAGE);
  return redirectWithToast(`/vehicles/${vehicleId}${last > 1 ? `?page=${last}` : ""}#comment-${id}`, "Comment posted!");
}

export const clientAction = keepTyped((intent = "upload") =>
  intent === "comment" ? "Failed to post comment." : photoFailure(intent),
);

/** Comments are for everybody logged in, photos for the owner. */
export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  { ...PHOTO_FORMS, comment: { run: postComment, limit: "comment", failed: "Failed to post comment." } },
  "upload",
);

export default function VehiclePage() {
  const { vehicle: loaded, liked, comments, canComment, events } = useLoaderData<typeof loader>();
  const { coverPhoto, makeCover } = useCover(loaded.id, loaded.coverPhoto);
  const vehicle = { ...loaded, coverPhoto };
  const name = vehicleName(vehicle);
  return (
    <Page>
      <Cover vehicle={vehicle} name={name} />
      <Heading vehicle={vehicle} liked={liked} />
      {vehicle.viewerCanEdit ? <OwnerBar vehicle={vehicle} /> : null}
      <div className="mt-10 grid gap-x-16 gap-y-10 xl:gap-x-24 lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)]">
        <Words vehicle={vehicle} />
        <section aria-labelledby="details" className="self-start lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
          <h2 id="details" className="mb-4 border-t-2 border-ink pt-3">
            Details
          </h2>
          <VehicleDetails vehicle={vehicle} />
        </section>
      </div>
      <VehicleEvents events={events} />
      <Gallery vehicle={vehicle} name={name} onMakeCover={makeCover} />
      <Comments vehicleId={vehicle.id} comments={comments} canComment={canComment} />
    </Page>
  );
}

function Cover({ vehicle, name }: { vehicle: VehicleView; name: string }) {
  const { photos, coverPhoto, id } = vehicle;
  const { open, lightbox } = useLightbox(photos, id, (at) => photoAlt(photos[at]!, name));
  const place = photos.findIndex((photo) => photo.photo === coverPhoto);
  const inGallery = photos[place];
  const picture = (
    <Photo
      kind="photos"
      name={coverPhoto}
      alt={inGallery?.caption || name}
      view="full"
      sizes="(min-width: 77rem) 1200px, 100vw"
      priority
      className="aspect-3/2 max-h-[78dvh] w-full md:aspect-2/1"
    />
  );
  // Full width on phones.
  return (
    <div className="-mx-4 -mt-8 md:mx-0 md:mt-0 max-md:[&_.photo-frame]:rounded-none">
      {inGallery ? (
        <Link to={`/vehicles/${id}/photos/${inGallery.id}`} onClick={open(place)}>
          {picture}
        </Link>
      ) : (
        picture
      )}
      {lightbox}
    </div>
  );
}

function Heading({ vehicle, liked }: { vehicle: VehicleView; liked: boolean }) {
  return (
    <header className="mt-4">
      <Link
        to={`/garages/${vehicle.garageId}`}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-grey hover:text-ink"
      >
        <ArrowLeftIcon className="size-4" />
        {vehicle.garageName}
      </Link>
      <h1 className="text-3xl">
        <VehicleTitle vehicle={vehicle} />
      </h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        {/* On a phone a line of its own: the buttons would move when the last of them comes. */}
        <p className="text-grey max-sm:w-full">
          Shown by{" "}
          <Link to={`/garages/${vehicle.garageId}`} className="link font-semibold text-ink">
            {vehicle.ownerName}
          </Link>
        </p>
        <div className="relative flex items-center gap-4">
          <LikeButton vehicleId={vehicle.id} liked={liked} likeCount={vehicle.likeCount} />
          <Share path={`/vehicles/${vehicle.id}`} title={vehicleName(vehicle)} />
        </div>
        <a href="#comments" className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline">
          <CommentIcon /> {plural(vehicle.commentCount, "comment")}
        </a>
        {vehicle.viewerCanEdit ? null : <ReportLink about={`/vehicles/${vehicle.id}`} what={vehicleName(vehicle)} />}
      </div>
    </header>
  );
}

function OwnerBar({ vehicle }: { vehicle: VehicleView }) {
  const base = `/vehicles/${vehicle.id}`;
  return (
    <nav
      aria-label="Your vehicle"
      className="mt-6 grid grid-cols-2 gap-2 rounded-lg bg-sunk p-3 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-2 sm:flex sm:flex-wrap"
    >
      <ButtonLink to={`${base}/edit`}>
        <PencilIcon className="size-4" /> Edit Details
      </ButtonLink>
      <ButtonLink to="#add-photos">
        <CameraIcon className="size-4" /> Add Photos
      </ButtonLink>
      {vehicle.photos.length > 0 ? (
        <ButtonLink to={`${base}/photos`} kind="quiet">
          Manage photos
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

function Words({ vehicle }: { vehicle: VehicleView }) {
  const { description, story, viewerCanEdit } = vehicle;
  return (
    <div className="min-w-0">
      {description === "" ? null : (
        <p className="max-w-measure border-t-2 border-ink pt-4 text-lg leading-relaxed whitespace-pre-line">
          {description}
        </p>
      )}
      {story === "" ? null : (
        <section aria-labelledby="story" className={description === "" ? "border-t-2 border-ink pt-3" : "mt-10"}>
          <h2 id="story" className="mb-4">
            The story
          </h2>
          <Prose text={story} />
        </section>
      )}
      {story === "" && description === "" ? <NoWords canEdit={viewerCanEdit} id={vehicle.id} /> : null}
    </div>
  );
}

function NoWords({ canEdit, id }: { canEdit: boolean; id: string }) {
  if (!canEdit) return <p className="border-t-2 border-ink pt-4 text-grey">The owner lets the photos speak for now.</p>;
  return (
    <EmptyState title="No story yet" action={<ButtonLink to={`/vehicles/${id}/edit`}>Write its story</ButtonLink>}>
      Where did you find it, what did you do to it, where did it take you?
    </EmptyState>
  );
}

interface GalleryProps {
  vehicle: VehicleView;
  name: string;
  onMakeCover: (photo: { photo: string }) => void;
}

function Gallery({ vehicle, name, onMakeCover }: GalleryProps) {
  const { photos, viewerCanEdit, coverPhoto, id } = vehicle;
  const controls = (photo: VehicleView["photos"][number]) => (
    <div className="mt-1.5 mb-4 flex flex-wrap items-center gap-1 max-sm:[&_.button]:px-2">
      <MakeCover photo={photo} isCover={coverPhoto === photo.photo} onMake={onMakeCover} />
      <DeletePhoto photo={photo} vehicleId={id} isCover={coverPhoto === photo.photo} />
    </div>
  );
  return (
    <>
      <Section id="gallery" title="Gallery">
        <LostCoverFailure photos={photos} coverPhoto={coverPhoto} />
        {photos.length > 0 ? (
          <PhotoGallery
            photos={photos}
            vehicleId={id}
            vehicleName={name}
            controls={viewerCanEdit ? controls : undefined}
          />
        ) : (
          <EmptyState title="No photos yet">
            {viewerCanEdit
              ? "Photos are what people come for. Add the first ones below."
              : "The owner has not added photos of this vehicle yet."}
          </EmptyState>
        )}
      </Section>
      {viewerCanEdit ? (
        <Section id="add-photos" title="Add photos">
          <AddPhotosForm vehicleId={id} first={photos.length === 0} />
        </Section>
      ) : null}
    </>
  );
}
