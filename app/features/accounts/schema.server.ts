import { z } from "zod";
import { isEmail, MAX_EMAIL } from "~/lib/email";
import { emailText, lineField, textField } from "~/lib/fields.server";
import { MAX_NAME, MAX_PASSWORD, MIN_PASSWORD, PROFILE_LIMITS } from "./limits";

const EMAIL_REQUIRED = "Please enter your email address.";

/** Measured before anything is looked up by it. */
const anyAddress = () =>
  z
    .string(EMAIL_REQUIRED)
    .min(1, EMAIL_REQUIRED)
    .max(MAX_EMAIL, `Your email address can have at most ${MAX_EMAIL} characters.`);

const emailField = () =>
  z.preprocess(
    emailText,
    anyAddress().refine(
      (address) => address === "" || address.length > MAX_EMAIL || isEmail(address),
      "Please enter a valid email address.",
    ),
  );

/** What was typed, untouched; "" for anything else. */
const asTyped = (value: unknown) => (typeof value === "string" ? value : "");

/** Any text: what was typed is the secret. */
const secretField = (required: string) => z.preprocess(asTyped, z.string().min(1, required));

const characters = (text: string) => [...text].length;

/** A password that somebody chooses: 8 to 200 characters, any characters. See also `easy-passwords.server.ts`. */
export const newPasswordField = () =>
  secretField("Please choose a password.").pipe(
    z
      .string()
      .refine((p) => characters(p) >= MIN_PASSWORD, `Your password must have at least ${MIN_PASSWORD} characters.`)
      .refine((p) => characters(p) <= MAX_PASSWORD, `Your password can have at most ${MAX_PASSWORD} characters.`),
  );

const confirmField = () => z.preprocess(asTyped, z.string());

/** Also looked at beside other mistakes, so that a person hears of all of them at once. */
const SAME_TWICE = { path: ["passwordConfirm"], error: "Passwords do not match!", when: () => true };

const sameTwice = (given: { password: string; passwordConfirm: string }) => given.password === given.passwordConfirm;

export const signUpSchema = z
  .object({
    name: lineField({ label: "Name", max: MAX_NAME, required: "Please enter your name." }),
    email: emailField(),
    password: newPasswordField(),
    passwordConfirm: confirmField(),
  })
  .refine(sameTwice, SAME_TWICE);

export const loginSchema = z.object({
  email: z.preprocess(emailText, anyAddress()),
  password: secretField("Please enter your password."),
});

export const resendSchema = z.object({ email: emailField() });

/** Forgot-password answers whatever text it is given the same way, so none is refused here. */
export const forgotPasswordSchema = z.object({ email: z.preprocess(emailText, z.string(EMAIL_REQUIRED)) });

/** A password that is chosen by a link of a mail. */
export const chosenPasswordSchema = z
  .object({ password: newPasswordField(), passwordConfirm: confirmField() })
  .refine(sameTwice, SAME_TWICE);

/** `PATCH /users/updateMyPassword`; the one who changes a password knows the old one. */
export const changePasswordSchema = z
  .object({
    passwordCurrent: secretField("Please enter your current password."),
    password: newPasswordField(),
    passwordConfirm: confirmField(),
  })
  .refine(sameTwice, { ...SAME_TWICE, error: "New passwords do not match!" });

/** The profile form; the avatar comes as a file beside it. */
export const profileFormSchema = z.object({
  name: lineField({ label: "Name", max: PROFILE_LIMITS.name, required: "Please enter your name." }),
  bio: textField({ label: "Bio", max: PROFILE_LIMITS.bio }),
  location: lineField({ label: "Location", max: PROFILE_LIMITS.location }),
});

/** `PATCH /users/updateMe`: what is not sent stays as it is. */
export const profilePatchSchema = profileFormSchema.partial();

export type SignUpInput = z.output<typeof signUpSchema>;
export type LoginInput = z.output<typeof loginSchema>;
export type ChosenPassword = z.output<typeof chosenPasswordSchema>;
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;
export type ProfileChanges = z.output<typeof profilePatchSchema>;
