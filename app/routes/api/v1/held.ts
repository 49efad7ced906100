import { z } from "zod";
import { refuseHold, releaseAllOf, releaseHold } from "~/features/moderation/held/commands.server";
import { heldShape, listHeldJson } from "~/features/moderation/held/json.server";
import { HELD_NOT_FOUND } from "~/features/moderation/held/policy";
import { refuseInput, releaseAllInput, releaseInput } from "~/features/moderation/held/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";

const rules = { about: "New members’ posts waiting for review", notFoundMessage: HELD_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/moderation/held", rules, {
  "GET /": read({
    name: "listHeld",
    audience: "staff",
    summary: "Posts by new members that are waiting for review, oldest first",
    perPage: 50,
    response: listShape(heldShape),
    limit: "none",
    run: ({ viewer, page }) => listResponse(listHeldJson(viewer, page)),
  }),
  "POST /release": write({
    name: "releaseAllHeld",
    refusals: [409],
    audience: "staff",
    summary: "Publish all the waiting posts of one member",
    input: releaseAllInput,
    response: dataShape({ released: z.int() }),
    limit: "moderate",
    run: async ({ viewer, input }) => {
      return { body: { data: { released: await releaseAllOf(viewer, input.userId, input.revision) } } };
    },
  }),
  "POST /:heldId/release": write({
    name: "releaseHeld",
    refusals: [409],
    audience: "staff",
    summary: "Publish a post",
    input: releaseInput,
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id, input }) => releaseHold(viewer, id, input.revision),
  }),
  "POST /:heldId/refuse": write({
    name: "refuseHeld",
    refusals: [409],
    audience: "staff",
    summary: "Reject a post: it stays hidden, and its author sees the reason",
    input: refuseInput,
    response: "nothing",
    limit: "moderate",
    run: ({ viewer, id, input }) => refuseHold(viewer, id, input.reason, input.revision),
  }),
});
