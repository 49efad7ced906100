import { describe, expect, test } from "vitest";
import type { Browser, PageResponse } from "../support/browser-like";
import { GOOD_EVENT, publishEvent, submitEvent } from "../support/good-event";
import { addVehicle, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { addEntry, type Crowd, makeCrowd } from "../support/social";

const server = await sharedServer();
const { visitor } = server;

const crowd = await makeCrowd(server);
const vehicle = `/vehicles/${crowd.vehicleId}`;
const garage = `/garages/${crowd.owner.garageId}`;

function buttonOf({ page }: PageResponse, action: string) {
  const form = page.root.querySelector(`form[action="${action}"]`);
  const button = form?.querySelector("button");
  if (!form || !button) return undefined;
  const fieldElements = [...form.querySelectorAll("input[name]"), button];
  const fields = Object.fromEntries(
    fieldElements.map((field) => [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]),
  );
  return { text: button.text.replace(/\s+/g, " ").trim(), pressed: button.getAttribute("aria-pressed"), fields };
}

const plain = (location: string) => location.split("#")[0]!;

test("names of staff are marked wherever they write, whatever a member is called", async () => {
  const others = await makeCrowd(server);
  const [theirVehicle, theirGarage] = [`/vehicles/${others.vehicleId}`, `/garages/${others.owner.garageId}`];
  const staff = await server.signUpWithGarage("Plain Person");
  server.database.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").run(Number(staff.id));
  const vehiclePath = `/vehicles/${await addVehicle(staff)}`;
  const event = await publishEvent(others.owner, others.admin);
  for (const { browser } of [staff, await server.signUp("Moderator")]) {
    await browser.submit(theirVehicle, { intent: "comment", text: "Nice." });
    await browser.submit(theirGarage, { intent: "review", rating: "5", review: "Tidy." });
    await browser.submit(`/users/${others.owner.id}/follow`, { following: "on" });
    await browser.submit(`/events/${event}`, { intent: "attend" });
  }
  const pages = [
    theirVehicle,
    `${theirGarage}/reviews`,
    `${theirGarage}/followers`,
    `/events/${event}`,
    vehiclePath,
    `/garages/${staff.garageId}`,
  ];
  for (const path of pages) {
    const marks = (await visitor().get(path)).page.texts("main [data-role]");
    expect([path, marks]).toEqual([path, ["Moderator"]]);
  }
});

describe("liking on the vehicle's page", () => {
  const like = `${vehicle}/like`;

  test("toggles, and comes back to the page", async () => {
    const { browser } = crowd.member;
    for (const [pressedState, text] of [
      ["false", "Like"],
      ["true", "Liked 1 like"],
      ["false", "Like"],
    ] as const) {
      const page = await browser.get(vehicle);
      const button = buttonOf(page, like);
      expect([button?.pressed, button?.text]).toEqual([pressedState, text]);
      expect(page.page.link("Who likes it")).toBe(pressedState === "true" ? `${vehicle}/likes` : undefined);
      expect(await browser.submit(like, button?.fields)).toMatchObject({ status: 302, location: vehicle });
    }
    await browser.submit(like, { liked: "false", returnTo: vehicle });
  });

  test("is not offered to the owner, who sees the count and can take back an old like", async () => {
    const { owner, member } = crowd;
    expect(buttonOf(await owner.browser.get(vehicle), like)).toBeUndefined();
    await member.browser.submit(like, { liked: "true" });
    expect((await owner.browser.get(vehicle)).page.link("1 like")).toBe(`${vehicle}/likes`);
    await member.browser.submit(like, { liked: "false" });
    server.insert("likes", { vehicle_id: Number(crowd.vehicleId), user_id: Number(owner.id), created_at: 1 });
    const old = buttonOf(await owner.browser.get(vehicle), like);
    expect(old?.text).toBe("Liked 1 like");
    expect((await owner.browser.submit(like, old?.fields)).status).toBe(302);
    expect(buttonOf(await owner.browser.get(vehicle), like)).toBeUndefined();
  });

  test("leads a visitor to the login, with the reason, and back", async () => {
    const browser = visitor();
    const response = await browser.submit(like, buttonOf(await browser.get(vehicle), like)?.fields);
    expect(response).toMatchObject({
      status: 302,
      location: `/login?reason=like&returnTo=${encodeURIComponent(vehicle)}`,
    });
    const login = await browser.follow(response);
    expect(login.page.text("main")).toContain("You must be logged in to like a vehicle.");
    const fields = { email: crowd.otherMember.email, password: PASSWORD, returnTo: login.page.value("returnTo") ?? "" };
    expect(await browser.submit("/login", fields)).toMatchObject({ status: 302, location: vehicle });
  });

  test("returns to our own pages only, and returns the new state to script", async () => {
    const { browser } = crowd.member;
    for (const returnTo of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      expect((await browser.submit(like, { liked: "false", returnTo })).location).toBe("/");
    }
    const answer = await browser.submit(like, { liked: "true" });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { liked: true, likeCount: 1 }]);
    expect(JSON.parse((await browser.submit(like)).body)).toEqual({ liked: false, likeCount: 0 });
    expect(await browser.get(like)).toMatchObject({ status: 302, location: vehicle });
  });
});

