import { ActionButton } from "~/features/accounts/components/queue";
import { plural } from "~/lib/text";
import { formatAgo } from "~/lib/time";
import { Chip, type ChipTone } from "~/ui/chip";
import { EmailAddress } from "~/ui/email-address";
import { Moment } from "~/ui/moment";
import { RowActions, RowMenu } from "~/ui/tables/row-actions";
import type { Column } from "~/ui/tables/table";
import type { MailView } from "../outbox.server";

/** "ticket-received" as "Ticket received". */
function kindWords(kind: string): string {
  const words = kind
    .replaceAll("-", " ")
    .replace("account by admin", "change by an admin")
    .replace(/^second (\w+)/, "two-$1 verification")
    .replace("identity", "login provider");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function stateOf({ sentAt, error, isClaimed, nextAt }: MailView, hasServer: boolean): [tone: ChipTone, word: string] {
  if (sentAt !== null) return ["done", hasServer ? "Sent" : "Saved as a file"];
  if (isClaimed) return ["waiting", "Being sent"];
  if (nextAt === null) return ["over", "Given up"];
  return ["waiting", error === null ? "Waiting" : "Failed"];
}

function State({ mail, hasServer }: { mail: MailView; hasServer: boolean }) {
  const [tone, word] = stateOf(mail, hasServer);
  const { sentAt, nextAt, isClaimed, attempts, error } = mail;
  const at = sentAt ?? (isClaimed ? null : nextAt);
  return (
    <div>
      <Chip tone={tone}>{word}</Chip>
      <span className="mt-1 block text-sm text-grey">
        {plural(attempts, "attempt")}
        {at === null ? null : (
          <>
            , {sentAt === null ? "next " : null}
            <Moment at={at} />
          </>
        )}
      </span>
      {error === null ? null : <p className="mt-1 text-sm wrap-anywhere">{error}</p>}
    </div>
  );
}

export const mailColumns = (hasServer: boolean): Column<MailView>[] => [
  {
    label: "To",
    isRowName: true,
    cell: ({ recipient, kind }) => (
      <>
        {recipient === "" ? "A reporter" : <EmailAddress address={recipient} />}
        <span className="block text-sm font-normal text-grey">{kindWords(kind)}</span>
      </>
    ),
  },
  { label: "Since", cell: ({ createdAt }) => <Moment at={createdAt} say={formatAgo} /> },
  { label: "State", cell: (mail) => <State mail={mail} hasServer={hasServer} /> },
  {
    label: "Actions",
    hasActions: true,
    cell: ({ _id: mailId, recipient, sentAt, isClaimed, error }) =>
      sentAt !== null || isClaimed ? null : (
        <RowActions>
          <ActionButton fields={{ intent: "retry", mailId }}>
            <span>
              Retry <span className="sr-only">the email to {recipient || "a reporter"}</span>
            </span>
          </ActionButton>
          {error === null ? null : (
            <RowMenu of={`the email to ${recipient || "a reporter"}`}>
              <li>
                <ActionButton fields={{ intent: "drop", mailId }} isMenuItem>
                  Drop this email
                </ActionButton>
              </li>
            </RowMenu>
          )}
        </RowActions>
      ),
  },
];
