import { z } from "zod";
import { personInListShape } from "~/features/accounts/json.server";
import {
  browseVehiclesJson,
  listMakesJson,
  listModelsJson,
  makeShape,
  modelShape,
} from "~/features/browse/json.server";
import { browseQuery, modelsQuery } from "~/features/browse/schema.server";
import { addEntry } from "~/features/build-log/commands.server";
import { entryJson, entryShape, listEntriesJson } from "~/features/build-log/json.server";
import { ENTRIES_PER_PAGE } from "~/features/build-log/limits";
import { entryFilter, newEntry } from "~/features/build-log/schema.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { addComment } from "~/features/social/comments.server";
import { commentJson, commentShape, listCommentsJson, listLikersJson } from "~/features/social/json.server";
import { COMMENTS_PER_PAGE } from "~/features/social/limits";
import { LIKE_NEEDS_LOGIN } from "~/features/social/policy";
import { setLike } from "~/features/social/reactions.server";
import { commentInput, likeInput } from "~/features/social/schema.server";
import { addVehicle, deleteVehicle, setCover, setSpecs, updateVehicle } from "~/features/vehicles/commands.server";
import { listLatestVehiclesJson, vehicleJson, vehicleShape } from "~/features/vehicles/json.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicleTexts } from "~/features/vehicles/queries.server";
import { coverChoice, newVehicle, specsInput, vehicleChange } from "~/features/vehicles/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";

const rules = {
  about: "Vehicles with their spec sheets, likes, comments and build logs; makes and models",
  notFoundMessage: VEHICLE_NOT_FOUND,
};

