import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BuildSection } from "~/features/build-log/components/build-section";
import { getSectionView } from "~/features/build-log/section.server";
import { VehicleEvents } from "~/features/events/attendance/components/vehicle-events";
import { listVehicleEvents } from "~/features/events/attendance/queries.server";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { LostCoverFailure, PhotoOptions } from "~/features/photos/components/photo-controls";
import { PhotoGallery } from "~/features/photos/components/photo-gallery";
import { useCover } from "~/features/photos/components/use-cover";
import { VehicleCover } from "~/features/photos/components/vehicle-cover";
import { MOST_ON_PAGE, photoFailure } from "~/features/photos/limits";
import { commentPath, listComments } from "~/features/social/comment-threads.server";
import { addComment } from "~/features/social/comments.server";
import { Comments } from "~/features/social/components/comments";
import { FollowButton } from "~/features/social/components/follow-button";
import { LikeButton } from "~/features/social/components/like-button";
import { ReportLink } from "~/features/social/components/report-link";
import { COMMENTS_A_PAGE } from "~/features/social/limits";
import { commentInput } from "~/features/social/schema.server";
import { getVehicleStanding } from "~/features/social/standing.server";
import { Neighbours } from "~/features/vehicles/components/neighbours";
import { OtherVehicles } from "~/features/vehicles/components/other-vehicles";
import { OwnerBar } from "~/features/vehicles/components/owner-bar";
import { SpecSheet } from "~/features/vehicles/components/spec-sheet";
import { VehicleHeading } from "~/features/vehicles/components/vehicle-heading";
import { VehicleWords } from "~/features/vehicles/components/vehicle-words";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehiclePage, type VehicleView } from "~/features/vehicles/queries.server";
import { vehicleData } from "~/features/vehicles/structured-data";
import { formActions, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { getViewer, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { parseId, requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { CommentIcon } from "~/ui/icons";
import { keepTyped } from "~/ui/keep-typed";
import { EmptyState, Page, Section } from "~/ui/page";
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

/** Said where the fault is ours. */
const FAILED_COMMENT = "Failed to post comment.";

export const headers = formHeaders;

export const loader = pageLoader(async ({ request, params }: LoaderFunctionArgs) => {
  const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const viewer = await getViewer(request);
  const query = new URL(request.url).searchParams;
  const comment = parseId(query.get("comment"));
  if (comment !== undefined) throw redirect(commentPath(id, comment, COMMENTS_A_PAGE));
  const page = parsePage(query, COMMENTS_A_PAGE);
  const { vehicle, ...around } = getVehiclePage(id, viewer);
  const { commentCount } = vehicle;
  const ownerId = Number(vehicle.ownerId);
  return {
    vehicle,
    ...around,
    ...getVehicleStanding(viewer, id, ownerId),
    comments: listComments(id, viewer, page, { userId: ownerId, commentCount }),
    canComment: viewer !== null,
    events: listVehicleEvents(id),
    build: getSectionView(id),
  };
});

async function postComment({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const { values } = await readForm(request);
  const id = addComment(viewer, vehicleId, decode(commentInput, values));
  const posted = values.intent === "reply" ? "Reply posted!" : "Comment posted!";
  return redirectWithToast(commentPath(vehicleId, id, COMMENTS_A_PAGE), posted);
}

export const clientAction = keepTyped((intent = "upload") =>
  intent === "comment" || intent === "reply" ? FAILED_COMMENT : photoFailure(intent),
);

const commentForm = { run: postComment, limit: "comment", failed: FAILED_COMMENT, keepsWords: true } as const;

/** Comments are for everybody logged in, photos for the owner. */
export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  { ...PHOTO_FORMS, comment: commentForm, reply: commentForm },
  "upload",
);

export default function VehiclePage() {
  const { vehicle: loaded, called, neighbours, others, build, ...social } = useLoaderData<typeof loader>();
  const { liked, follow, comments, canComment, events } = social;
  const { coverPhoto, makeCover } = useCover(loaded.id, loaded.coverPhoto);
  const vehicle = { ...loaded, coverPhoto };
  const name = vehicleName(vehicle);
  return (
    <Page>
      {/* A spread: picture and words on one page, what it is on the other; one below the other on a phone. */}
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr]">
        <VehicleCover vehicle={vehicle} name={name} />
        <div className="mt-3 min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0">
          <VehicleHeading
            vehicle={vehicle}
            called={called}
            follow={<FollowButton follow={follow} name={vehicle.ownerName} returnTo={`/vehicles/${vehicle.id}`} />}
          />
          <Acts vehicle={vehicle} liked={liked} />
        </div>
        <SpecSheet specs={vehicle.specs} />
        <div className="min-w-0 lg:row-start-2">
          {vehicle.viewerCanEdit ? <OwnerBar vehicle={vehicle} /> : null}
          <VehicleWords vehicle={vehicle} />
        </div>
      </div>
      <VehicleEvents events={events} />
      <Gallery vehicle={vehicle} name={name} onMakeCover={makeCover} />
      <BuildSection vehicleId={vehicle.id} build={build} isOwner={vehicle.viewerCanEdit} />
      <Neighbours garageName={vehicle.garageName} {...neighbours} />
      <Comments vehicleId={vehicle.id} comments={comments} canComment={canComment} isOwner={vehicle.viewerCanEdit} />
      <OtherVehicles called={called} {...others} />
    </Page>
  );
}

function Acts({ vehicle, liked }: { vehicle: VehicleView; liked: boolean }) {
  const here = `/vehicles/${vehicle.id}`;
  return (
    <>
      <div className="relative mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <LikeButton vehicleId={vehicle.id} liked={liked} likeCount={vehicle.likeCount} />
        <Share path={here} title={vehicleName(vehicle)} />
      </div>
      <div className="-mx-3 mt-1 flex flex-wrap items-center">
        <a href="#comments" className="inline-flex min-h-11 items-center gap-2 px-3 font-semibold hover:underline">
          <CommentIcon /> {plural(vehicle.commentCount, "comment")}
        </a>
        <Link to={`${here}/sheet`} className="inline-flex min-h-11 items-center px-3 font-semibold hover:underline">
          Show sheet
        </Link>
        {vehicle.viewerCanEdit ? null : <ReportLink about={here} what={vehicleName(vehicle)} />}
      </div>
    </>
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
    <PhotoOptions photo={photo} vehicle={{ id, name }} isCover={coverPhoto === photo.photo} onMake={onMakeCover} />
  );
  const edit = { to: `/vehicles/${id}/photos`, label: "Edit photos" };
  return (
    <>
      <Section id="gallery" title="Gallery" more={viewerCanEdit && photos.length > 0 ? edit : undefined}>
        <LostCoverFailure photos={photos} coverPhoto={coverPhoto} />
        {photos.length > 0 ? (
          <PhotoGallery
            photos={photos}
            vehicleId={id}
            vehicleName={name}
            most={MOST_ON_PAGE}
            controls={viewerCanEdit ? controls : undefined}
          />
        ) : (
          <EmptyState title="No photos yet">
            {viewerCanEdit ? "Add the first ones below." : "The owner has not added photos of this vehicle yet."}
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
