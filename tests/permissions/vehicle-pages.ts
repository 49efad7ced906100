import { CAR } from "./about";
import { alsoHidden, everyone, HOME, members, ownerOnly, page, pageReads, type Row } from "./row";

const SHOWN = "/vehicles/:vehicleId";
const PHOTO = "/vehicles/:vehicleId/photos/:photoId";
const ALL_PHOTOS = "/vehicles/:vehicleId/photos";

function photoForms(path: string): Row[] {
  return [
    page(`POST ${path}`, ownerOnly(path), { send: { intent: "upload" }, picture: "photos" }),
    page(`POST ${path}`, ownerOnly(path), {
      send: ({ photoId, photoName }) => ({ intent: "cover", photoId, photoFilename: photoName }),
    }),
    page(`POST ${path}`, ownerOnly(path), { send: ({ photoId }) => ({ intent: "caption", photoId, caption: "Hi" }) }),
    // A form on the user's own page gives no access to another user's photo.
    page(`POST ${path}`, members(403), {
      on: { vehicleId: "actorVehicleId" },
      send: ({ neighbourPhotoId: photoId }) => ({ intent: "caption", photoId, caption: "Hi" }),
    }),
  ];
}

const GALLERY_FORM: Row[] = [
  page(`POST ${ALL_PHOTOS}`, ownerOnly(ALL_PHOTOS), {
    send: ({ photoId }) => ({
      intent: "gallery",
      [`caption-${photoId}`]: "Hi",
      [`place-${photoId}`]: 1,
      cover: photoId,
    }),
  }),
  page(`POST ${ALL_PHOTOS}`, ownerOnly(200), {
    send: ({ photoId }) => ({ intent: "gallery", move: `${photoId}:later` }),
    writes: false,
  }),
  // External images cannot be turned, even by the owner.
  page(`POST ${ALL_PHOTOS}`, ownerOnly(400), {
    send: ({ photoId }) => ({ intent: "gallery", turn: photoId }),
    writes: false,
  }),
  // Without input there is nothing to save first.
  page(`POST ${ALL_PHOTOS}`, ownerOnly(`${PHOTO}/delete`), {
    send: ({ photoId }) => ({ intent: "gallery", delete: photoId }),
    writes: false,
  }),
  page(`POST ${ALL_PHOTOS}`, [HOME, 403, 404, 404, 403], {
    on: { vehicleId: "actorVehicleId" },
    send: ({ neighbourPhotoId }) => ({ intent: "gallery", delete: neighbourPhotoId }),
  }),
  page(`POST ${ALL_PHOTOS}`, members(403), {
    on: { vehicleId: "actorVehicleId" },
    send: ({ neighbourPhotoId }) => ({ intent: "gallery", turn: neighbourPhotoId }),
  }),
  page(`POST ${ALL_PHOTOS}`, members(403), {
    on: { vehicleId: "actorVehicleId" },
    send: ({ neighbourPhotoId }) => ({ intent: "gallery", move: `${neighbourPhotoId}:later` }),
  }),
];