export const { loader, action, calls } = apiResource("/api/v1/vehicles", rules, {
  "GET /": read({
    name: "listVehicles",
    audience: "anyone",
    summary:
      "Vehicles by make, model, years, condition and keywords, sorted; keywords are matched literally, ignoring case",
    query: browseQuery,
    perPage: 20,
    response: listShape(vehicleShape),
    limit: { whenGiven: { q: "search", condition: "search" } },
    cached: true,
    run: ({ query, page }) => listResponse(browseVehiclesJson(query, page)),
  }),
  "POST /": write({
    name: "addVehicle",
    refusals: [409],
    audience: "member",
    summary: "Add a vehicle",
    input: newVehicle,
    files: ["photos"],
    response: dataShape({ doc: vehicleShape }),
    status: 201,
    limit: ["edit", "newVehicle"],
    run: async ({ viewer, input: { uploads, ...input }, files }) => {
      const id = await addVehicle(viewer, input, resolveFormPhotos(viewer, uploads, files.photos));
      return { body: { data: { doc: vehicleJson(id, viewer) } } };
    },
  }),
  "GET /makes": read({
    name: "listMakes",
    audience: "anyone",
    summary: "The makes that have vehicles, the most vehicles first",
    perPage: 20,
    response: listShape(makeShape),
    cached: true,
    run: ({ page }) => listResponse(listMakesJson(page)),
  }),
  "GET /models": read({
    name: "listModels",
    audience: "anyone",
    summary:
      "The models of a make that have vehicles, the most vehicles first; an empty list for a make without vehicles",
    query: modelsQuery,
    perPage: 20,
    response: listShape(modelShape),
    cached: true,
    run: ({ query: { make }, page }) => listResponse(listModelsJson(make, page)),
  }),
  "GET /latest": read({
    name: "listLatestVehicles",
    audience: "anyone",
    summary: "The newest vehicles",
    perPage: 20,
    response: listShape(vehicleShape),
    cached: true,
    run: ({ page }) => listResponse(listLatestVehiclesJson(page)),
  }),
  "GET /:vehicleId": read({
    name: "getVehicle",
    etagFrom: ({ id }) => getVehicleTexts(id),
    audience: "anyone",
    summary: "A vehicle",
    response: dataShape({ doc: vehicleShape }),
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { doc: vehicleJson(id, await findViewer()) } } }),
  }),
  "PATCH /:vehicleId": write({
    name: "updateVehicle",
    etagFrom: ({ id }) => getVehicleTexts(id),
    isPartial: true,
    audience: "member",
    summary: "Change a vehicle",
    input: vehicleChange,
    response: dataShape({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input, precondition }) => {
      updateVehicle(viewer, id, input, precondition);
      return { body: { data: { doc: vehicleJson(id, viewer) } } };
    },
  }),
  "DELETE /:vehicleId": write({
    name: "deleteVehicle",
    etagFrom: ({ id }) => getVehicleTexts(id),
    audience: "member",
    summary: "Delete a vehicle",
    response: "nothing",
    limit: "edit",
    run: ({ viewer, id, precondition }) => deleteVehicle(viewer, id, precondition),
  }),
  "PATCH /:vehicleId/set-cover": write({
    name: "setVehicleCover",
    etagFrom: ({ id }) => getVehicleTexts(id),
    audience: "member",
    summary: "Choose a vehicle’s cover from its photos",
    input: coverChoice,
    response: dataShape({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input, precondition }) => {
      setCover(viewer, id, input.photoFilename, precondition);
      return { body: { data: { doc: vehicleJson(id, viewer) } } };
    },
  }),
  "PUT /:vehicleId/specs": write({
    name: "setVehicleSpecs",
    etagFrom: ({ id }) => getVehicleTexts(id),
    audience: "member",
    summary: "Set a vehicle’s spec sheet, all rows in order; in a form, repeat `name` and `value`",
    input: specsInput,
    response: dataShape({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input, precondition }) => {
      setSpecs(viewer, id, input.specs, precondition);
      return { body: { data: { doc: vehicleJson(id, viewer) } } };
    },
  }),
  "PATCH /:vehicleId/like": write({
    name: "likeVehicle",
    audience: "member",
    visitorMessage: LIKE_NEEDS_LOGIN,
    summary: "Like or unlike: toggles, or sets `liked`",
    input: likeInput,
    response: dataShape({ doc: vehicleShape, liked: z.boolean(), likeCount: z.int() }),
    limit: "like",
    run: ({ viewer, id, input }) => {
      const state = setLike(viewer, id, input.liked);
      return { body: { data: { doc: vehicleJson(id, viewer), ...state } } };
    },
  }),
  "GET /:vehicleId/likes": read({
    name: "listVehicleLikes",
    audience: "anyone",
    summary: "Members who like a vehicle, the newest like first",
    perPage: 20,
    response: listShape(personInListShape),
    cached: true,
    run: async ({ id, page, findViewer }) => listResponse(listLikersJson(id, page, await findViewer())),
  }),
  "GET /:vehicleId/comments": read({
    name: "listVehicleComments",
    audience: "anyone",
    summary: "A vehicle’s comments, oldest first",
    perPage: COMMENTS_PER_PAGE,
    response: listShape(commentShape),
    cached: true,
    run: async ({ id, page, findViewer }) => listResponse(listCommentsJson(id, page, await findViewer())),
  }),
  "POST /:vehicleId/comments": write({
    name: "addVehicleComment",
    audience: "member",
    summary: "Comment on a vehicle, or reply to a comment (`parent`); a reply to a reply joins the first comment",
    input: commentInput,
    response: dataShape({ doc: commentShape }),
    status: 201,
    limit: ["comment", "commentsOfADay"],
    run: ({ viewer, id, input }) => ({ body: { data: { doc: commentJson(addComment(viewer, id, input), viewer) } } }),
  }),
  "GET /:vehicleId/build": read({
    name: "listBuildEntries",
    audience: "anyone",
    summary: "A vehicle’s build log, newest first by date; `kind` for one kind of entry",
    query: entryFilter,
    perPage: ENTRIES_PER_PAGE,
    response: listShape(entryShape),
    cached: true,
    run: async ({ id, query, page, findViewer }) =>
      listResponse(listEntriesJson(id, query.kind, page, await findViewer())),
  }),
  "POST /:vehicleId/build": write({
    name: "addBuildEntry",
    refusals: [409],
    audience: "member",
    summary: "Add an entry to the build log of your own vehicle",
    input: newEntry,
    files: ["photos"],
    response: dataShape({ doc: entryShape }),
    status: 201,
    limit: ["edit", "newEntry"],
    run: async ({ viewer, id, input: { uploads, ...input }, files }) => {
      const entryId = await addEntry(viewer, id, input, resolveFormPhotos(viewer, uploads, files.photos));
      return { body: { data: { doc: entryJson(entryId, viewer) } } };
    },
  }),
});
