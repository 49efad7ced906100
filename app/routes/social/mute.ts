import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { BLOCKED, PERSON_NOT_FOUND, UNBLOCKED } from "~/features/blocks/policy";
import { toggleAction } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { safeReturnTo, withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { switchField } from "~/lib/fields.server";

/** Mutes if `muted` is missing. */
const muteInput = z.object({ muted: switchField([["on", "off"]], "muted must be on or off.").nullish() });

/** Muting takes a POST. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Fields `muted` (`on`, `off`) and `returnTo`; without `returnTo` responds with `{blocked, muted}`. */
export const action = toggleAction({
  audience: "member",
  limit: "block",
  run: withMemberAndId<object>("userId", PERSON_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    const isMuted = decode(muteInput, values).muted ?? true;
    const { blocks: blocked, mutes: muted } = (isMuted ? blockUser : unblockUser)(viewer, id, "mute");
    if (values.returnTo === undefined) return { blocked, muted };
    return redirectWithToast(safeReturnTo(values.returnTo), (isMuted ? BLOCKED : UNBLOCKED).mute);
  }),
});