export const VEHICLE_PAGES: Row[] = [
  page("GET /vehicles", everyone(200)),
  page("GET /vehicles/makes", everyone(200)),
  ...alsoHidden(
    page(`GET ${SHOWN}/likes`, everyone(200)),
    page(`GET ${SHOWN}`, everyone(200)),
    page(`POST ${SHOWN}`, members(SHOWN), { send: { intent: "comment", text: "A fine thing." } }),
  ),
  page(`POST ${SHOWN}`, members(SHOWN), {
    send: ({ guestCommentId }) => ({ intent: "reply", parent: guestCommentId, text: "Quite so." }),
  }),
  // A comment under another vehicle.
  page(`POST ${SHOWN}`, members(400), {
    send: ({ commentId }) => ({ intent: "reply", parent: commentId, text: "Quite so." }),
  }),
  ...photoForms(SHOWN),
  ...alsoHidden(page(`GET ${PHOTO}`, everyone(200))),
  // Found only under its own vehicle.
  page(`GET ${PHOTO}`, everyone(404), { on: { photoId: "neighbourPhotoId" } }),
  ...photoForms(PHOTO),
  ...alsoHidden(page(`GET ${ALL_PHOTOS}/all`, everyone(200))),
  page(`GET ${SHOWN}/like`, everyone(SHOWN)),
  // Not the own vehicle.
  ...alsoHidden(page(`POST ${SHOWN}/like`, ["/login", 200, 400, 200, 200])),

  page("GET /vehicles/new", [HOME, "/onboarding", 200, 200, "/onboarding"]),
  page("POST /vehicles/new", [HOME, "/onboarding", "/vehicles/*", "/vehicles/*", "/onboarding"], { send: CAR }),
  page("POST /vehicles/new", [HOME, "/onboarding", "/vehicles/*", "/vehicles/*", "/onboarding"], {
    send: CAR,
    picture: "photos",
  }),
  ...pageReads(ownerOnly(200), `${SHOWN}/edit ${SHOWN}/specs ${SHOWN}/delete ${ALL_PHOTOS} ${PHOTO}/delete`),
  page(`POST ${SHOWN}/edit`, ownerOnly(SHOWN), { send: CAR }),
  ...alsoHidden(page(`GET ${SHOWN}/sheet`, everyone(200))),
  page(`POST ${SHOWN}/specs`, ownerOnly(SHOWN), { send: { name: "Engine", value: "1.3 l V4" } }),
  page(`POST ${SHOWN}/specs`, ownerOnly(200), { send: { name: "Engine", value: "", add: 1 }, writes: false }),
  page(`POST ${SHOWN}/delete`, ownerOnly("/garages/:garageId")),
  ...photoForms(ALL_PHOTOS),
  ...GALLERY_FORM,
  page(`POST ${PHOTO}/delete`, ownerOnly(SHOWN)),
  page(`POST ${PHOTO}/delete`, ownerOnly(ALL_PHOTOS), { send: { back: "photos" } }),

  page("GET /comments/:commentId", everyone("/vehicles/*")),
  page("GET /comments/:commentId/edit", ownerOnly(200)),
  page("POST /comments/:commentId/edit", ownerOnly("/vehicles/*"), { send: { text: "A finer thing." } }),
  // Not even the vehicle's owner.
  page("GET /comments/:commentId/edit", members(403), { on: { commentId: "guestCommentId" } }),
  page("POST /comments/:commentId/edit", members(403), {
    on: { commentId: "guestCommentId" },
    send: { text: "A finer thing." },
  }),
  page("GET /comments/:commentId/delete", [HOME, 403, 200, 403, 200]),
  page("GET /comments/:commentId/delete", [HOME, 403, 200, 403, 200], { on: { commentId: "guestCommentId" } }),
  page("POST /comments/:commentId/delete", [HOME, 403, "/vehicles/*", 403, "/vehicles/*"]),
  // The vehicle's owner too.
  page("POST /comments/:commentId/delete", [HOME, 403, SHOWN, 403, SHOWN], { on: { commentId: "guestCommentId" } }),
];

const LOG = "/vehicles/:vehicleId/build";
const ENTRY = "/build/:entryId";
const EDIT = `${ENTRY}/edit`;
const CHANGE = { intent: "entry", title: "New tyres" };

export const BUILD_LOG_PAGES: Row[] = [
  ...alsoHidden(page(`GET ${LOG}`, everyone(200))),
  page(`GET ${LOG}/new`, ownerOnly(200)),
  ...alsoHidden(page(`POST ${LOG}/new`, ownerOnly("/build/*"), { send: { title: "New tyres" } })),
  page(`POST ${LOG}/new`, ownerOnly("/build/*"), { send: { title: "New tyres" }, picture: "photos" }),
  page(`POST ${LOG}/new`, ownerOnly(200), { send: { rows: 4 }, writes: false }),
  ...alsoHidden(
    page(`GET ${ENTRY}`, everyone(200)),
    page(`GET ${EDIT}`, ownerOnly(200)),
    page(`POST ${EDIT}`, ownerOnly(ENTRY), { send: CHANGE }),
  ),
  page(`POST ${EDIT}`, ownerOnly(200), { send: { ...CHANGE, rows: 4 }, writes: false }),
  page(`POST ${EDIT}`, ownerOnly(EDIT), { send: { intent: "upload" }, picture: "photos" }),
  page(`POST ${EDIT}`, ownerOnly(EDIT), {
    send: ({ entryPhotoId: id }) => ({ intent: "gallery", [`caption-${id}`]: "Hi", [`remove-${id}`]: "on" }),
  }),
  page(`POST ${EDIT}`, ownerOnly(200), {
    send: ({ entryPhotoId }) => ({ intent: "gallery", move: `${entryPhotoId}:later` }),
    writes: false,
  }),
  page(`POST ${EDIT}`, members(403), {
    send: ({ neighbourPhotoId }) => ({ intent: "gallery", move: `${neighbourPhotoId}:later` }),
  }),
  page(`GET ${ENTRY}/delete`, ownerOnly(200)),
  ...alsoHidden(page(`POST ${ENTRY}/delete`, ownerOnly(LOG))),
];
