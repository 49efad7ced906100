import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BuildSection } from "~/features/build-log/components/build-section";
import { getSectionView } from "~/features/build-log/section.server";
import { ReportLink, reportPhoto } from "~/features/cases/components/report-link";
import { whyHidden } from "~/features/cases/own-cases.server";
import { listVehicleEvents, type VehicleEventView } from "~/features/events/attendance/queries.server";
import { EventRows } from "~/features/events/components/event-card";
import { messageAfter } from "~/features/holds/holding.server";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { MissingCoverNotice, PhotoOptions } from "~/features/photos/components/photo-controls";
import { PhotoGallery } from "~/features/photos/components/photo-gallery";
import { MAX_ON_PAGE, photoFailure } from "~/features/photos/limits";
import { addComment } from "~/features/social/comments.server";
import { Comments } from "~/features/social/components/comments";
import { FollowButton, LikeButton } from "~/features/social/components/toggles";
import { commentPath, listComments } from "~/features/social/conversation.server";
import { COMMENTS_PER_PAGE } from "~/features/social/limits";
import { getVehicleViewerState } from "~/features/social/reactions.server";
import { commentInput } from "~/features/social/schema.server";
import { useCover, VehicleCover } from "~/features/vehicles/components/vehicle-cover";
import { FourFacts, OtherVehicles, SpecSheet, VehicleStory } from "~/features/vehicles/components/vehicle-facts";
import { OwnerBar, VehicleHeading } from "~/features/vehicles/components/vehicle-heading";
import { type NamedVehicle, vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehiclePage, type VehicleView } from "~/features/vehicles/queries.server";
import { vehicleData } from "~/features/vehicles/structured-data";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { getViewer, requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { parseId, requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { formatCount, isolate, plural } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { formClientAction } from "~/ui/forms/client-action";
import { HiddenNotice } from "~/ui/hidden-mark";
import { CommentIcon } from "~/ui/icons";
import { PreviousNext } from "~/ui/layout/neighbours";
import { EmptyState, Page, Section } from "~/ui/layout/page";
import { PopupMenu } from "~/ui/popup-menu";
import { ShareMenu } from "~/ui/share";
import { PHOTO_FORMS } from "./photo-order.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const { vehicle } = data;
  const name = vehicleName(vehicle);
  const from = vehicle.garageLocation === "" ? "" : ` from ${vehicle.garageLocation}`;
  const summary = `${name}, shown by ${vehicle.ownerName}${from} on ${siteNameOf(page.matches)}.`;
  return shareMeta(page, {
    title: `${name} · ${vehicle.garageName}`,
    description: `${summary} ${vehicle.description || vehicle.story}`.trim(),
    image: vehicle.coverPhoto,
    imageAlt: name,
    type: "article",
    queryDefaults: { page: "1" },
    structuredData: (origin, address) => vehicleData(vehicle, origin, address),
  });
};

const FAILED_COMMENT = "Failed to post comment.";

export const loader = pageLoader(async ({ request, context, params }: LoaderFunctionArgs) => {
  const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const query = new URL(request.url).searchParams;
  const comment = parseId(query.get("comment"));
  if (comment !== undefined) throw redirect(commentPath(id, comment, COMMENTS_PER_PAGE, viewer));
  const page = parsePage(query, COMMENTS_PER_PAGE);
  const { vehicle, ...related } = getVehiclePage(id, viewer);
  return {
    vehicle,
    ...related,
    ...getVehicleViewerState(viewer, id, vehicle.ownerId),
    comments: listComments(id, viewer, page),
    canComment: viewer !== null,
    events: listVehicleEvents(id),
    build: getSectionView(id, vehicle.viewerCanEdit ? viewer : null),
    /** If the vehicle is hidden. */
    hiddenFor: (vehicle.held || vehicle.hiddenByStaff) && whyHidden(viewer, "vehicle", id, vehicle),
  };
});

async function postComment({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireUser({ request, context });
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const { values } = await readForm(request);
  const id = addComment(viewer, vehicleId, decode(commentInput, values));
  const message = values.intent === "reply" ? "Reply posted!" : "Comment posted!";
  return redirectWithToast(commentPath(vehicleId, id, COMMENTS_PER_PAGE, viewer), messageAfter("comment", id, message));
}

export const clientAction = formClientAction((intent = "upload") =>
  intent === "comment" || intent === "reply" ? FAILED_COMMENT : photoFailure(intent),
);

const commentForm = {
  run: postComment,
  limit: ["comment", "commentsOfADay"],
  failed: FAILED_COMMENT,
  deduplicateBy: "fields",
} as const;

/** Any member may comment; only the owner adds photos. */
export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  { ...PHOTO_FORMS, comment: commentForm, reply: commentForm },
  "upload",
);

export default function VehiclePage() {
  const {
    vehicle: loadedVehicle,
    canonicalNames,
    neighbours,
    others,
    build,
    ...social
  } = useLoaderData<typeof loader>();
  const { liked, hasLikeButton, follow, hiddenFor, comments, canComment, events } = social;
  const { coverPhoto, makeCover } = useCover(loadedVehicle.id, loadedVehicle.coverPhoto);
  const vehicle = { ...loadedVehicle, coverPhoto };
  const name = vehicleName(vehicle);
  return (
    <Page>
      {/* The photos take the page's upper margin on a phone. */}
      <div className="empty:hidden max-md:pb-8">
        <HiddenNotice {...vehicle} {...hiddenFor} />
      </div>
      <VehicleCover vehicle={vehicle} name={name} report={vehicle.viewerCanEdit ? undefined : reportPhoto} />
      <VehicleHeading
        vehicle={vehicle}
        canonicalNames={canonicalNames}
        follow={<FollowButton follow={follow} name={vehicle.ownerName} returnTo={`/vehicles/${vehicle.id}`} />}
        actions={<VehicleActions vehicle={vehicle} liked={liked} hasLikeButton={hasLikeButton} />}
      />
      {vehicle.viewerCanEdit ? <OwnerBar vehicle={vehicle} /> : null}
      <div className="mt-6">
        <FourFacts specs={vehicle.specs} />
      </div>
      <div className="vehicle-body">
        <VehicleStory vehicle={vehicle} />
        <div id="vehicle-specs" className="mt-8">
          <SpecSheet vehicle={vehicle} canonicalNames={canonicalNames} />
        </div>
        <div className="mt-12 min-w-0">
          <BuildSection vehicleId={vehicle.id} build={build} isOwner={vehicle.viewerCanEdit} />
        </div>
      </div>
      {vehicle.viewerCanEdit ? <Gallery vehicle={vehicle} onMake={makeCover} /> : null}
      <VehicleEvents events={events} />
      <PreviousNext
        label={`More from ${vehicle.garageName}`}
        previous={neighbourOf(neighbours.previous)}
        next={neighbourOf(neighbours.next)}
      />
      <Comments vehicleId={vehicle.id} comments={comments} canComment={canComment} isOwner={vehicle.viewerCanEdit} />
      <OtherVehicles canonicalNames={canonicalNames} {...others} />
    </Page>
  );
}

const neighbourOf = (vehicle: (NamedVehicle & { id: number }) | null) =>
  vehicle && { to: `/vehicles/${vehicle.id}`, name: vehicleName(vehicle) };

interface VehicleActionsProps {
  vehicle: VehicleView;
  liked: boolean;
  hasLikeButton: boolean;
}

function VehicleActions({ vehicle, liked, hasLikeButton }: VehicleActionsProps) {
  const { id, likeCount, commentCount } = vehicle;
  const here = `/vehicles/${id}`;
  return (
    <div className="action-bar">
      {hasLikeButton ? <LikeButton vehicleId={id} isLiked={liked} likeCount={likeCount} /> : null}
      <a href="#comments" className="button">
        <CommentIcon />
        {vehicle.viewerCanEdit ? (
          plural(commentCount, "comment")
        ) : (
          <>
            <span className="sr-only">{plural(commentCount, "comment")}</span>
            <span aria-hidden="true">{commentCount === 0 ? "Comment" : formatCount(commentCount)}</span>
          </>
        )}
      </a>
      <ShareMenu path={here} title={vehicleName(vehicle)} />
      {/* The owner has these in their own bar. */}
      {vehicle.viewerCanEdit ? null : (
        <PopupMenu label="More">
          {likeCount > 0 ? (
            <li>
              <Link to={`${here}/likes`}>{hasLikeButton ? "Who likes it" : plural(likeCount, "like")}</Link>
            </li>
          ) : null}
          <li>
            <Link to={`${here}/sheet`}>Show sheet</Link>
          </li>
          <li>
            <ReportLink path={here} name={isolate(vehicleName(vehicle))} />
          </li>
        </PopupMenu>
      )}
    </div>
  );
}

/** For the owner: all photos with their controls. */
function Gallery({ vehicle, onMake }: { vehicle: VehicleView; onMake: (photo: { photo: string }) => void }) {
  const name = vehicleName(vehicle);
  const { photos, coverPhoto, id } = vehicle;
  const controls = (photo: VehicleView["photos"][number]) => (
    <PhotoOptions photo={photo} vehicle={{ id, name }} isCover={coverPhoto === photo.photo} onMake={onMake} />
  );
  const edit = { to: `/vehicles/${id}/photos`, label: "Edit photos" };
  return (
    <>
      <Section id="gallery" title="Gallery" more={photos.length > 0 ? edit : undefined}>
        <MissingCoverNotice photos={photos} coverPhoto={coverPhoto} />
        {photos.length > 0 ? (
          <PhotoGallery photos={photos} vehicleId={id} vehicleName={name} most={MAX_ON_PAGE} controls={controls} />
        ) : (
          <EmptyState title="No photos yet.">Add the first ones below.</EmptyState>
        )}
      </Section>
      <Section id="add-photos" title="Add photos">
        <AddPhotosForm vehicleId={id} isFirst={photos.length === 0} />
      </Section>
    </>
  );
}

function VehicleEvents({ events }: { events: VehicleEventView[] }) {
  if (events.length === 0) return null;
  return (
    <Section id="where-to-see-it" title="Where to see it">
      <EventRows events={events} line={({ location }) => <bdi>{location}</bdi>} />
    </Section>
  );
}
