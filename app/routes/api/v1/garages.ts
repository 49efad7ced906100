import { deleteGarage } from "~/features/account-deletion/commands.server";
import { personInListShape } from "~/features/accounts/json.server";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { updateGarage } from "~/features/garages/commands.server";
import { garageShape, getGarageJson, listGaragesJson, listRandomGaragesJson } from "~/features/garages/json.server";
import { DEFAULT_SORT } from "~/features/garages/limits";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGarageTexts, getOwnGarageTexts } from "~/features/garages/queries.server";
import { garagePatchSchema, garageQuerySchema } from "~/features/garages/schema.server";
import { listFollowersJson, listReviewsJson, reviewJson, reviewShape } from "~/features/social/json.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { garageDetailShape, listGarageVehiclesJson } from "~/features/vehicles/json.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape, namedListShape, pageCounts } from "~/http/api/responses.server";
import { reauthenticate } from "~/http/session/login.server";

const rules = { about: "Garages, their reviews and followers", notFoundMessage: GARAGE_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/garages", rules, {
  "GET /": read({
    name: "listGarages",
    audience: "anyone",
    summary: "Garages by name, make and place, sorted; the name is matched literally, ignoring case",
    query: garageQuerySchema,
    perPage: 20,
    response: listShape(garageShape),
    limit: { whenGiven: { "name[regex]": "search", make: "search", near: "map" } },
    cached: true,
    run: ({ query: { "name[regex]": search, ...query }, page }) =>
      listResponse(listGaragesJson({ ...query, search }, page)),
  }),
  "GET /random": read({
    name: "listRandomGarages",
    audience: "anyone",
    summary: "Random garages; each call returns different ones",
    perPage: 20,
    maxPerPage: 20,
    response: listShape(garageShape),
    cached: "cdn",
    run: ({ page: { limit } }) => {
      const rows = listRandomGaragesJson(limit);
      const { total } = listGaragesJson({ search: "", sort: DEFAULT_SORT }, { page: 1, limit: 1 });
      return listResponse({ rows, total, page: 1, limit });
    },
  }),
  "PATCH /my-garage": write({
    name: "updateMyGarage",
    etagFrom: ({ viewer }) => getOwnGarageTexts(viewer),
    refusals: [404],
    isPartial: true,
    audience: "member",
    summary: "Change your garage",
    input: garagePatchSchema,
    response: dataShape({ doc: garageShape, garage: garageShape }),
    limit: "edit",
    run: ({ viewer, input, precondition }) => {
      const garage = getGarageJson(updateGarage(viewer, input, precondition), viewer);
      return { body: { data: { doc: garage, garage } } };
    },
  }),
  "DELETE /my-garage": write({
    name: "deleteMyGarage",
    etagFrom: ({ viewer }) => getOwnGarageTexts(viewer),
    refusals: [404, 409],
    audience: "member",
    summary: "Delete your garage, with the password if the login is more than 15 minutes old",
    input: reauthenticationSchema,
    response: "nothing",
    limit: "leave",
    run: async (call) => {
      await reauthenticate(call, call.input.password);
      await deleteGarage(call.viewer, call.precondition);
    },
  }),
  "GET /:garageId": read({
    name: "getGarage",
    etagFrom: ({ id }) => getGarageTexts(id),
    audience: "anyone",
    summary: "A garage with its vehicles, newest first; `page` and `limit` are theirs",
    perPage: 100,
    response: namedListShape({ garage: garageDetailShape }),
    cached: true,
    run: async (call) => {
      const viewer = await call.findViewer();
      const garage = getGarageJson(call.id, viewer);
      const vehicles = listGarageVehiclesJson(call.id, call.page, viewer);
      return { body: { ...pageCounts(vehicles), data: { garage: { ...garage, vehicles: vehicles.rows } } } };
    },
  }),
  "GET /:garageId/reviews": read({
    name: "listGarageReviews",
    audience: "anyone",
    summary: "A garage’s reviews, newest first",
    perPage: 20,
    response: listShape(reviewShape),
    cached: true,
    run: async ({ id, page, findViewer }) => listResponse(listReviewsJson(id, page, await findViewer())),
  }),
  "POST /:garageId/reviews": write({
    name: "reviewGarage",
    audience: "member",
    summary: "Review a garage; a second review replaces the first",
    input: reviewInput,
    response: dataShape({ doc: reviewShape }),
    status: [200, 201],
    limit: "review",
    run: ({ viewer, id: garageId, input }) => {
      const { id, replaced } = reviewGarage(viewer, garageId, input);
      return { status: replaced ? 200 : 201, body: { data: { doc: reviewJson(id, viewer) } } };
    },
  }),
  "GET /:garageId/followers": read({
    name: "listGarageFollowers",
    audience: "anyone",
    summary: "Members who follow a garage (that is, its owner), the newest follow first",
    perPage: 20,
    response: listShape(personInListShape),
    cached: true,
    run: async ({ id, page, findViewer }) => listResponse(listFollowersJson(id, page, await findViewer())),
  }),
});
