import { useLocation } from "@remix-run/react";
import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { TextArea } from "~/ui/field";
import { MODERATION_LIMITS } from "../limits";
import type { UserToSwitch } from "../queries.server";

type Account = Pick<UserToSwitch, "id" | "name" | "active">;

/** The second step before an account is switched off or on. `backTo`: where the admin came from. */
export function accountSwitchStep({ id, name, active }: Account, backTo = "/admin"): Confirmation {
  const act = active ? "Deactivate" : "Reactivate";
  return {
    to: `/admin/users/${id}/active?returnTo=${encodeURIComponent(backTo)}`,
    question: `${act} ${name}?`,
    consequence: active
      ? "They are logged out everywhere at once and cannot log in. Their garage, vehicles, comments and reviews are hidden. Nothing is lost."
      : "They can log in again, and everything of theirs becomes visible again.",
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

/** A row's button. It comes back to the same search, sort and page. */
export function AccountSwitch({ account }: { account: Account }) {
  const { pathname, search } = useLocation();
  const act = account.active ? "Deactivate" : "Reactivate";
  return (
    <ConfirmLink
      confirm={accountSwitchStep(account, pathname + search)}
      kind="secondary"
      small
      className="whitespace-nowrap md:min-h-9"
    >
      {act} <span className="sr-only">{account.name}</span>
    </ConfirmLink>
  );
}
