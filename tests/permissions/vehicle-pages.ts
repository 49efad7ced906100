import { everyone, HOME, members, ownerOnly, page, type Row } from "./row";

const CAR = { make: "Lancia", model: "Fulvia", year: 1969 };
const SHOWN = "/vehicles/:vehicleId";
const PHOTO = "/vehicles/:vehicleId/photos/:photoId";
const ALL_PHOTOS = "/vehicles/:vehicleId/photos";

/** The rows of the owner's photo forms, on each page that has them. */
function photoForms(path: string): Row[] {
  return [
    page(`POST ${path}`, ownerOnly(path), { send: { intent: "upload" }, picture: "photos" }),
    page(`POST ${path}`, ownerOnly(path), {
      send: ({ photoId, photoName }) => ({ intent: "cover", photoId, photoFilename: photoName }),
    }),
    page(`POST ${path}`, ownerOnly(path), { send: ({ photoId }) => ({ intent: "caption", photoId, caption: "Hi" }) }),
    // A photo id in a form on one's own page gives no access to somebody else's photo.
    page(`POST ${path}`, members(403), {
      on: { vehicleId: "actorVehicleId" },
      send: ({ neighbourPhotoId: photoId }) => ({ intent: "caption", photoId, caption: "Hi" }),
    }),
  ];
}

/** The form of a whole gallery. */
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
  // The world's photos are pictures from elsewhere, which cannot be turned: the owner gets as far as that.
  page(`POST ${ALL_PHOTOS}`, ownerOnly(400), {
    send: ({ photoId }) => ({ intent: "gallery", turn: photoId }),
    writes: false,
  }),
  // Nothing is typed here, so nothing is saved on the way to the second step.
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

/** Vehicles, their photos and comments. */
export const VEHICLE_PAGES: Row[] = [
  page("GET /vehicles", everyone(200)),
  page("GET /vehicles/makes", everyone(200)),
  page(`GET ${SHOWN}/likes`, everyone(200)),
  page(`GET ${SHOWN}/likes`, everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  page(`GET ${SHOWN}`, everyone(200)),
  page(`GET ${SHOWN}`, everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  page(`POST ${SHOWN}`, members(SHOWN), { send: { intent: "comment", text: "A fine thing." } }),
  page(`POST ${SHOWN}`, members(SHOWN), {
    send: ({ guestCommentId }) => ({ intent: "reply", parent: guestCommentId, text: "Quite so." }),
  }),
  // A comment under another vehicle.
  page(`POST ${SHOWN}`, members(400), {
    send: ({ commentId }) => ({ intent: "reply", parent: commentId, text: "Quite so." }),
  }),
  page(`POST ${SHOWN}`, members(404), {
    on: { vehicleId: "hiddenVehicleId" },
    send: { intent: "comment", text: "A fine thing." },
  }),
  ...photoForms(SHOWN),
  page(`GET ${PHOTO}`, everyone(200)),
  page(`GET ${PHOTO}`, everyone(404), { on: { vehicleId: "hiddenVehicleId", photoId: "hiddenPhotoId" } }),
  // A photo is found under its own vehicle only.
  page(`GET ${PHOTO}`, everyone(404), { on: { photoId: "neighbourPhotoId" } }),
  ...photoForms(PHOTO),
  page(`GET ${ALL_PHOTOS}/all`, everyone(200)),
  page(`GET ${ALL_PHOTOS}/all`, everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  page(`GET ${SHOWN}/like`, everyone(SHOWN)),
  page(`POST ${SHOWN}/like`, members(200, "/login")),
  page(`POST ${SHOWN}/like`, members(404, "/login"), { on: { vehicleId: "hiddenVehicleId" } }),

  page("GET /vehicles/new", [HOME, "/onboarding", 200, 200, "/onboarding"]),
  page("POST /vehicles/new", [HOME, "/onboarding", "/vehicles/*", "/vehicles/*", "/onboarding"], { send: CAR }),
  page("POST /vehicles/new", [HOME, "/onboarding", "/vehicles/*", "/vehicles/*", "/onboarding"], {
    send: CAR,
    picture: "photos",
  }),
  page(`GET ${SHOWN}/edit`, ownerOnly(200)),
  page(`POST ${SHOWN}/edit`, ownerOnly(SHOWN), { send: CAR }),
  page(`GET ${SHOWN}/sheet`, everyone(200)),
  page(`GET ${SHOWN}/sheet`, everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  page(`GET ${SHOWN}/specs`, ownerOnly(200)),
  page(`POST ${SHOWN}/specs`, ownerOnly(SHOWN), { send: { name: "Engine", value: "1.3 l V4" } }),
  page(`POST ${SHOWN}/specs`, ownerOnly(200), { send: { name: "Engine", value: "", add: 1 }, writes: false }),
  page(`GET ${SHOWN}/delete`, ownerOnly(200)),
  page(`POST ${SHOWN}/delete`, ownerOnly("/garages/:garageId")),
  page(`GET ${ALL_PHOTOS}`, ownerOnly(200)),
  ...photoForms(ALL_PHOTOS),
  ...GALLERY_FORM,
  page(`GET ${PHOTO}/delete`, ownerOnly(200)),
  page(`POST ${PHOTO}/delete`, ownerOnly(SHOWN)),
  page(`POST ${PHOTO}/delete`, ownerOnly(ALL_PHOTOS), { send: { back: "photos" } }),

  page("GET /comments/:commentId/delete", [HOME, 403, 200, 403, 200]),
  page("GET /comments/:commentId/delete", [HOME, 403, 200, 403, 200], { on: { commentId: "guestCommentId" } }),
  page("POST /comments/:commentId/delete", [HOME, 403, "/vehicles/*", 403, "/vehicles/*"]),
  // The vehicle's owner too.
  page("POST /comments/:commentId/delete", [HOME, 403, SHOWN, 403, SHOWN], { on: { commentId: "guestCommentId" } }),
];
