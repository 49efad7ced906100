import type { ActionFunctionArgs } from "@remix-run/node";
import { addEntryPhotos, updateEntry } from "~/features/build-log/commands.server";
import type { MoreRows } from "~/features/build-log/components/entry-form";
import { ENTRY_UPDATED, MAX_PARTS } from "~/features/build-log/limits";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { entryInput } from "~/features/build-log/schema.server";
import { photosAdded } from "~/features/photos/limits";
import { photoUploads } from "~/features/photos/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { backToTheForm } from "~/http/typed-values";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

type Values = Record<string, string>;

/** Of ISO 4217. A browser may know others than the server, so that they come with the page. */
export const CURRENCIES = Intl.supportedValuesOf("currency");

const entryIdOf = ({ params }: ActionFunctionArgs) => requireId(params.entryId, ENTRY_NOT_FOUND);

/**
 * The answer to "Add another part" without script: nothing is saved, all that was typed comes back, and one row more.
 * @returns undefined where another button was pressed
 */
export function askedRows(values: Values): MoreRows | undefined {
  if (values.rows === undefined) return undefined;
  const { intent: _, rows, ...typed } = values;
  return { kept: backToTheForm(typed).values, rows: Math.min(MAX_PARTS, Math.max(0, Math.floor(Number(rows)) || 0)) };
}

/** What an entry says. Every field is sent; a box that is not ticked is one. */
export async function saveEntry(args: ActionFunctionArgs) {
  const viewer = await requireUser(args.request);
  const { values } = await readForm(args.request);
  const id = entryIdOf(args);
  getOwnEntryPage(id, viewer);
  const more = askedRows(values);
  if (more) return more;
  updateEntry(viewer, id, decode(entryInput, values));
  return redirectWithToast(`/build/${id}`, ENTRY_UPDATED);
}

export async function addPhotosOfEntry(args: ActionFunctionArgs) {
  const viewer = await requireUser(args.request);
  const { values, files } = await readForm(args.request);
  const id = entryIdOf(args);
  const { uploads } = decode(photoUploads, values);
  const added = await addEntryPhotos(viewer, id, chosenPhotos(viewer, uploads, files.photos));
  return redirectWithToast(`/build/${id}/edit#photo-${added[0]}`, photosAdded(added.length));
}
