import { publishEvent } from "./good-event";
import { jpegWithExif } from "./images";
import { addVehicle, type Member } from "./members";
import type { TestSite } from "./site";

export interface EditForm {
  name: string;
  user: Member;
  /** If other than the first tab's user. */
  secondUser?: Member;
  path: string;
  /** On a page with several forms. */
  intent?: string;
  /** Each tab saves another field. */
  first: [field: string, value: string];
  second: [field: string, value: string];
  /** The second tab's text for the first's value, if different. */
  displayText?: string;
}

export async function editForms(site: TestSite): Promise<EditForm[]> {
  const user = await site.signUpWithGarage("Olive Older");
  const admin = await site.signUpAdmin("Ada Older");
  const secondAdmin = await site.signUpAdmin("Bea Older");
  const { browser } = user;
  const photos = await Promise.all(
    [40, 50].map(async (width) => ({ name: `${width}.jpg`, bytes: await jpegWithExif({ width, height: 40 }) })),
  );
  const vehicle = await addVehicle(user, { specs: [] });
  await browser.submit(`/vehicles/${vehicle}/photos`, { intent: "upload" }, { photos });
  await browser.api("PUT", `/vehicles/${vehicle}/specs`, { specs: [{ name: "Engine", value: "Two-stroke" }] });
  const ids = site.values("SELECT id FROM photos WHERE vehicle_id = ? ORDER BY position", vehicle) as number[];
  const entryInput = { kind: "Note", title: "Oil", date: "2024-03-14", text: "Fresh.", parts: [{ name: "Filter" }] };
  const entryResponse = await browser.api("POST", `/vehicles/${vehicle}/build`, entryInput);
  const entry = entryResponse.json.data.doc._id;
  const event = await publishEvent(user, admin);
  const reviewedGarageId = (await site.signUpWithGarage("Rita Reviewed")).garageId;
  await browser.submit(`/garages/${reviewedGarageId}`, { intent: "review", rating: 4, review: "Nice." });
  const commentResponse = await browser.api("POST", `/vehicles/${vehicle}/comments`, { text: "Nice." });
  const comment = `/comments/${commentResponse.json.data.doc._id}/edit`;
  const [firstCaption, secondCaption] = ids.map((id) => `caption-${id}`) as [string, string];
  const photosPath = `/vehicles/${vehicle}/photos`;
  const [garage, review] = [`/garages/${user.garageId}/edit`, `/garages/${reviewedGarageId}`];
  const like = "settings[like][mail]";
  const asAdmin = { user: admin };
  const form = (
    name: string,
    path: string,
    first: EditForm["first"],
    second: EditForm["second"],
    rest: Partial<EditForm> = {},
  ): EditForm => ({ name, path, first, second, user, ...rest });
  return [
    form("vehicle", `/vehicles/${vehicle}/edit`, ["story", "A new story."], ["model", "95"]),
    form("spec sheet", `/vehicles/${vehicle}/specs`, ["value-1", "V4"], ["name-1", "Motor"]),
    form("captions", photosPath, [firstCaption, "Left"], [secondCaption, "Right"], { intent: "gallery" }),
    form("caption", `${photosPath}/${ids[0]}`, ["caption", "One"], ["caption", "Two"], { intent: "caption" }),
    form("entry", `/build/${entry}/edit`, ["parts[0][maker]", "Mann"], ["text", "Stale."], { intent: "entry" }),
    form("garage", garage, ["name", "Barn 9"], ["description", "Old."]),
    form("event", `/events/${event}/edit`, ["title", "Air-Cooled Night"], ["shortDescription", "Late."], asAdmin),
    form("profile", "/settings", ["bio", "Two strokes."], ["location", "Kent"], { intent: "profile" }),
    form("review", review, ["review", "Very nice."], ["rating", "5"], { intent: "review" }),
    form("comment", comment, ["text", "Very nice."], ["text", "Quite nice."]),
    form("notifications", "/settings/notifications", [like, "weekly"], ["settings[follow][mail]", "off"], {
      displayText: "Weekly",
    }),
    form("site", "/admin/site", ["line", "Cars and coffee"], ["privacy", "We store little."], asAdmin),
    form("a text of the site", "/admin/site", ["terms", "Be fair."], ["terms", "Be kind."], {
      ...asAdmin,
      secondUser: secondAdmin,
    }),
    form("registration", "/admin/door", ["registration", "invite"], ["firstPosts", "all"], {
      ...asAdmin,
      displayText: "By invitation: only with an invite link",
    }),
  ];
}