test("a comment is edited on a page of its own, by its author; a blank one comes back as it was typed", async () => {
  const { member, owner } = crowd;
  const { json } = await member.browser.api("POST", `${vehicle}/comments`, { text: "A fine car." });
  const path = `/comments/${json.data.doc._id}/edit`;
  expect((await owner.browser.get(vehicle)).page.link("Edit your comment")).toBeUndefined();
  expect((await member.browser.get(vehicle)).page.link("Edit your comment")).toBe(path);
  expect((await member.browser.get(path)).page.value("text")).toBe("A fine car.");
  const response = await member.browser.submit(path, { text: " " });
  expect([response.status, response.page.fieldError("text"), response.page.value("text")]).toEqual([
    400,
    "Please write a comment.",
    " ",
  ]);
  const { page } = await member.browser.follow(await member.browser.submit(path, { text: "A very fine car." }));
  expect(page.notices).toContain("Comment updated!");
  expect(page.text(`#comment-${json.data.doc._id}`)).toMatch(/edited.*A very fine car\./);
  await member.browser.api("DELETE", `/comments/${json.data.doc._id}`);
});

describe("following on the garage's page", () => {
  const follow = `/users/${crowd.owner.id}/follow`;

  test("is offered to other logged-in users", async () => {
    const response = await visitor().get(garage);
    expect(buttonOf(response, follow)).toBeUndefined();
    expect(response.page.link("Follow Olga Owner")).toBe(`/login?returnTo=${encodeURIComponent(garage)}`);
    expect(buttonOf(await crowd.owner.browser.get(garage), follow)).toBeUndefined();
    const { browser } = crowd.member;
    for (const [text, pressedState, count] of [
      ["Follow Olga Owner", "false", "0 followers"],
      ["Following Olga Owner", "true", "1 follower"],
      ["Follow Olga Owner", "false", "0 followers"],
    ]) {
      const page = await browser.get(garage);
      const button = buttonOf(page, follow);
      expect([button?.text, button?.pressed]).toEqual([text, pressedState]);
      expect(page.page.text("main")).toContain(count);
      expect(await browser.submit(follow, button?.fields)).toMatchObject({ status: 302, location: garage });
    }
  });

  test("fills Garages You Follow on home with what happens there", async () => {
    const { browser } = await server.signUp("Fresh Face");
    const section = "section[aria-labelledby=following]";
    const empty = await browser.get("/");
    expect(empty.page.texts("h2")).toContain("Garages You Follow");
    expect(empty.page.text(section)).toContain("Your Feed is Empty");
    expect(empty.page.attribute(`${section} a`, "href")).toBe("/garages");
    await browser.submit(`/users/${crowd.owner.id}/follow`, { following: "on" });
    const filled = (await browser.get("/")).page;
    expect(filled.texts(`${section} h3`)).toEqual(["Added a 1967 Lotus Elan"]);
    expect(filled.text(section)).toContain("just nowOlga Owner Olga Owner's garage");
    expect(filled.attributes(`${section} a`, "href")).toEqual([vehicle, garage]);
    const entry = addEntry(server, crowd, "New sills");
    const first = (await browser.get("/")).page;
    expect(first.texts(`${section} h3`)).toEqual(["New sills", "Added a 1967 Lotus Elan"]);
    expect(first.attribute(`${section} h3 a`, "href")).toBe(`/build/${entry}`);
    // In the header and the phone's bar.
    expect((await browser.get(`/build/${entry}`)).page.texts("nav [aria-current]")).toEqual(["Vehicles", "Vehicles"]);
    expect(first.text(`${section} article`)).toContain("Note · 1967 Lotus Elanjust now");
    expect((await browser.get("/?page=9")).page.text(section)).toContain("Nothing on this page.");
    expect((await visitor().get("/")).page.texts("h2")).not.toContain("Garages You Follow");
    await browser.submit(`/users/${crowd.owner.id}/follow`, { following: "off" });
    expect((await browser.get("/")).page.text(section)).toContain("Your Feed is Empty");
  });
});

