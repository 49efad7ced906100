import type { Confirmation } from "~/ui/confirm";

interface BlockedPerson {
  userId: string;
  name: string;
}

/**
 * The confirmation before somebody is blocked, on its page and in the dialog.
 * @param returnTo where it leads afterwards
 */
export function blockStep({ userId, name }: BlockedPerson, returnTo: string): Confirmation {
  return {
    to: `/users/${userId}/block?${new URLSearchParams({ returnTo })}`,
    question: `Block ${name}?`,
    consequence: `You will no longer see what ${name} writes. Neither of you can follow the other, or like, comment on or review what belongs to the other; follows and likes between you end. ${name} is not told.`,
    act: "Block",
    cancel: "Cancel",
  };
}
