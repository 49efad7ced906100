import { beforeAll, describe, expect, test } from "vitest";
import type { Browser, PageAnswer } from "../support/browser-like";
import { browserLike } from "../support/browser-like";
import { PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { addEntry, type Crowd, makeCrowd, setActive } from "../support/social";

const server = sharedServer();
const visitor = () => browserLike(server());
let crowd: Crowd;
let vehicle: string;
let garage: string;

beforeAll(async () => {
  crowd = await makeCrowd(server());
  vehicle = `/vehicles/${crowd.vehicleId}`;
  garage = `/garages/${crowd.owner.garageId}`;
});

/** The one-button form at `action` as its page sends it; undefined where there is none. */
function buttonOf({ page }: PageAnswer, action: string) {
  const form = page.root.querySelector(`form[action="${action}"]`);
  const button = form?.querySelector("button");
  if (!form || !button) return undefined;
  const named = [...form.querySelectorAll("input[name]"), button];
  const fields = Object.fromEntries(
    named.map((field) => [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]),
  );
  return { text: button.text.replace(/\s+/g, " ").trim(), pressed: button.getAttribute("aria-pressed"), fields };
}

const plain = (location: string) => location.split("#")[0]!;

describe("liking on the vehicle's page", () => {
  const like = () => `${vehicle}/like`;

  test("toggles, and comes back to the page", async () => {
    const { browser } = crowd.member;
    for (const [pressed, count] of [
      ["false", "0 likes"],
      ["true", "1 like"],
      ["false", "0 likes"],
    ] as const) {
      const page = await browser.get(vehicle);
      const button = buttonOf(page, like());
      expect([button?.pressed, button?.text]).toEqual([pressed, "Like"]);
      expect(page.page.text(`form[action="${like()}"]`)).toContain(count);
      expect(await browser.submit(like(), button?.fields)).toMatchObject({ status: 302, location: vehicle });
    }
    await browser.submit(like(), { liked: "false", returnTo: vehicle });
  });

  test("leads a visitor to the login, which says why, and back", async () => {
    const browser = visitor();
    const button = buttonOf(await browser.get(vehicle), like());
    const sent = await browser.submit(like(), button?.fields);
    expect(sent).toMatchObject({
      status: 302,
      location: `/login?reason=like&returnTo=${encodeURIComponent(vehicle)}`,
    });
    const login = await browser.follow(sent);
    expect(login.page.text("main")).toContain("You must be logged in to like a vehicle.");
    const fields = { email: crowd.other.email, password: PASSWORD, returnTo: login.page.value("returnTo") ?? "" };
    expect(await browser.submit("/login", fields)).toMatchObject({ status: 302, location: vehicle });
  });

  test("returns to our own pages only, and tells script the new state", async () => {
    const { browser } = crowd.member;
    for (const returnTo of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      expect((await browser.submit(like(), { liked: "false", returnTo })).location).toBe("/");
    }
    const answer = await browser.submit(like(), { liked: "true" });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { liked: true, likeCount: 1 }]);
    expect(JSON.parse((await browser.submit(like())).body)).toEqual({ liked: false, likeCount: 0 });
    expect(await browser.get(like())).toMatchObject({ status: 302, location: vehicle });
  });
});

