import { useLocation } from "@remix-run/react";
import { isolate } from "~/lib/text";
import { EmailAddress } from "~/ui/email-address";
import { type Confirmation, ConfirmLink, ConfirmPage } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { RowActions, RowMenu } from "~/ui/tables/row-actions";
import { MODERATION_LIMITS } from "../policy";
import type { UserRowView, UserToSwitch } from "../queries.server";

type Account = Pick<UserToSwitch, "id" | "name" | "active">;
type Person = Pick<UserToSwitch, "id" | "name" | "role">;

export function roleConfirmation({ id, name, role }: Person, backTo = "/admin"): Confirmation {
  const makes = role === "user";
  return {
    to: `/admin/users/${id}/role?returnTo=${encodeURIComponent(backTo)}`,
    question: makes ? `Make ${isolate(name)} a moderator?` : `Take the moderator role from ${isolate(name)}?`,
    consequence: makes
      ? "They can decide on reports, first posts, applications and pending events. They see no email addresses, tickets or settings."
      : "They can no longer decide on reports, first posts, applications and pending events.",
    act: makes ? "Make moderator" : "Remove role",
    kind: makes ? "primary" : "danger",
    cancel: "Cancel",
    fields: <input type="hidden" name="role" value={makes ? "moderator" : "user"} />,
  };
}

export function accountSwitchConfirmation({ id, name, active }: Account, backTo = "/admin"): Confirmation {
  const act = active ? "Deactivate" : "Reactivate";
  return {
    to: `/admin/users/${id}/active?returnTo=${encodeURIComponent(backTo)}`,
    question: `${act} ${isolate(name)}?`,
    consequence: active
      ? "They are logged out everywhere at once and cannot log in. Their garage, vehicles, comments and reviews are hidden. Nothing is deleted."
      : "They can log in again, and their content becomes visible again.",
    act,
    kind: active ? "danger" : "primary",
    cancel: "Cancel",
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
  };
}

/** They return to the same search, sort and page. */
export function AccountSwitches({ account }: { account: UserRowView }) {
  const { pathname, search } = useLocation();
  const steps = [accountSwitchConfirmation(account, pathname + search)];
  if (account.viewerCanChangeRole) steps.unshift(roleConfirmation(account, pathname + search));
  return (
    <RowActions>
      <RowMenu of={isolate(account.name)}>
        {steps.map((step) => (
          <li key={step.act}>
            <ConfirmLink confirm={step} kind={step.kind === "danger" ? "danger" : "secondary"} isMenuItem>
              <span>
                {step.act} <bdi className="sr-only">{account.name}</bdi>
              </span>
            </ConfirmLink>
          </li>
        ))}
      </RowMenu>
    </RowActions>
  );
}

export function AccountStepPage({ step, user, backTo }: { step: Confirmation; user: UserToSwitch; backTo: string }) {
  const details = (
    <p className="mt-4 text-sm text-grey">
      <EmailAddress address={user.email} />
    </p>
  );
  return <ConfirmPage narrow {...step} cancelTo={backTo} below={details} />;
}
