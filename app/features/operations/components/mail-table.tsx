import { ActionButton } from "~/features/accounts/components/queue";
import { plural } from "~/lib/text";
import { formatAgo } from "~/lib/time";
import { Chip, type ChipTone } from "~/ui/chip";
import { EmailAddress } from "~/ui/email-address";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { Moment } from "~/ui/moment";
import { RowActions } from "~/ui/tables/row-actions";
import { type Column, Table } from "~/ui/tables/table";
import type { MailView } from "../outbox.server";

export const dropConfirmation = ({ id, recipient }: Pick<MailView, "id" | "recipient">): Confirmation => ({
  to: `/admin/mail/${id}/drop`,
  question: "Drop this email?",
  consequence: (
    <>
      It will not be sent to <EmailAddress address={recipient} />.
    </>
  ),
  act: "Drop email",
});

export function MailTable({ rows, caption }: { rows: MailView[]; caption: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />;
}

function stateOf({ sentAt, error, isClaimed, nextAt }: MailView): [tone: ChipTone, word: string] {
  if (sentAt !== null) return ["done", "Sent"];
  if (isClaimed) return ["waiting", "Being sent"];
  if (nextAt === null) return ["over", "Given up"];
  return ["waiting", error === null ? "Waiting" : "Failed"];
}

function State(mail: MailView) {
  const [tone, word] = stateOf(mail);
  const { sentAt, nextAt, isClaimed, attempts, error } = mail;
  return (
    <div>
      <Chip tone={tone}>{word}</Chip>
      <span className="mt-1 block text-sm text-grey">
        {plural(attempts, "attempt")}
        {nextAt === null || isClaimed ? null : (
          <>
            , next <Moment at={nextAt} />
          </>
        )}
        {sentAt === null ? null : (
          <>
            , <Moment at={sentAt} />
          </>
        )}
      </span>
      {error === null ? null : <p className="mt-1 text-sm wrap-anywhere">{error}</p>}
    </div>
  );
}

const COLUMNS: Column<MailView>[] = [
  {
    label: "To",
    isRowName: true,
    cell: ({ recipient, kind }) => (
      <>
        {recipient === "" ? "A reporter" : <EmailAddress address={recipient} />}
        <span className="block text-sm font-normal text-grey">{kind}</span>
      </>
    ),
  },
  { label: "Since", cell: ({ createdAt }) => <Moment at={createdAt} say={formatAgo} /> },
  { label: "State", cell: State },
  {
    label: "Actions",
    hasActions: true,
    cell: (mail) =>
      mail.sentAt !== null || mail.isClaimed ? null : (
        <RowActions>
          <ActionButton fields={{ intent: "retry", mailId: mail.id }}>
            <span>
              Retry <span className="sr-only">the email to {mail.recipient}</span>
            </span>
          </ActionButton>
          {mail.error === null ? null : (
            <ConfirmLink confirm={dropConfirmation(mail)} kind="secondary" small className="md:min-h-9">
              Drop <span className="sr-only">the email to {mail.recipient}</span>
            </ConfirmLink>
          )}
        </RowActions>
      ),
  },
];
