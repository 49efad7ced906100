import { domainToASCII } from "node:url";
import { z } from "zod";
import { checkboxField, listField, textField, wholeNumberField } from "~/lib/fields.server";
import { countCharacters, cutText, withoutUnseen } from "~/lib/text";
import { FIRST_POSTS, INVITE_LIMITS, REGISTRATION_LIMITS, REGISTRATIONS } from "./limits";

const namesOf = <const Name extends string>(choices: readonly (readonly [Name, string])[]) =>
  choices.map(([name]) => name);

const DOMAIN = /^(?=.{3,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

const NO_LIST = "refusedDomains must be a list of domains.";

const TOO_MANY_DOMAINS = `At most ${REGISTRATION_LIMITS.domains.toLocaleString("en")} domains can be blocked.`;

const noDomain = (text: string) => `“${cutText(text, 100)}” is not a domain, such as example.com.`;

/** Lower-case ASCII, without a leading "user@" or "*.". */
const plainDomain = (text: string) =>
  domainToASCII(
    withoutUnseen(text)
      .normalize("NFKC")
      .trim()
      .replace(/^(?:[^@\s]*@|\*?\.)/, ""),
  );

/** A list, or text with one domain per line. */
const domainsField = z
  .preprocess(
    (value) => (typeof (value ?? "") === "string" ? String(value ?? "").split(/[\s,;]+/) : value),
    listField(z.string(NO_LIST), { max: REGISTRATION_LIMITS.domains, invalid: NO_LIST, tooMany: TOO_MANY_DOMAINS }),
  )
  .transform((lines, context) => {
    const domains = lines.filter((line) => line.trim() !== "");
    const wrong = domains.find((line) => !DOMAIN.test(plainDomain(line)));
    if (wrong !== undefined) context.addIssue({ code: "custom", message: noDomain(wrong) });
    return [...new Set(domains.map(plainDomain))].sort();
  })
  .meta({ type: "array", items: { type: "string" } });

export const registrationInput = z.object({
  registration: z.enum(namesOf(REGISTRATIONS), "Please choose who may sign up."),
  question: textField({ label: "The question", max: REGISTRATION_LIMITS.question }),
  refusedDomains: domainsField,
  membersInvite: checkboxField("membersInvite"),
  firstPosts: z.enum(namesOf(FIRST_POSTS), "Please choose which first posts are reviewed."),
});

/** `PATCH /admin/door`: missing members stay. */
export const registrationPatch = registrationInput.partial();

export type RegistrationChanges = z.output<typeof registrationPatch>;

const atMost = (label: string, max: number) => `${label} must be a whole number from 1 to ${max}.`;

const numberField = (label: string, max: number) =>
  wholeNumberField({ required: atMost(label, max), invalid: () => atMost(label, max), min: 1, max: () => max });

export const inviteInput = z.object({
  uses: numberField("The number of accounts", INVITE_LIMITS.uses),
  days: numberField("The number of days", INVITE_LIMITS.days),
});

export type InviteInput = z.output<typeof inviteInput>;

const REASON = "Please give a reason of at least 10 characters. The member will see it.";

/** For an application or a post. */
export const refusalInput = z.object({
  reason: textField({ label: "The reason", max: REGISTRATION_LIMITS.reason, required: REASON }).refine(
    (reason) => reason === "" || countCharacters(reason) >= REGISTRATION_LIMITS.minReason,
    REASON,
  ),
});
