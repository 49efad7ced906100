import { everyone, members, ownerOnly, page, type Row } from "./row";

const LOG = "/vehicles/:vehicleId/build";
const ENTRY = "/build/:entryId";
const EDIT = `${ENTRY}/edit`;
const CHANGE = { intent: "entry", title: "New tyres" };

/** Build logs. */
export const BUILD_LOG_PAGES: Row[] = [
  page(`GET ${LOG}`, everyone(200)),
  page(`GET ${LOG}`, everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  page(`GET ${LOG}/new`, ownerOnly(200)),
  page(`POST ${LOG}/new`, ownerOnly("/build/*"), { send: { title: "New tyres" } }),
  page(`POST ${LOG}/new`, ownerOnly("/build/*"), { send: { title: "New tyres" }, picture: "photos" }),
  page(`POST ${LOG}/new`, members(404), { on: { vehicleId: "hiddenVehicleId" }, send: { title: "New tyres" } }),
  // "Add another part" saves nothing.
  page(`POST ${LOG}/new`, ownerOnly(200), { send: { rows: 4 }, writes: false }),
  page(`GET ${ENTRY}`, everyone(200)),
  page(`GET ${ENTRY}`, everyone(404), { on: { entryId: "hiddenEntryId" } }),
  page(`GET ${EDIT}`, ownerOnly(200)),
  page(`GET ${EDIT}`, members(404), { on: { entryId: "hiddenEntryId" } }),
  page(`POST ${EDIT}`, ownerOnly(ENTRY), { send: CHANGE }),
  page(`POST ${EDIT}`, members(404), { on: { entryId: "hiddenEntryId" }, send: CHANGE }),
  page(`POST ${EDIT}`, ownerOnly(200), { send: { ...CHANGE, rows: 4 }, writes: false }),
  page(`POST ${EDIT}`, ownerOnly(EDIT), { send: { intent: "upload" }, picture: "photos" }),
  page(`POST ${EDIT}`, ownerOnly(EDIT), {
    send: ({ entryPhotoId: id }) => ({ intent: "gallery", [`caption-${id}`]: "Hi", [`remove-${id}`]: "on" }),
  }),
  page(`POST ${EDIT}`, ownerOnly(200), {
    send: ({ entryPhotoId }) => ({ intent: "gallery", move: `${entryPhotoId}:later` }),
    writes: false,
  }),
  // A photo id in a form of one's own entry gives no access to somebody else's photo.
  page(`POST ${EDIT}`, members(403), {
    send: ({ neighbourPhotoId }) => ({ intent: "gallery", move: `${neighbourPhotoId}:later` }),
  }),
  page(`GET ${ENTRY}/delete`, ownerOnly(200)),
  page(`POST ${ENTRY}/delete`, ownerOnly(LOG)),
  page(`POST ${ENTRY}/delete`, members(404), { on: { entryId: "hiddenEntryId" } }),
];
