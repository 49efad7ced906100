import { Form, useActionData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import type { Paged } from "~/lib/paging";
import { buttonClass } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Isolated } from "~/ui/linked-text";
import { RowActions, RowMenu } from "~/ui/tables/row-actions";
import { type Column, Table } from "~/ui/tables/table";
import { REGISTRATION_LIMITS } from "../registration/limits";

const AFTER_REJECTION = {
  applications: "We email them the reason. Their application is deleted after 30 days.",
  held: "Others will not see it. The author sees your reason and can edit it.",
};

export type Queue = keyof typeof AFTER_REJECTION;

interface QueuedItem {
  id: number;
  /** Description, with names marked by `isolate`. */
  title: string;
  /** Only of an editable item. */
  revision?: string;
}

export function refuseConfirmation(queue: Queue, { id, title, revision }: QueuedItem): Confirmation {
  return {
    to: `/moderation/${queue}/${id}/refuse`,
    question: `Reject ${title}?`,
    consequence: AFTER_REJECTION[queue],
    act: "Reject",
    cancel: "Cancel",
    fields: (
      <>
        {revision === undefined ? null : <input type="hidden" name="revision" value={revision} />}
        <TextArea
          name="reason"
          label="Reason"
          rows={4}
          maxLength={REGISTRATION_LIMITS.reason}
          hint={`They will see this. At least ${REGISTRATION_LIMITS.minReason} characters.`}
        />
      </>
    ),
  };
}

interface ActionProps {
  fields: Record<string, string | number>;
  /** In a `PopupMenu`. */
  isMenuItem?: boolean;
  children: ReactNode;
}

/** Errors appear above the list, because the row may be gone. */
export function ActionButton({ fields, isMenuItem = false, children }: ActionProps) {
  // A second press would fail with "somebody else has decided".
  const isBusy = useNavigation().formData !== undefined;
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={isMenuItem ? undefined : buttonClass("secondary", true, "md:min-h-9")}
        aria-disabled={isBusy}
        onClick={isBusy ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </button>
    </Form>
  );
}

interface DecideProps {
  queue: Queue;
  row: QueuedItem;
  yes: string;
  fields: ActionProps["fields"];
  /** `<li>` elements with further actions. */
  children?: ReactNode;
}

export function Decide({ queue, row, yes, fields, children }: DecideProps) {
  const subject = (
    <span className="sr-only">
      {" "}
      <Isolated text={row.title} />
    </span>
  );
  return (
    <RowActions>
      <ActionButton fields={fields}>
        <span>
          {yes}
          {subject}
        </span>
      </ActionButton>
      <RowMenu of={row.title}>
        {children}
        <li>
          <ConfirmLink confirm={refuseConfirmation(queue, row)} isMenuItem>
            <span>Reject{subject}</span>
          </ConfirmLink>
        </li>
      </RowMenu>
    </RowActions>
  );
}

interface QueuePageProps<Row> extends Paged<Row> {
  title: string;
  lead: string;
  caption: string;
  columns: Column<Row>[];
  empty: ReactNode;
  below?: ReactNode;
}

export function QueuePage<Row extends QueuedItem>({
  title,
  lead,
  caption,
  columns,
  empty,
  below,
  ...list
}: QueuePageProps<Row>) {
  const failure = useActionData<FormFailure>();
  return (
    <Page>
      <PageHeader title={title} lead={lead} />
      {failure ? (
        <div className="mb-6">
          <Notice type="error">{failure.message}</Notice>
        </div>
      ) : null}
      {list.rows.length > 0 ? (
        <>
          <Table caption={caption} columns={columns} rows={list.rows} />
          {below}
        </>
      ) : (
        empty
      )}
      <Pagination {...list} />
    </Page>
  );
}
