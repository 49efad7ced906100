import { z } from "zod";

/** A file name under /img/users/ or a full URL. */
const avatar = z.string().meta({ description: "A file name under /img/users/, or a full URL" });

export const createdAt = z.string().meta({ format: "date-time" });

/** Somebody as named beside what they own or wrote. */
export const personShape = z.strictObject({ _id: z.string(), name: z.string(), avatar }).meta({ id: "Person" });

export type PersonJson = z.infer<typeof personShape>;

/** Somebody in a list of people. */
export const personInListShape = z
  .strictObject({
    ...personShape.shape,
    garage: z.strictObject({ _id: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: "PersonInList" });

export type PersonInListJson = z.infer<typeof personInListShape>;

const publicMembers = {
  _id: z.string(),
  name: z.string(),
  avatar,
  bio: z.string(),
  location: z.string(),
  following: z.array(z.string()).meta({ description: "Ids of users" }),
  followers: z
    .array(z.string())
    .meta({ description: "Ids of users, the newest 1,000; GET /garages/{id}/followers has all" }),
  followerCount: z.int(),
  createdAt,
  email: z.string().optional().meta({ description: "For the person and admins, like role and active" }),
  role: z.enum(["user", "admin"]).optional(),
  active: z.boolean().optional(),
};

/** A user where the garage is named by its id. */
export const userShape = z
  .strictObject({ ...publicMembers, garage: z.string().nullable().meta({ description: "Its id" }) })
  .meta({ id: "User" });

/** A user as read alone: the garage is an object. */
export const userDetailShape = z
  .strictObject({ ...publicMembers, garage: z.strictObject({ _id: z.string(), name: z.string() }).nullable() })
  .meta({ id: "UserDetail" });

export type UserJson = z.infer<typeof userShape>;
export type UserDetailJson = z.infer<typeof userDetailShape>;

const secondStep = {
  on: z.boolean(),
  since: createdAt.nullable().meta({ description: "When it was turned on" }),
  recoveryCodesLeft: z.int(),
};

/** How the second step of one's logins stands. */
export const secondStepShape = z.strictObject(secondStep).meta({ id: "SecondStep" });

/** The same just turned on. */
export const secondStepOnShape = z
  .strictObject({
    ...secondStep,
    recoveryCodes: z.array(z.string()).meta({ description: "Shown this once" }),
  })
  .meta({ id: "SecondStepOn" });

/** What an authenticator is set up with. */
export const secondStepSetupShape = z
  .strictObject({ secret: z.string(), uri: z.string().meta({ description: "otpauth:, for a QR code" }) })
  .meta({ id: "SecondStepSetup" });
