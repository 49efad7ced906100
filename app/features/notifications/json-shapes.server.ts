import { z } from "zod";
import { createdAt } from "~/features/accounts/json-shapes.server";
import { KINDS } from "./kinds";

export const notificationShape = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(KINDS),
    text: z.string().meta({ description: "What a person reads" }),
    url: z.string().meta({ description: "The path on this site of what it is about" }),
    read: z.boolean(),
    createdAt,
  })
  .meta({ id: "Notification" });

export type NotificationJson = z.infer<typeof notificationShape>;

export const unread = z.int().meta({ description: "How many are not read; news of at most 1,000 garages and days" });
