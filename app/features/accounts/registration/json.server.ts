import { z } from "zod";
import { toIso } from "~/lib/time";
import { createdAt } from "../json.server";
import { FIRST_POSTS, REGISTRATIONS } from "./limits";
import type { ApplicationView, InviteView } from "./queries.server";

export const registrationShape = z
  .strictObject({
    registration: z.enum(REGISTRATIONS.map(([name]) => name)),
    question: z.string().meta({ description: "Question for applicants; empty for none" }),
    refusedDomains: z.array(z.string()).meta({ description: "Blocked email domains" }),
    membersInvite: z.boolean(),
    firstPosts: z.enum(FIRST_POSTS.map(([name]) => name)),
  })
  .meta({ id: "Door" });

export const inviteShape = z
  .strictObject({
    _id: z.string(),
    link: z.string().meta({ description: "Link to sign up, for anyone who has it" }),
    uses: z.int().meta({ description: "How many more sign-ups it allows" }),
    endsAt: createdAt,
  })
  .meta({ id: "Invite" });

export function inviteJson({ id, link, uses, endsAt }: InviteView): z.infer<typeof inviteShape> {
  return { _id: String(id), link, uses, endsAt: toIso(endsAt) };
}

export const applicationShape = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    answer: z.string(),
    createdAt,
    email: z.string().optional().meta({ description: "For admins only" }),
  })
  .meta({ id: "Application" });

export function applicationJson({ id, ...application }: ApplicationView): z.infer<typeof applicationShape> {
  return { _id: String(id), ...application, createdAt: toIso(application.createdAt) };
}
