import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseConfirmation } from "~/features/accounts/components/queue";
import { requireStaff } from "~/features/accounts/policy";
import { actConfirmation } from "~/features/administration/components/account-acts";
import { MANY_ACTS, type ManyAct } from "~/features/administration/limits";
import { type ManyResult, nameMany, runMany } from "~/features/administration/many.server";
import { manyInput } from "~/features/administration/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUnchangedViewer, requireUser, safeReturnTo } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { type Confirmation, ConfirmPage } from "~/ui/forms/confirm";
import { Page, PageHeader } from "~/ui/layout/page";
import { Isolated } from "~/ui/linked-text";

const questionOf = (act: ManyAct, count: number) =>
  MANY_ACTS[act][2].replace(/# (\w+)/, (_, thing: string) => plural(count, thing));

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && questionOf(data.act, data.rows.length)),
];

/** The list, with its filters. */
function backTo({ url }: Request, act: ManyAct): string {
  const path = safeReturnTo(new URL(url).searchParams.get("returnTo"));
  const [list] = MANY_ACTS[act];
  return path === list || path.startsWith(`${list}?`) ? path : list;
}

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  requireStaff(viewer);
  const params = new URL(request.url).searchParams;
  const ids = params.getAll("id").join(" ");
  const { act } = decode(manyInput.pick({ act: true }), { act: params.get("act") });
  if (ids === "") throw await redirectWithToast(backTo(request, act), "Select at least one row first.", "error");
  return { act, ids, rows: nameMany(viewer, decode(manyInput, { act, ids })), cancelTo: backTo(request, act) };
});

export const action = pageAction({
  audience: "staff",
  limit: "moderate",
  run: async ({ request, context }): Promise<Response | ManyResult> => {
    const input = await readInput(request, manyInput);
    const viewer = await requireUser({ request, context });
    const result = await runMany(viewer, input, () => requireUnchangedViewer(request, viewer));
    if (result.refused.length > 0) return result;
    return redirectWithToast(backTo(request, input.act), `${MANY_ACTS[input.act][1]}: ${result.done} done.`);
  },
});

export const clientAction = formClientAction("Something went wrong.");

const NOBODY = { id: 0, name: "", email: "", pendingEmail: null, quotaMb: null, defaultQuota: 0, title: "" };
const MEMBER = { ...NOBODY, active: true, role: "user" } as const;

/** What one account or post says. */
const TEXTS: Record<ManyAct, Pick<Confirmation, "consequence" | "kind" | "fields">> = {
  deactivate: actConfirmation("active", MEMBER, true),
  reactivate: actConfirmation("active", { ...MEMBER, active: false }, true),
  "end-sessions": actConfirmation("end-sessions", MEMBER, true),
  moderator: actConfirmation("role", MEMBER, true),
  claim: { kind: "primary", consequence: "Other moderators then leave them to you." },
  none: { kind: "primary", consequence: "The content stays as it is. We tell the reporters that we took no action." },
  publish: { kind: "primary", consequence: "Everyone can see them. We tell the authors." },
  reject: {
    fields: refuseConfirmation("held", NOBODY).fields,
    consequence: "Others will not see them. The authors see your reason and can edit them.",
  },
};

export default function ManyPage() {
  const { act, ids, rows, cancelTo } = useLoaderData<typeof loader>();
  const result = useActionData<ManyResult | FormFailure>();
  if (result && "refused" in result) return <Refused {...result} act={MANY_ACTS[act][1]} backTo={cancelTo} />;
  const fields = (
    <>
      <ul className="mb-6 list-disc pl-5">
        {rows.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Isolated text={name} />
          </li>
        ))}
      </ul>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="ids" value={ids} />
      {TEXTS[act].fields}
    </>
  );
  const texts = { ...TEXTS[act], question: questionOf(act, rows.length), act: MANY_ACTS[act][1], fields };
  return <ConfirmPage narrow {...texts} cancel="Cancel" cancelTo={cancelTo} />;
}

function Refused({ done, refused, act, backTo }: ManyResult & { act: string; backTo: string }) {
  return (
    <Page narrow>
      <PageHeader title={`${act}: ${done} done, ${refused.length} refused`} />
      <ul className="mb-8 divide-y divide-line border-y border-line">
        {refused.map(({ id, name, message }) => (
          <li key={id} className="py-3">
            <Isolated text={name} /> <span className="block text-sm text-grey">{message}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to={backTo}>Back to the list</ButtonLink>
    </Page>
  );
}
