import { z } from "zod";
import { isEmail, MAX_EMAIL, notEmail } from "~/lib/email";
import { emailText, lineField, textField, uploadIdsField, WITH_OTHER_ERRORS } from "~/lib/fields.server";
import { holdsAddress } from "~/lib/links.server";
import { MAX_SITE_LINE, MAX_SITE_NAME, SITE_NAME_REQUIRED } from "~/lib/site";
import {
  MAX_NAME,
  MAX_PASSKEY_NAME,
  MAX_PASSWORD,
  MIN_PASSWORD,
  PASSKEY_MESSAGES,
  PROFILE_LIMITS,
  REAUTHENTICATION_MESSAGES,
  SECOND_STEP_MESSAGES,
} from "./limits";
import { REGISTRATION_LIMITS } from "./registration/limits";
import { registrationInput } from "./registration/schema.server";

const EMAIL_REQUIRED = "Please enter your email address.";

/** Checks the length before any lookup. */
const anyAddress = () =>
  z
    .string(EMAIL_REQUIRED)
    .min(1, EMAIL_REQUIRED)
    .max(MAX_EMAIL, `Your email address can have at most ${MAX_EMAIL} characters.`);

const emailField = () =>
  z.preprocess(
    emailText,
    anyAddress().refine((address) => address === "" || address.length > MAX_EMAIL || isEmail(address), {
      error: ({ input }) => notEmail(input),
    }),
  );

const asTyped = (value: unknown) => (typeof value === "string" ? value : "");

const secretField = (message: string) => z.preprocess(asTyped, z.string().min(1, message));

const characters = (text: string) => [...text].length;

/** 8 to 200 characters of any kind; see also `passwords.server.ts`. */
const newPasswordField = () =>
  secretField("Please choose a password.").pipe(
    z
      .string()
      .refine((p) => characters(p) >= MIN_PASSWORD, `Your password must have at least ${MIN_PASSWORD} characters.`)
      .refine((p) => characters(p) <= MAX_PASSWORD, `Your password can have at most ${MAX_PASSWORD} characters.`),
  );

const confirmField = () => z.preprocess(asTyped, z.string());

const SAME_TWICE = { path: ["passwordConfirm"], error: "Passwords do not match!", ...WITH_OTHER_ERRORS };

const sameTwice = (values: { password: string; passwordConfirm: string }) => values.password === values.passwordConfirm;

/** Public at once, so without links (holds README). */
const nameField = () =>
  lineField({ label: "Name", max: MAX_NAME, required: "Please enter your name." }).refine(
    (name) => name.length > MAX_NAME || !holdsAddress(name),
    "A name cannot contain a link.",
  );

export const newPersonFields = z.object({
  name: nameField(),
  email: emailField(),
  password: newPasswordField(),
  passwordConfirm: confirmField(),
});

export const samePasswords = [sameTwice, SAME_TWICE] as const;

export const signUpSchema = newPersonFields
  .extend({
    invite: lineField({ label: "The invite", max: 100 }),
    answer: textField({ label: "Your answer", max: REGISTRATION_LIMITS.answer }),
  })
  .refine(...samePasswords);

export const siteNameField = () => lineField({ label: "Name", max: MAX_SITE_NAME, required: SITE_NAME_REQUIRED });

export const siteLineField = () => lineField({ label: "Line", max: MAX_SITE_LINE });

export const setupInput = newPersonFields
  .extend({
    siteName: siteNameField(),
    line: siteLineField(),
    registration: registrationInput.shape.registration,
    firstPosts: registrationInput.shape.firstPosts,
  })
  .refine(...samePasswords);

export type SetupInput = z.output<typeof setupInput>;

export const loginSchema = z.object({
  email: z.preprocess(emailText, anyAddress()),
  password: secretField("Please enter your password."),
});

export const resendSchema = z.object({ email: emailField() });

/** Any text gets the same response, so none is refused here. */
export const forgotPasswordSchema = z.object({ email: z.preprocess(emailText, z.string(EMAIL_REQUIRED)) });

/** Through a mailed link. */
export const chosenPasswordSchema = z
  .object({ password: newPasswordField(), passwordConfirm: confirmField() })
  .refine(sameTwice, SAME_TWICE);

/** `PATCH /users/updateMyPassword`; requires the old password. */
export const changePasswordSchema = z
  .object({
    passwordCurrent: secretField("Please enter your current password."),
    password: newPasswordField(),
    passwordConfirm: confirmField(),
  })
  .refine(sameTwice, { ...SAME_TWICE, error: "New passwords do not match!" });

/** `POST /users/updateMyEmail`. */
export const changeEmailSchema = z.object({
  email: emailField(),
  password: secretField(REAUTHENTICATION_MESSAGES.required),
});

export type ChangeEmailInput = z.output<typeof changeEmailSchema>;

const profileFields = z.object({
  name: nameField(),
  bio: textField({ label: "Bio", max: PROFILE_LIMITS.bio }),
  location: lineField({ label: "Location", max: PROFILE_LIMITS.location }),
});

/** The avatar is uploaded with the form or before it. */
export const profileFormSchema = profileFields.extend({ uploads: uploadIdsField() });

/** `PATCH /users/updateMe`: missing members stay. */
export const profilePatchSchema = profileFields.partial();

type SignUpFields = z.output<typeof signUpSchema>;

/** Most sign-ups have neither an invite nor an answer. */
export type SignUpInput = Omit<SignUpFields, "invite" | "answer"> & Partial<SignUpFields>;
export type LoginInput = z.output<typeof loginSchema>;
export type ChosenPassword = z.output<typeof chosenPasswordSchema>;
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;
export type ProfileChanges = z.output<typeof profilePatchSchema>;

const MAX_CODE = 60;

const codeField = (message?: string) => lineField({ label: "The code", max: MAX_CODE, required: message });

export const codeSchema = z.object({ code: codeField(SECOND_STEP_MESSAGES.codeMissing) });

/** "" without a code. */
const optionalCode = { code: codeField() };

/** `POST /users/login`. */
export const apiLoginSchema = loginSchema.extend(optionalCode);

/** `PATCH /users/resetPassword/{token}`. `safeExtend`, because the schema has a refinement. */
export const apiResetSchema = chosenPasswordSchema.safeExtend(optionalCode);

/** Undefined if not needed; the text stays unchanged. */
export const reauthenticationSchema = z.object({
  password: z.preprocess((value) => value ?? undefined, z.string(REAUTHENTICATION_MESSAGES.required).optional()),
});

/** `PATCH /users/me/second-step`. */
export const confirmSecondStepSchema = codeSchema.extend(reauthenticationSchema.shape);

export const passkeyNameSchema = z.object({
  name: lineField({ label: "Name", max: MAX_PASSKEY_NAME, required: PASSKEY_MESSAGES.nameMissing }),
});