describe("following on the garage's page", () => {
  const follow = () => `/users/${crowd.owner.id}/follow`;

  test("is offered to somebody else who is logged in", async () => {
    const asked = await visitor().get(garage);
    expect(buttonOf(asked, follow())).toBeUndefined();
    expect(asked.page.link("Follow Olga Owner")).toBe(`/login?returnTo=${encodeURIComponent(garage)}`);
    expect(buttonOf(await crowd.owner.browser.get(garage), follow())).toBeUndefined();
    const { browser } = crowd.member;
    for (const [text, pressed, count] of [
      ["Follow Olga Owner", "false", "0 followers"],
      ["Following Olga Owner", "true", "1 follower"],
      ["Follow Olga Owner", "false", "0 followers"],
    ]) {
      const page = await browser.get(garage);
      const button = buttonOf(page, follow());
      expect([button?.text, button?.pressed]).toEqual([text, pressed]);
      expect(page.page.text("main")).toContain(count);
      expect(await browser.submit(follow(), button?.fields)).toMatchObject({ status: 302, location: garage });
    }
  });

  test("leads home where the session is gone", async () => {
    const answer = await visitor().submit(follow(), { following: "on", returnTo: garage });
    expect(answer).toMatchObject({ status: 302, location: "/" });
    expect(await crowd.member.browser.get(follow())).toMatchObject({
      status: 302,
      location: `/profile/${crowd.owner.id}`,
    });
  });

  test("fills Garages You Follow on home with what happens there", async () => {
    const { browser } = await signUp(server(), "Fresh Face");
    const section = "section[aria-labelledby=following]";
    const empty = await browser.get("/");
    expect(empty.page.texts("h2")).toContain("Garages You Follow");
    expect(empty.page.text(section)).toContain("Your Feed is Empty");
    expect(empty.page.root.querySelector(`${section} a`)?.getAttribute("href")).toBe("/garages");
    for (const { id } of [crowd.owner, crowd.other]) await browser.submit(`/users/${id}/follow`, { following: "on" });
    const filled = (await browser.get("/")).page;
    expect(filled.texts(`${section} h3`)).toEqual(["Added a 1967 Lotus Elan"]);
    expect(filled.text(section)).toContain("just nowOlga Owner Olga Owner's garage");
    const links = filled.root.querySelectorAll(`${section} a`).map((link) => link.getAttribute("href"));
    expect(links).toEqual([vehicle, garage]);
    for (let year = 1885; year < 1892; year += 1) {
      await crowd.other.browser.api("POST", "/vehicles", { make: "Benz", model: "Velo", year });
    }
    const entry = addEntry(server(), crowd, "New sills");
    const [first, second] = [(await browser.get("/")).page, (await browser.get("/?page=2")).page];
    expect(first.texts(`${section} h3`).slice(0, 2)).toEqual(["New sills", "Added an 1891 Benz Velo"]);
    expect(first.root.querySelector(`${section} h3 a`)?.getAttribute("href")).toBe(`/build/${entry}`);
    // An entry is among the vehicles, in the header and in the phone's bar.
    expect((await browser.get(`/build/${entry}`)).page.texts("nav [aria-current]")).toEqual(["Vehicles", "Vehicles"]);
    expect(first.text(`${section} article`)).toContain("Note 1967 Lotus Elanjust now");
    expect(second.texts(`${section} h3`)).toEqual(["Added a 1967 Lotus Elan"]);
    expect((await browser.get("/?page=9")).page.text(section)).toContain("Nothing on this page.");
    expect((await visitor().get("/")).page.texts("h2")).not.toContain("Garages You Follow");
    await browser.submit(`/users/${crowd.owner.id}/follow`, { following: "off" });
    await browser.submit(`/users/${crowd.other.id}/follow`, { following: "off" });
    expect((await browser.get("/")).page.text(section)).toContain("Your Feed is Empty");
  });
});

