import { GOOD_EVENT } from "./good-event";
import type { Member } from "./members";

/** Events that are live and placed, as people submit and admins approve them. @returns their ids */
export async function publishEvents(admin: Member, events: (Partial<typeof GOOD_EVENT> & { title: string })[]) {
  const ids: string[] = [];
  for (const event of events) {
    const { json } = await admin.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...event });
    const id: string = json.data.doc._id;
    await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
    ids.push(id);
  }
  return ids;
}
