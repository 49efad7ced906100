import { jpegWithExif } from "../support/images";
import { signUpWithGarage } from "../support/members";
import { expect, test } from "./fixtures";

const PUBLIC = [
  "/",
  "/garages",
  "/vehicles",
  "/vehicles?model=Elan",
  "/vehicles/makes",
  "/signup",
  "/login",
  "/forgot-password",
  "/about-us",
  "/sitemap",
  "/no-garage",
  "/not-found",
  "/map-search",
  "/map-search?place=Chichester,+England",
  "/map-search?place=Chichester,+England&category=Auction",
  "/map-search?place=Nowhere+at+all",
  "/map-search?place=Springfield&units=mi&map=6/39.8/-89.6",
];

test("every page is accessible", async ({ page, site, expectAccessible }) => {
  test.setTimeout(240_000);
  const owner = await signUpWithGarage(site, "Axel Axis");
  // So that the map has a mark.
  await owner.browser.api("PATCH", "/garages/my-garage", { showOnMap: true });
  const bytes = await jpegWithExif({ width: 900, height: 600 });
  const added = await owner.browser.submit(
    "/vehicles/new",
    { make: "Saab", model: "96", year: 1968, description: "Two strokes." },
    { photos: [1, 2].map((at) => ({ name: `${at}.jpg`, bytes })) },
  );
  const vehicle = added.location;
  const { json } = await owner.browser.api("GET", vehicle);
  const { location: entry } = await owner.browser.submit(
    `${vehicle}/build/new`,
    { kind: "Modification", title: "Third stroke", "parts[0][name]": "Spring", cost: 5, currency: "SEK" },
    { photos: [{ name: "3.jpg", bytes }] },
  );
  const photo = `${vehicle}/photos/${json.data.doc.photos[0]._id}`;
  const shown = [
    ...PUBLIC,
    `/garages/${owner.garageId}`,
    vehicle,
    "/vehicles?make=Saab&from=1960&to=1969",
    photo,
    `${vehicle}/photos/all`,
    `${vehicle}/build`,
    entry,
    "/reset-password/unknown",
    "/verify-email/unknown",
    "/nowhere",
  ];
  for (const path of shown) {
    await page.goto(path);
    await expectAccessible(page);
  }
  const cookies = [...owner.browser.cookies].map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(cookies);
  const own = [
    `${vehicle}/edit`,
    `${vehicle}/delete`,
    `${vehicle}/photos`,
    `${photo}/delete`,
    `${vehicle}/build`,
    `${vehicle}/build/new`,
    entry,
    `${entry}/edit`,
  ];
  for (const path of [
    `/garages/${owner.garageId}`,
    `/garages/${owner.garageId}/edit`,
    `/garages/${owner.garageId}/place?q=Birmingham`,
    vehicle,
    "/vehicles/new",
    "/settings",
    "/settings/security",
    "/settings/delete-account",
    ...own,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  // A form with errors in it, and the dialog of a second step.
  await page.goto("/vehicles/new");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.goto(vehicle);
  await page.getByRole("link", { name: "Delete Vehicle" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("lists on a phone, with the bar and the folded filters, are accessible", async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/garages", "/vehicles", "/events?near=Reims", "/map-search?place=Reims"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