describe("comments on the vehicle's page", () => {
  const post = (who: Crowd["member"], text: string) => who.browser.submit(vehicle, { intent: "comment", text });

  test("are asked for where there are none; the owner is told what will come", async () => {
    const none = async (who: Browser) => (await who.get(vehicle)).page.text("section[aria-labelledby=comments]");
    for (const guest of [visitor(), crowd.member.browser]) {
      expect(await none(guest)).toContain("What would you like to know about it?");
    }
    expect(await none(crowd.owner.browser)).toContain("What others say and ask about it will appear here.");
  });

  test("are posted by the form and shown with their author, date and paragraphs", async () => {
    const { browser, id } = crowd.member;
    expect((await browser.get(vehicle)).page.fields).toContain("text");
    const posted = await post(crowd.member, "What a <b>car</b>.\r\n\r\nReally.");
    expect(posted).toMatchObject({ status: 302, location: expect.stringContaining(`${vehicle}#comment-`) });
    const page = await browser.get(plain(posted.location));
    expect(page.page.notices).toContain("Comment posted!");
    expect(page.page.text("#comments")).toBe("Comments (1)");
    const shown = page.page.root.querySelector("section[aria-labelledby=comments] li");
    expect(shown?.querySelector("p")?.text).toBe("What a <b>car</b>.\n\nReally.");
    expect(shown?.querySelector("a")?.getAttribute("href")).toBe(`/profile/${id}`);
    const time = shown?.querySelector("time");
    expect(time?.text).toBe("just now");
    expect(time?.getAttribute("title")).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d UTC$/);
    expect(page.page.value("text")).toBe("");
  });

  test("are not submitted blank: the form comes again", async () => {
    const answer = await post(crowd.member, "   ");
    expect(answer.status).toBe(400);
    expect(answer.page.alerts[0]).toContain("Please write a comment.");
    expect(answer.page.text("#comment-field-text-error")).toBe("Please write a comment.");
    expect(answer.page.text("#comments")).toBe("Comments (1)");
  });

  test("offer a visitor the way in; a form of a dead session leads home", async () => {
    const page = await visitor().get(vehicle);
    expect(page.page.fields).not.toContain("text");
    expect(page.page.links).toContain(`/login?returnTo=${encodeURIComponent(`${vehicle}#comments`)}`);
    expect(await visitor().submit(vehicle, { intent: "comment", text: "Hello" })).toMatchObject({
      status: 302,
      location: "/",
    });
  });

  test("are deleted in two steps by the author, the owner and an admin, and by nobody else", async () => {
    const { member, owner, admin, other } = crowd;
    for (const who of [member, owner, admin]) {
      const id = (await post(member, `Gone by ${who.name}`)).location.split("#comment-")[1];
      const step = `/comments/${id}/delete`;
      expect((await other.browser.get(vehicle)).page.links).not.toContain(step);
      expect((await visitor().get(vehicle)).page.links).not.toContain(step);
      expect((await visitor().get(step)).location).toBe(`/?returnTo=${encodeURIComponent(step)}`);
      expect((await visitor().submit(step)).location).toBe("/");
      expect((await other.browser.get(step)).status).toBe(403);
      expect((await other.browser.submit(step)).status).toBe(403);
      expect((await who.browser.get(vehicle)).page.links).toContain(step);
      const asked = await who.browser.get(step);
      expect(asked.page.heading).toBe("Delete this comment?");
      expect(asked.page.text("main")).toContain(`Gone by ${who.name}`);
      const deleted = await who.browser.submit(step);
      expect(deleted).toMatchObject({ status: 302, location: `${vehicle}#comments` });
      const after = await who.browser.get(vehicle);
      expect(after.page.notices).toContain("Comment deleted.");
      expect(after.page.text("section[aria-labelledby=comments]")).not.toContain(`Gone by ${who.name}`);
      expect((await who.browser.get(step)).status).toBe(404);
    }
  });

  test("are answered below; the owner's are marked, and nobody reports their own", async () => {
    const { member, owner, admin } = crowd;
    const section = (answer: PageAnswer) => answer.page.root.querySelector("section[aria-labelledby=comments]");
    const first = (await post(member, "What is under the bonnet?")).location.split("#comment-")[1];
    const reply = (who: Crowd["member"], parent: string | undefined, text: string) =>
      who.browser.submit(vehicle, { intent: "reply", parent: parent ?? "", text });
    const before = section(await owner.browser.get(vehicle))?.querySelector(`#comment-${first}`);
    expect(before?.querySelector("form")).toBeNull();
    const opens = before?.querySelector('a[href*="reply="]')?.getAttribute("href") ?? "";
    expect(opens).toBe(`${vehicle}?reply=${first}#comment-${first}`);
    const form = section(await owner.browser.get(plain(opens)))?.querySelector(`#comment-${first} form`);
    expect(form?.querySelector("input[name=parent]")?.getAttribute("value")).toBe(first);
    const answered = await reply(owner, first, "A Twin Cam.");
    expect(answered).toMatchObject({ status: 302, location: expect.stringContaining(`${vehicle}#comment-`) });
    const second = answered.location.split("#comment-")[1];
    const third = (await reply(member, second, "Thanks.")).location.split("#comment-")[1];

    const seen = await owner.browser.get(plain(answered.location));
    expect(seen.page.notices).toContain("Reply posted!");
    const answers = section(seen)?.querySelectorAll(`#comment-${first} > ol > li`) ?? [];
    expect(answers.map((answer) => answer.getAttribute("id"))).toEqual([`comment-${second}`, `comment-${third}`]);
    expect(answers.map((answer) => answer.querySelector("p")?.text)).toEqual(["A Twin Cam.", "Thanks."]);
    expect(answers.map((answer) => answer.text.includes("Owner"))).toEqual([true, false]);
    expect(answers.map((answer) => answer.text.includes("Report"))).toEqual([false, true]);
    const guest = section(await visitor().get(vehicle));
    const way = guest?.querySelector(`#comment-${second} a[href^="/login"]`)?.getAttribute("href");
    expect(way).toBe(`/login?returnTo=${encodeURIComponent(`${vehicle}?reply=${second}#comment-${second}`)}`);

    await admin.browser.submit(`/comments/${first}/delete`);
    const left = section(await visitor().get(vehicle))?.querySelector(`#comment-${first}`);
    expect(left?.querySelector("p")?.text).toBe("Comment deleted");
    expect(left?.querySelectorAll("ol > li")).toHaveLength(2);
    for (const id of [second, third]) await admin.browser.submit(`/comments/${id}/delete`);
    expect(section(await visitor().get(vehicle))?.querySelector(`#comment-${first}`)).toBeNull();
  });

  test("come in pages; the one just posted is on the last", async () => {
    for (let at = 2; at <= 20; at++) await post(crowd.other, `Number ${at}`);
    expect((await visitor().get(vehicle)).page.links).not.toContain(`${vehicle}?page=2#comments`);
    const posted = await post(crowd.member, "Number 21");
    expect(plain(posted.location)).toBe(`${vehicle}?page=2`);
    const last = await crowd.member.browser.get(plain(posted.location));
    expect(last.page.texts("section[aria-labelledby=comments] li p")).toEqual(["Number 21"]);
    const first = await visitor().get(vehicle);
    expect(first.page.link("Next")).toBe(`${vehicle}?page=2#comments`);
    expect(first.page.texts("section[aria-labelledby=comments] li")).toHaveLength(20);
    const refused = await crowd.member.browser.submit(`${vehicle}?page=2`, { intent: "comment", text: "" });
    expect(refused.page.texts("section[aria-labelledby=comments] li p")).toEqual(["Number 21"]);
    const beyond = await visitor().get(`${vehicle}?page=9`);
    expect([beyond.status, beyond.page.text("section[aria-labelledby=comments]")]).toEqual([
      200,
      expect.stringContaining("Nothing on this page."),
    ]);
    expect((await visitor().get(`${vehicle}?page=x`)).status).toBe(400);
  });
});

describe("reviews on the garage's page", () => {
  const post = (who: Crowd["member"], rating: number | string, review: string) =>
    who.browser.submit(garage, { intent: "review", rating, review });
  const section = (answer: PageAnswer) => answer.page.text("section[aria-labelledby=reviews]");

  test("are for somebody else who is logged in", async () => {
    const guests = [section(await visitor().get(garage)), section(await crowd.member.browser.get(garage))];
    for (const text of guests) expect(text).toContain("No reviews yet.Been there? Write the first review.");
    expect(guests).toEqual([
      expect.stringContaining("Log in to add your review"),
      expect.stringContaining("+ Add Your Review"),
    ]);
    const own = section(await crowd.owner.browser.get(garage));
    expect(own).toContain("No reviews yet.Visitors' reviews will appear here.");
    expect(own).not.toMatch(/your review|Log in to|Been there/i);
    expect((await post(crowd.owner, 5, "Mine.")).status).toBe(403);
    expect(await visitor().submit(garage, { intent: "review", rating: 5, review: "Nice" })).toMatchObject({
      status: 302,
      location: "/",
    });
  });

  test("are added, averaged, edited and refused with what was typed", async () => {
    const { member, other } = crowd;
    const added = await post(member, 4, "Tidy.\n\nWarm.");
    expect(added).toMatchObject({ status: 302, location: `${garage}#reviews` });
    const page = await member.browser.get(garage);
    expect(page.page.notices).toContain("Review added!");
    expect(section(page)).toContain("4.0 of 5 from one review");
    expect(page.page.root.querySelector("[role=img][aria-label='4 of 5 stars']")).not.toBeNull();
    expect(section(page)).toContain("Edit your review");
    expect(page.page.value("review")).toBe("Tidy.\n\nWarm.");
    expect(page.page.value("rating")).toBe("4");
    await post(other, 5, "Spotless.");
    expect(section(await visitor().get(garage))).toContain("4.5 of 5 on average, from 2 reviews");

    const refused = await post(member, "", "Half a thought");
    expect(refused.status).toBe(400);
    expect(refused.page.text("#review-field-rating-error")).toBe("Please choose a rating from 1 to 5.");
    expect(refused.page.value("review")).toBe("Half a thought");
    expect(refused.page.root.querySelector("details[open]")).not.toBeNull();

    await post(member, 2, "Dusty now.");
    const after = await member.browser.get(garage);
    expect(after.page.notices).toContain("Review updated!");
    expect(section(after)).toContain("3.5 of 5");
    expect(section(after)).not.toContain("Tidy.");
  });

  test("are deleted in two steps by the author and an admin", async () => {
    const { member, owner, admin, other } = crowd;
    for (const who of [member, admin]) {
      await post(member, 3, `Gone by ${who.name}`);
      const own = await member.browser.get(garage);
      const step = own.page.links.find((link) => /^\/reviews\/\d+\/delete$/.test(link)) ?? "";
      for (const stranger of [owner, other]) {
        expect((await stranger.browser.get(garage)).page.links).not.toContain(step);
        expect((await stranger.browser.submit(step)).status).toBe(403);
      }
      expect((await visitor().submit(step)).location).toBe("/");
      const asked = await who.browser.get(step);
      expect(asked.page.heading).toBe("Delete this review?");
      expect(await who.browser.submit(step)).toMatchObject({ status: 302, location: `${garage}#reviews` });
      expect(section(await who.browser.get(garage))).not.toContain(`Gone by ${who.name}`);
    }
  });

  test("have a page of their own where there are many", async () => {
    for (let at = 1; at <= 6; at++) {
      const { browser } = await signUp(server(), "Many Visitors");
      await browser.submit(garage, { intent: "review", rating: 5, review: `Visit ${at}` });
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

test("garages, vehicles, comments and reviews can be reported, the form prefilled", async () => {
  const { member, vehicleId, owner } = crowd;
  const comment = await member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "Report me" });
  const { total } = (await visitor().api("GET", `/vehicles/${vehicleId}/comments`)).json;
  const page = Math.ceil(total / 20);
  const review = await member.browser.api("POST", `/garages/${owner.garageId}/reviews`, {
    rating: 1,
    review: "Me too",
  });
  const list = `${vehicle}${page > 1 ? `?page=${page}` : ""}`;
  for (const [from, about] of [
    [vehicle, vehicle],
    [garage, garage],
    [list, `${list}#comment-${comment.json.data.doc._id}`],
    [garage, `${garage}#review-${review.json.data.doc._id}`],
  ] as const) {
    const address = `/toolbox?${new URLSearchParams({ category: "User Report", about })}`;
    const links = (await visitor().get(from)).page.links.map((link) => link.replaceAll("&amp;", "&"));
    expect(links).toContain(address);
    const form = await visitor().get(address);
    expect([form.page.value("category"), form.page.value("about")]).toEqual(["User Report", about]);
  }
});

test("what a deactivated person wrote is not shown, and comes back", async () => {
  const gone = await signUpWithGarage(server(), "Gone Person");
  await gone.browser.submit(garage, { intent: "review", rating: 1, review: "Bye" });
  await crowd.member.browser.submit(`/users/${gone.id}/follow`, { following: "on" });
  setActive(server(), gone, false);
  expect((await visitor().get(garage)).page.text("main")).not.toContain("Gone Person");
  expect((await crowd.member.browser.get("/")).page.text("main")).not.toContain("Gone Person");
  expect((await visitor().get(`/garages/${gone.garageId}/reviews`)).status).toBe(404);
  expect(await gone.browser.submit(garage, { intent: "review", rating: 1, review: "Bye" })).toMatchObject({
    status: 302,
    location: "/",
  });
  setActive(server(), gone, true);
  expect((await visitor().get(garage)).page.text("main")).toContain("Gone Person");
});