test("addresses in what people write are links on every page that shows it", async () => {
  const { owner, member, admin } = crowd;
  const url = "https://cars.example/elan";
  const text = `First.\n\nMore at ${url}.`;
  const car = { make: "Lotus", model: "Europa", year: 1968, description: text };
  const path = (await owner.browser.submit("/vehicles/new", car)).location;
  await owner.browser.submit(`${path}/edit`, { ...car, story: text });
  const { location: entry } = await owner.browser.submit(`${path}/build/new`, { kind: "Note", title: "Read", text });
  await member.browser.submit(path, { intent: "comment", text });
  const reviewed = `/garages/${crowd.otherMember.garageId}`;
  await member.browser.submit(reviewed, { intent: "review", rating: 4, review: text });
  const event = { ...GOOD_EVENT, shortDescription: text, fullDescription: text };
  await member.browser.submit("/events/submit", event);
  const [{ id } = { id: 0 }] = server.rows("SELECT max(id) AS id FROM events") as { id: number }[];
  const linksOn = async (where: string, browser = visitor()) => {
    const { page } = await browser.get(where);
    return page.attributes(`main a[href="${url}"]`, "rel");
  };
  const rel = "nofollow ugc noopener";
  expect([await linksOn(path), await linksOn(entry), await linksOn(reviewed)]).toEqual([[rel, rel, rel], [rel], [rel]]);
  expect(await linksOn(`/events/${id}`, member.browser)).toEqual([rel, rel]);
  expect(await linksOn("/admin/events", admin.browser)).toEqual([rel, rel]);
  expect((await visitor().get(entry)).page.texts(".prose p")).toEqual(["First.", `More at ${url}.`]);
});

