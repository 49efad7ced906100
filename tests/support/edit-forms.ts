import { publishEvent } from "./good-event";
import { jpegWithExif } from "./images";
import { addVehicle, type Member } from "./members";
import type { TestSite } from "./site";

/** A form that edits stored values, and the users of its two tabs. */
export interface EditForm {
  name: string;
  person: Member;
  /** The second tab's user, if another one. */
  secondPerson?: Member;
  path: string;
  /** Of the form, on a page with several. */
  intent?: string;
  /** The first tab saves this field, the second another one. */
  first: [field: string, value: string];
  second: [field: string, value: string];
  /** The second tab's text for the first's value, if it differs from the value. */
  shown?: string;
}

/** Every edit form of the site, each with a thing to edit. */
export async function editForms(site: TestSite): Promise<EditForm[]> {
  const person = await site.signUpWithGarage("Olive Older");
  const admin = await site.signUpAdmin("Ada Older");
  const secondAdmin = await site.signUpAdmin("Bea Older");
  const { browser } = person;
  const photos = await Promise.all(
    [40, 50].map(async (width) => ({ name: `${width}.jpg`, bytes: await jpegWithExif({ width, height: 40 }) })),
  );
  const vehicle = await addVehicle(person, { specs: [] });
  await browser.submit(`/vehicles/${vehicle}/photos`, { intent: "upload" }, { photos });
  await browser.api("PUT", `/vehicles/${vehicle}/specs`, { specs: [{ name: "Engine", value: "Two-stroke" }] });
  const ids = site.values("SELECT id FROM photos WHERE vehicle_id = ? ORDER BY position", vehicle) as number[];
  const made = { kind: "Note", title: "Oil", date: "2024-03-14", text: "Fresh.", parts: [{ name: "Filter" }] };
  const added = await browser.api("POST", `/vehicles/${vehicle}/build`, made);
  const entry = added.json.data.doc._id;
  const event = await publishEvent(person, admin);
  const reviewed = (await site.signUpWithGarage("Rita Reviewed")).garageId;
  await browser.submit(`/garages/${reviewed}`, { intent: "review", rating: 4, review: "Nice." });
  const [one, two] = ids.map((id) => `caption-${id}`) as [string, string];
  return [
    {
      name: "vehicle",
      person,
      path: `/vehicles/${vehicle}/edit`,
      first: ["story", "A new story."],
      second: ["model", "95"],
    },
    {
      name: "spec sheet",
      person,
      path: `/vehicles/${vehicle}/specs`,
      first: ["value-1", "V4"],
      second: ["name-1", "Motor"],
    },
    {
      name: "captions",
      person,
      path: `/vehicles/${vehicle}/photos`,
      intent: "gallery",
      first: [one, "Left"],
      second: [two, "Right"],
    },
    {
      name: "caption",
      person,
      path: `/vehicles/${vehicle}/photos/${ids[0]}`,
      intent: "caption",
      first: ["caption", "One"],
      second: ["caption", "Two"],
    },
    {
      name: "entry",
      person,
      path: `/build/${entry}/edit`,
      intent: "entry",
      first: ["parts[0][maker]", "Mann"],
      second: ["text", "Stale."],
    },
    {
      name: "garage",
      person,
      path: `/garages/${person.garageId}/edit`,
      first: ["name", "Barn 9"],
      second: ["description", "Old."],
    },
    {
      name: "event",
      person: admin,
      path: `/events/${event}/edit`,
      first: ["title", "Air-Cooled Night"],
      second: ["shortDescription", "Late."],
    },
    {
      name: "profile",
      person,
      path: "/settings",
      intent: "profile",
      first: ["bio", "Two strokes."],
      second: ["location", "Kent"],
    },
    {
      name: "review",
      person,
      path: `/garages/${reviewed}`,
      intent: "review",
      first: ["review", "Very nice."],
      second: ["rating", "5"],
    },
    {
      name: "notifications",
      person,
      path: "/settings/notifications",
      first: ["settings[like][mail]", "weekly"],
      second: ["settings[follow][mail]", "off"],
      shown: "Weekly",
    },
    {
      name: "site",
      person: admin,
      path: "/admin/site",
      first: ["line", "Cars and coffee"],
      second: ["privacy", "We store little."],
    },
    {
      name: "a text of the site",
      person: admin,
      secondPerson: secondAdmin,
      path: "/admin/site",
      first: ["terms", "Be fair."],
      second: ["terms", "Be kind."],
    },
    {
      name: "registration",
      person: admin,
      path: "/admin/door",
      first: ["registration", "invite"],
      second: ["question", "Why?"],
      shown: "By invitation: only with an invite link",
    },
  ];
}
