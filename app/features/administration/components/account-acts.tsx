import { ReauthenticationField } from "~/features/accounts/components/password-fields";
import { CASE_LIMITS } from "~/features/cases/limits";
import { MODERATION_LIMITS } from "~/features/moderation/policy";
import { formatBytes, isolate } from "~/lib/text";
import type { Confirmation } from "~/ui/forms/confirm";
import { Checkbox, Field, TextArea } from "~/ui/forms/field";
import type { AccountView } from "../account.server";
import type { AccountAct } from "../limits";

type Account = Pick<AccountView, "id" | "name" | "email" | "pendingEmail" | "role" | "active" | "quotaMb"> & {
  defaultQuota: number;
};

type Step = Omit<Confirmation, "to">;

/** @param member the name, isolated */
const STEPS: Record<AccountAct, (account: Account, member: string, isReauthenticated: boolean) => Step> = {
  role: ({ role }, member) =>
    role === "user"
      ? {
          ...{ kind: "primary", question: `Make ${member} a moderator?`, act: "Make moderator" },
          consequence:
            "They can decide on reports, first posts, applications and pending events. They see no email addresses, tickets or settings. We tell them by email.",
          fields: <input type="hidden" name="role" value="moderator" />,
        }
      : {
          ...{ question: `Take the moderator role from ${member}?`, act: "Remove role" },
          consequence:
            "They can no longer decide on reports, first posts, applications and pending events. We tell them by email.",
          fields: <input type="hidden" name="role" value="user" />,
        },
  "end-sessions": (_, member) => ({
    ...{ kind: "primary", question: `Log out ${member} everywhere?`, act: "Log out everywhere" },
    consequence: "Every device and program has to log in again. We tell the member by email.",
  }),
  email: ({ email }, member) => ({
    ...{ kind: "primary", question: `Change the address of ${member}?`, act: "Change address" },
    consequence: `We send a link to the new address. Once it is opened, it replaces ${isolate(email)}, which gets a link to undo the change for 7 days.`,
    fields: <Field name="email" label="New email address" type="email" />,
  }),
  verification: ({ pendingEmail }) => ({
    ...{ kind: "primary", question: "Send the confirmation again?", act: "Send again" },
    consequence: `A new link to confirm the address goes to ${isolate(pendingEmail?.email ?? "")}.`,
  }),
  "second-step-off": (_, member) => ({
    ...{ question: `Turn off two-step verification of ${member}?`, act: "Turn off two-step verification" },
    consequence:
      "Make sure that it is them who ask. They are logged out everywhere, need only their password from then on, and get an email.",
  }),
  quota: ({ quotaMb, defaultQuota }, member) => ({
    ...{ kind: "primary", question: `Set the quota of ${member}?`, act: "Set quota" },
    consequence: "How much their photos may take up. They are not told.",
    fields: (
      <Field
        name="quotaMb"
        label="Quota (megabytes)"
        hint={`Empty is the site’s default, ${formatBytes(defaultQuota)}.`}
        defaultValue={quotaMb ?? ""}
        inputMode="numeric"
        optional
      />
    ),
  }),
  suspend: (_, member) => ({
    ...{ question: `Suspend ${member}?`, act: "Suspend", fields: SUSPENSION },
    consequence: "While it lasts they can only read and leave. They get the decision by email, and may object once.",
  }),
  active: ({ active }, member) => ({
    ...(active
      ? { question: `Deactivate ${member}?`, act: "Deactivate" }
      : { kind: "primary", question: `Reactivate ${member}?`, act: "Reactivate" }),
    consequence: active
      ? "They are logged out everywhere at once and cannot log in. Their garage, vehicles, comments and reviews are hidden. Nothing is deleted. We tell them by email."
      : "They can log in again, and their content becomes visible again. We tell them by email.",
    fields: (
      <>
        <input type="hidden" name="active" value={String(!active)} />
        <TextArea
          name="reason"
          label="Reason"
          optional
          rows={3}
          maxLength={MODERATION_LIMITS.reason}
          hint="For the log, which admins can read. It is not sent to anyone."
        />
      </>
    ),
  }),
  delete: (_, member, isReauthenticated) => ({
    ...{ cancel: "Keep the account", question: `Delete the account of ${member} for good?`, act: "Delete for good" },
    consequence:
      "This deletes the account with its garage, vehicles and photos, and all likes, comments, reviews and follows. Approved events and support requests stay, without the name. We tell the member by email. This cannot be undone.",
    fields: <ReauthenticationField isNeeded={!isReauthenticated} />,
  }),
};

const SUSPENSION = (
  <>
    <Field name="rule" label="The rule or law that was broken" maxLength={CASE_LIMITS.rule} />
    <TextArea
      name="facts"
      label="Explanation for the member"
      rows={4}
      maxLength={CASE_LIMITS.facts}
      hint="The member sees this: what they did, where, and why it breaks the rule."
    />
    <Field name="days" label="Length of suspension in days" inputMode="numeric" hint={`1 to ${CASE_LIMITS.days}.`} />
    <Checkbox name="hideAll" label="Hide their content while suspended" />
  </>
);

/** @param isReauthenticated whether the admin's login is recent enough for a deletion */
export const actConfirmation = (act: AccountAct, account: Account, isReauthenticated: boolean): Confirmation => ({
  to: `/admin/users/${account.id}/${act}`,
  cancel: "Cancel",
  ...STEPS[act](account, isolate(account.name), isReauthenticated),
});