describe("comments on the vehicle's page", () => {
  const post = (user: Crowd["member"], text: string) => user.browser.submit(vehicle, { intent: "comment", text });

  test("are invited if there are none; the owner sees what will be here", async () => {
    const emptyText = async (browser: Browser) =>
      (await browser.get(vehicle)).page.text("section[aria-labelledby=comments]");
    for (const guest of [visitor(), crowd.member.browser]) {
      expect(await emptyText(guest)).toContain("What would you like to know about it?");
    }
    expect(await emptyText(crowd.owner.browser)).toContain("Comments will appear here.");
  });

  test("are posted by the form and shown with their author, date and paragraphs", async () => {
    const { browser, id } = crowd.member;
    expect((await browser.get(vehicle)).page.fields).toContain("text");
    const response = await post(crowd.member, "What a <b>car</b>.\r\n\r\nReally.");
    expect(response).toMatchObject({ status: 302, location: expect.stringContaining(`${vehicle}#comment-`) });
    const page = await browser.get(plain(response.location));
    expect(page.page.notices).toContain("Comment posted!");
    expect(page.page.text("#comments")).toBe("Comments (1)");
    const commentItem = page.page.root.querySelector("section[aria-labelledby=comments] li");
    expect(commentItem?.querySelector("p")?.text).toBe("What a <b>car</b>.\n\nReally.");
    expect(commentItem?.querySelector("a")?.getAttribute("href")).toBe(`/profile/${id}`);
    const time = commentItem?.querySelector("time");
    expect(time?.text).toBe("just now");
    expect(time?.getAttribute("title")).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d UTC$/);
    expect(page.page.value("text")).toBe("");
  });

  test("offer a visitor the way in", async () => {
    const page = await visitor().get(vehicle);
    expect(page.page.fields).not.toContain("text");
    expect(page.page.links).toContain(`/login?returnTo=${encodeURIComponent(`${vehicle}#comments`)}`);
  });

  test("are deleted in two steps", async () => {
    const { member } = crowd;
    const step = `/comments/${(await post(member, "Soon gone")).location.split("#comment-")[1]}/delete`;
    expect((await member.browser.get(vehicle)).page.links).toContain(step);
    const response = await member.browser.get(step);
    expect(response.page.heading).toBe("Delete this comment?");
    expect(response.page.text("main")).toContain("Soon gone");
    expect(await member.browser.submit(step)).toMatchObject({ status: 302, location: `${vehicle}#comments` });
    const after = await member.browser.get(vehicle);
    expect(after.page.notices).toContain("Comment deleted.");
    expect(after.page.text("section[aria-labelledby=comments]")).not.toContain("Soon gone");
  });

  test("have replies below; the owner's are marked, and one's own cannot be reported", async () => {
    const { member, owner, admin } = crowd;
    const section = (answer: PageResponse) => answer.page.root.querySelector("section[aria-labelledby=comments]");
    const first = (await post(member, "What is under the bonnet?")).location.split("#comment-")[1];
    const reply = (user: Crowd["member"], parent: string | undefined, text: string) =>
      user.browser.submit(vehicle, { intent: "reply", parent: parent ?? "", text });
    const before = section(await owner.browser.get(vehicle))?.querySelector(`#comment-${first}`);
    expect(before?.querySelector("form")).toBeNull();
    const opens = before?.querySelector('a[href*="reply="]')?.getAttribute("href") ?? "";
    expect(opens).toBe(`${vehicle}?reply=${first}#comment-${first}`);
    const form = section(await owner.browser.get(plain(opens)))?.querySelector(`#comment-${first} form`);
    expect(form?.querySelector("input[name=parent]")?.getAttribute("value")).toBe(first);
    const replyResponse = await reply(owner, first, "A Twin Cam.");
    expect(replyResponse).toMatchObject({ status: 302, location: expect.stringContaining(`${vehicle}#comment-`) });
    const second = replyResponse.location.split("#comment-")[1];
    const third = (await reply(member, second, "Thanks.")).location.split("#comment-")[1];

    const response = await owner.browser.get(plain(replyResponse.location));
    expect(response.page.notices).toContain("Reply posted!");
    const replies = section(response)?.querySelectorAll(`#comment-${first} > ol > li`) ?? [];
    expect(replies.map((answer) => answer.getAttribute("id"))).toEqual([`comment-${second}`, `comment-${third}`]);
    expect(replies.map((answer) => answer.querySelector("p")?.text)).toEqual(["A Twin Cam.", "Thanks."]);
    expect(replies.map((answer) => answer.text.includes("Owner"))).toEqual([true, false]);
    expect(replies.map((answer) => answer.text.includes("Report"))).toEqual([false, true]);
    const guest = section(await visitor().get(vehicle));
    const way = guest?.querySelector(`#comment-${second} a[href^="/login"]`)?.getAttribute("href");
    expect(way).toBe(`/login?returnTo=${encodeURIComponent(`${vehicle}?reply=${second}#comment-${second}`)}`);

    await admin.browser.submit(`/comments/${first}/delete`);
    const deletedComment = section(await visitor().get(vehicle))?.querySelector(`#comment-${first}`);
    expect(deletedComment?.querySelector("p")?.text).toBe("Comment deleted");
    expect(deletedComment?.querySelectorAll("ol > li")).toHaveLength(2);
  });
});

describe("reviews on the garage's page", () => {
  const post = (user: Crowd["member"], rating: number | string, review: string) =>
    user.browser.submit(garage, { intent: "review", rating, review });
  const section = (answer: PageResponse) => answer.page.text("section[aria-labelledby=reviews]");

  test("are for other logged-in users", async () => {
    const guests = [section(await visitor().get(garage)), section(await crowd.member.browser.get(garage))];
    for (const text of guests) expect(text).toContain("No reviews yet.Write the first review.");
    expect(guests).toEqual([
      expect.stringContaining("Log in to add your review"),
      expect.stringContaining("+ Add Your Review"),
    ]);
    const ownerText = section(await crowd.owner.browser.get(garage));
    expect(ownerText).toContain("No reviews yet.Visitors’ reviews will appear here.");
    expect(ownerText).not.toMatch(/your review|Log in to|Been there/i);
  });

  test("are added, averaged, edited and refused with what was typed", async () => {
    const { member, otherMember } = crowd;
    const addResponse = await post(member, 4, "Tidy.\n\nWarm.");
    expect(addResponse).toMatchObject({ status: 302, location: `${garage}#reviews` });
    const page = await member.browser.get(garage);
    expect(page.page.notices).toContain("Review added!");
    expect(section(page)).toContain("4.0 out of 5 from one review");
    expect(page.page.root.querySelector("[role=img][aria-label='4 out of 5 stars']")).not.toBeNull();
    expect(section(page)).toContain("Edit your review");
    expect([page.page.value("review"), page.page.value("rating")]).toEqual(["Tidy.\n\nWarm.", "4"]);
    await post(otherMember, 5, "Spotless.");
    expect(section(await visitor().get(garage))).toContain("4.5 out of 5 on average, from 2 reviews");

    expect((await post(member, "", "Half a thought")).page.root.querySelector("details[open]")).not.toBeNull();

    await post(member, 2, "Dusty now.");
    const after = await member.browser.get(garage);
    expect(after.page.notices).toContain("Review updated!");
    expect(section(after)).toContain("3.5 out of 5");
    expect(section(after)).not.toContain("Tidy.");
  });

  test("are deleted in two steps", async () => {
    const { member } = crowd;
    await post(member, 3, "Soon gone");
    const authorView = await member.browser.get(garage);
    const step = authorView.page.links.find((link) => /^\/reviews\/\d+\/delete$/.test(link)) ?? "";
    expect((await member.browser.get(step)).page.heading).toBe("Delete this review?");
    expect(await member.browser.submit(step)).toMatchObject({ status: 302, location: `${garage}#reviews` });
    expect(section(await member.browser.get(garage))).not.toContain("Soon gone");
  });

  test("have their own page if there are many", async () => {
    for (let index = 1; index <= 6; index++) {
      const { browser } = await server.signUp("Many Visitors");
      await browser.submit(garage, { intent: "review", rating: 5, review: `Visit ${index}` });
    }
    const page = await visitor().get(garage);
    expect(page.page.texts("section[aria-labelledby=reviews] li")).toHaveLength(6);
    expect(page.page.link("See all 7 reviews")).toBe(`${garage}/reviews`);
    const all = await visitor().get(`${garage}/reviews`);
    expect(all.page.heading).toBe("Reviews of Olga Owner's garage");
    expect(all.page.texts("main li")).toHaveLength(7);
    expect((await visitor().get("/garages/987654/reviews")).status).toBe(404);
  });
});

test("all content can be reported, except by its author", async () => {
  const { member, vehicleId, owner } = crowd;
  const comment = await member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "Report me" });
  const { total } = (await visitor().api("GET", `/vehicles/${vehicleId}/comments`)).json;
  const page = Math.ceil(total / 20);
  const reviewer = await server.signUp("Rita Reviewer");
  const body = { rating: 1, review: "Me too" };
  const review = await reviewer.browser.api("POST", `/garages/${owner.garageId}/reviews`, body);
  const list = `${vehicle}${page > 1 ? `?page=${page}` : ""}`;
  const insert = server.insert;
  const where = { vehicle_id: Number(vehicleId), created_at: Date.now() };
  const photo = `${vehicle}/photos/${insert("photos", { ...where, photo: "https://photos.example.com/1.jpg", position: 1 })}`;
  const { json: entry } = await owner.browser.api("POST", `/vehicles/${vehicleId}/build`, {
    ...{ kind: "Note", title: "Found in a barn", date: "2024-03-14" },
  });
  const event = await submitEvent(owner);
  server.run("UPDATE events SET status = 'approved' WHERE id = ?", Number(event));
  const [build, meet] = [`/build/${entry.data.doc._id}`, `/events/${event}`];
  for (const [from, path, place] of [
    [vehicle, vehicle],
    [garage, garage],
    [photo, photo],
    [build, build],
    [meet, meet],
    [list, `/comments/${comment.json.data.doc._id}`, `${list}#comment-${comment.json.data.doc._id}`],
    [garage, `/reviews/${review.json.data.doc._id}`, `${garage}/reviews#review-${review.json.data.doc._id}`],
  ] as const) {
    const address = `/report?${new URLSearchParams({ about: path })}`;
    const author = place === undefined ? owner : path.startsWith("/comments") ? member : reviewer;
    const { page } = await author.browser.get(from);
    expect((await visitor().get(from)).page.links).toEqual(expect.arrayContaining([address]));
    expect(page.links).toEqual(expect.not.arrayContaining([address]));
    const form = await visitor().get(address);
    expect([form.status, form.page.value("about")]).toEqual([200, path]);
    if (place) expect(await visitor().get(path)).toMatchObject({ status: 302, location: place });
  }
});
