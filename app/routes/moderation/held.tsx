import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ActionButton, Decide, QueuePage } from "~/features/accounts/components/queue";
import { ManyForm } from "~/features/administration/components/many-form";
import { releaseAllOf, releaseHold } from "~/features/moderation/held/commands.server";
import { HELD_NOT_FOUND } from "~/features/moderation/held/policy";
import { type HoldView, listHeld } from "~/features/moderation/held/queries.server";
import { releaseAllInput, releaseInput } from "~/features/moderation/held/schema.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { formatAgo } from "~/lib/time";
import { Avatar } from "~/ui/avatar";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction, reloadAfterConflict } from "~/ui/forms/client-action";
import { EmptyState } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import type { Column } from "~/ui/tables/table";
import { tickColumn } from "~/ui/tables/ticks";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "First posts")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) =>
  listHeld(await requireUser({ request, context }), parsePage(new URL(request.url).searchParams, PER_PAGE)),
);

const HERE = "/moderation/held";

async function release({ request, context }: ActionFunctionArgs) {
  const viewer = await requireUser({ request, context });
  const id = requireId((await readForm(request)).values.heldId, HELD_NOT_FOUND);
  const { revision } = await readInput(request, releaseInput);
  await releaseHold(viewer, id, revision);
  return redirectWithToast(HERE, "Published.");
}

async function releaseAll({ request, context }: ActionFunctionArgs) {
  const viewer = await requireUser({ request, context });
  const { userId, revision } = await readInput(request, releaseAllInput);
  const releasedCount = await releaseAllOf(viewer, userId, revision);
  return redirectWithToast(HERE, `${plural(releasedCount, "post")} published.`);
}

export const action = formActions(
  { audience: "staff", body: "text", limit: "moderate" },
  { release: { run: release }, "release-all": { run: releaseAll } },
  "release",
);

export const clientAction = formClientAction("Something went wrong.");

export const shouldRevalidate = reloadAfterConflict;

export default function HeldPage() {
  const list = useLoaderData<typeof loader>();
  const ofPerson = (userId: number) => list.rows.filter((row) => row.userId === userId);
  return (
    <QueuePage
      {...list}
      // Once per user, at the first of several posts.
      rows={list.rows.map((row) => {
        const all = ofPerson(row.userId);
        const isFirst = all.indexOf(row) === 0 && all.length > 1;
        return { ...row, revisions: isFirst ? all.map(({ id, revision }) => `${id}:${revision}`).join(" ") : null };
      })}
      title="First posts"
      lead="Posts of new members, hidden until you publish them. Oldest first."
      caption={`${plural(list.total, "post")} to review`}
      columns={COLUMNS}
      below={<ManyForm list="/moderation/held" />}
      empty={
        <EmptyState title="No posts to review.">
          Posts of new members appear here if the registration settings hold them for review.
        </EmptyState>
      }
    />
  );
}

const COLUMNS: Column<HoldView & { revisions: string | null }>[] = [
  tickColumn(
    ({ id, revision, viewerCanDecide }) => (viewerCanDecide ? `${id}:${revision}` : undefined),
    ({ title }) => title,
  ),
  {
    label: "What",
    isRowName: true,
    cell: ({ what, on, path, userName }) => (
      <>
        <Link to={path} className="link inline-block py-2">
          {what.replace(/^./, (first) => first.toUpperCase())}
          {on === null ? null : (
            <>
              {" "}
              on <bdi>{on}</bdi>
            </>
          )}
        </Link>{" "}
        <span className="block text-sm font-normal text-grey">
          by <bdi>{userName}</bdi>
        </span>
      </>
    ),
  },
  {
    label: "Text",
    cell: ({ text, avatar }) => (
      <div>
        <p dir="auto" className="max-h-48 max-w-measure overflow-y-auto whitespace-pre-line wrap-anywhere">
          {text}
        </p>
        {avatar === null ? null : (
          <p className="mt-2 flex items-center gap-3">
            <Avatar avatar={avatar} size={64} alt="The new photo" /> New photo
          </p>
        )}
      </div>
    ),
  },
  {
    label: "When",
    cell: ({ createdAt }) => <Moment at={createdAt} say={formatAgo} />,
  },
  {
    label: "Actions",
    hasActions: true,
    cell: (row) =>
      row.viewerCanDecide ? (
        <Decide
          queue="held"
          row={row}
          yes="Publish"
          fields={{ intent: "release", heldId: row.id, revision: row.revision }}
        >
          {row.revisions ? (
            <li>
              <ActionButton fields={{ intent: "release-all", userId: row.userId, revision: row.revisions }} isMenuItem>
                <span>
                  Publish all by <bdi>{row.userName}</bdi>
                </span>
              </ActionButton>
            </li>
          ) : null}
        </Decide>
      ) : null,
  },
];
