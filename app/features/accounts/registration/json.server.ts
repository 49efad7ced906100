import { z } from "zod";
import { toIso } from "~/lib/time";
import { createdAt } from "../json.server";
import { FIRST_POSTS, REGISTRATIONS } from "./limits";
import type { ApplicationView, InviteView } from "./queries.server";

export const registrationShape = z
  .strictObject({
    registration: z.enum(REGISTRATIONS.map(([name]) => name)),
    question: z.string().meta({ description: "What applicants are asked; empty where nothing is" }),
    refusedDomains: z.array(z.string()).meta({ description: "Domains of addresses that get no account" }),
    membersInvite: z.boolean(),
    firstPosts: z.enum(FIRST_POSTS.map(([name]) => name)),
  })
  .meta({ id: "Door" });

export const inviteShape = z
  .strictObject({
    _id: z.string(),
    link: z.string().meta({ description: "Whoever has it can sign up" }),
    uses: z.int().meta({ description: "How many more accounts it can open" }),
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
