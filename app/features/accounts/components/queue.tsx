import { Form, useActionData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import type { Paged } from "~/lib/paging";
import { Button, type ButtonKind } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { Notice } from "~/ui/layout/notice";
import { BackLink, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Isolated } from "~/ui/linked-text";
import { type Column, Table } from "~/ui/tables/table";
import { DOOR_LIMITS } from "../door/limits";

/** What becomes of what is refused, by the list in which it waited. */
const AFTER_REFUSAL = {
  applications: "We email them the reason. What they have sent is deleted after 30 days.",
  held: "It stays hidden from all but its author, who reads your reason and may edit it.",
};

export type Queue = keyof typeof AFTER_REFUSAL;

interface Waiting {
  id: string;
  /** What it is, in words, names marked by `isolate`. */
  title: string;
  /** Of what may be changed while it waits: sent with the decision. */
  revision?: string;
}

/** The second step before staff refuse something that waits for them, on its page and in the dialog. */
export function refuseConfirmation(queue: Queue, { id, title, revision }: Waiting): Confirmation {
  return {
    to: `/moderation/${queue}/${id}/refuse`,
    question: `Refuse ${title}?`,
    consequence: AFTER_REFUSAL[queue],
    act: "Refuse",
    cancel: "Not yet",
    fields: (
      <>
        {revision === undefined ? null : <input type="hidden" name="revision" value={revision} />}
        <TextArea
          name="reason"
          label="Reason"
          rows={4}
          maxLength={DOOR_LIMITS.reason}
          hint={`They will read it. At least ${DOOR_LIMITS.minReason} characters.`}
        />
      </>
    ),
  };
}

interface ActionProps {
  /** What the form sends. */
  fields: Record<string, string>;
  kind?: ButtonKind;
  children: ReactNode;
}

/** A button that decides at once; what is wrong stands above the list, which may not hold the row any more. */
export function ActionButton({ fields, kind = "primary", children }: ActionProps) {
  // Whoever presses twice would read that somebody else has decided.
  const busy = useNavigation().formData !== undefined;
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        kind={kind}
        small
        className="md:min-h-9"
        aria-disabled={busy}
        onClick={busy ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </Button>
    </Form>
  );
}

interface DecideProps {
  queue: Queue;
  row: Waiting;
  /** The button that says yes, and what it sends. */
  yes: string;
  fields: ActionProps["fields"];
  children?: ReactNode;
}

/** Yes at once, no in a second step. */
export function Decide({ queue, row, yes, fields, children }: DecideProps) {
  const which = (
    <span className="sr-only">
      {" "}
      <Isolated text={row.title} />
    </span>
  );
  return (
    <div className="grid gap-2 md:justify-items-end">
      <div className="flex flex-wrap gap-2 md:flex-nowrap">
        <ActionButton fields={fields}>
          {yes}
          {which}
        </ActionButton>
        <ConfirmLink confirm={refuseConfirmation(queue, row)} kind="secondary" small className="md:min-h-9">
          Refuse
          {which}
        </ConfirmLink>
      </div>
      {children}
    </div>
  );
}

interface QueuePageProps<Row> extends Paged<Row> {
  title: string;
  lead: string;
  caption: string;
  columns: Column<Row>[];
  /** In place of the table. */
  empty: ReactNode;
}

/** A list of what waits for staff. */
export function QueuePage<Row extends Waiting>({ title, lead, caption, columns, empty, ...list }: QueuePageProps<Row>) {
  const failure = useActionData<FormFailure>();
  return (
    <Page>
      <BackLink to="/moderation">Moderation</BackLink>
      <PageHeader title={title} lead={lead} />
      {failure ? (
        <div className="mb-6">
          <Notice type="error">{failure.message}</Notice>
        </div>
      ) : null}
      {list.rows.length > 0 ? (
        <Table caption={caption} columns={columns} rows={list.rows} rowKey={({ id }) => id} />
      ) : (
        empty
      )}
      <Pagination {...list} />
    </Page>
  );
}
