import type { Member } from "./members";

export const GOOD_EVENT = {
  title: "Air-Cooled Evening",
  startDate: "2031-05-01T17:00",
  endDate: "2031-05-01T22:30",
  location: "Old Airfield, Goodwood, England",
  category: "Club Meetup",
  url: "https://events.example/air-cooled",
  shortDescription: "Rear engines only. Grill from six.",
  fullDescription: "Gates at five.\n\nDogs are welcome on a lead.",
};

type Submitter = Pick<Member, "browser">;

/** @returns its id */
export async function submitEvent({ browser }: Submitter, overrides: Record<string, string> = {}): Promise<string> {
  const { status, json } = await browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...overrides });
  if (status !== 201) throw new Error(`submitting failed: ${status} ${json.message}`);
  return json.data.doc._id;
}

export async function publishEvent(
  member: Submitter,
  admin: Submitter,
  overrides: Record<string, string> = {},
): Promise<string> {
  const id = await submitEvent(member, overrides);
  const { status, json } = await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
  if (status !== 200) throw new Error(`approving failed: ${status} ${json.message}`);
  return id;
}
