import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { isolate } from "~/lib/text";
import { Button } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import type { BlocksView } from "../queries.server";

const QUIET = "font-normal text-grey";

interface BlockButtonsProps {
  /** Undefined for a visitor, and for oneself. */
  blockState: BlocksView | undefined;
  name: string;
  returnTo: string;
}

export function BlockButtons({ blockState, name, returnTo }: BlockButtonsProps) {
  if (!blockState) return null;
  const { userId, viewerCanBlock, blocked, muted } = blockState;
  const person = { userId, name };
  return (
    <>
      {blocked ? <UnblockButton person={person} returnTo={returnTo} /> : null}
      {viewerCanBlock && !blocked ? <BlockLink person={person} returnTo={returnTo} /> : null}
      <MuteButton person={person} muted={muted} returnTo={returnTo} />
    </>
  );
}

interface ActionProps {
  person: { userId: number; name: string };
  returnTo: string;
  /** In a list, as its only action. */
  bordered?: boolean;
}

export function BlockLink({ person, returnTo }: Omit<ActionProps, "bordered">) {
  return (
    <ConfirmLink confirm={blockConfirmation(person, returnTo)} kind="quiet" small className={QUIET}>
      Block
      <span className="sr-only">
        {" "}
        <bdi>{person.name}</bdi>
      </span>
    </ConfirmLink>
  );
}

export function UnblockButton(props: ActionProps) {
  return (
    <OneButton {...props} action="unblock">
      Unblock
    </OneButton>
  );
}

export function MuteButton({ muted, ...props }: ActionProps & { muted: boolean }) {
  return (
    <OneButton {...props} action="mute" field={{ muted: muted ? "off" : "on" }}>
      {muted ? "Unmute" : "Mute"}
    </OneButton>
  );
}

interface OneButtonProps extends ActionProps {
  action: "unblock" | "mute";
  field?: Record<string, string>;
  children: ReactNode;
}

function OneButton({ person, returnTo, bordered, action, field = {}, children }: OneButtonProps) {
  return (
    <Form method="post" action={`/users/${person.userId}/${action}`} preventScrollReset>
      {Object.entries({ returnTo, ...field }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...(bordered ? {} : { kind: "quiet", className: QUIET })} small>
        {children}
        <span className="sr-only">
          {" "}
          <bdi>{person.name}</bdi>
        </span>
      </Button>
    </Form>
  );
}

interface BlockedPerson {
  userId: number;
  name: string;
}

/** @param returnTo next page */
export function blockConfirmation({ userId, name }: BlockedPerson, returnTo: string): Confirmation {
  return {
    to: `/users/${userId}/block?${new URLSearchParams({ returnTo })}`,
    question: `Block ${isolate(name)}?`,
    consequence: `You will no longer see what ${isolate(name)} posts. Neither of you can follow the other, or like, comment on or review the other’s content. Follows and likes between you are removed. ${isolate(name)} is not notified.`,
    act: "Block",
    cancel: "Cancel",
  };
}
