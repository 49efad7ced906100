import { describe, expect, it } from "vitest";
import { imageAddress, imageSources } from "~/lib/image-url";
import { formatImageName, parseImageName } from "~/lib/images";

const ID = "0123456789abcdef01234567";
const WIDE = `${ID}_1600x1067_c81e1e.jpg`;
const SMALL = `${ID}_700x467_c81e1e.jpg`;
const TINY = `${ID}_300x200_c81e1e.jpg`;
const MOVING = `${ID}_700x467_c81e1e_a.jpg`;

it.each([WIDE, SMALL, MOVING])("the name of a stored image: %s is read and written back the same", (name) => {
  const facts = parseImageName(name);
  expect(facts && formatImageName(facts)).toBe(name);
});

it.each([
  "",
  "default.jpg",
  "default-vehicle.png",
  `../${WIDE}`,
  `${WIDE}/../../etc/passwd`,
  `${WIDE}\n`,
  `${WIDE}\0.png`,
  WIDE.toUpperCase(),
  `${ID}_0x10_c81e1e.jpg`,
  `${ID}_16000x10_c81e1e.jpg`,
  `${ID}_16x10_c81e1g.jpg`,
  `short_16x10_c81e1e.jpg`,
  `..%2f${WIDE}`,
])("the name of a stored image: %j is not one", (name) => expect(parseImageName(name)).toBeNull());

describe("the addresses of an image", () => {
  it("offers the widths of its view, on cards with the size and the placeholder colour", () => {
    const at = (width: number) => `/img/photos/${WIDE}?w=${width}`;
    const widths = (...all: number[]) => all.map((width) => `${at(width)} ${width}w`).join(", ");
    expect(imageSources("photos", WIDE, { sizes: "50vw" })).toEqual({
      ...{ src: at(400), srcSet: widths(240, 400, 640, 800), sizes: "50vw" },
      ...{ width: 1600, height: 1067, color: "#c81e1e" },
    });
    const thumbnail = { src: at(400), srcSet: widths(240, 400) };
    expect(imageSources("photos", WIDE, { view: "thumbnail" })).toMatchObject(thumbnail);
    const full = { src: at(1600), srcSet: widths(400, 640, 800, 1600) };
    expect(imageSources("photos", WIDE, { view: "full" })).toMatchObject(full);
  });

  it("names only widths that exist, and the real one", () => {
    expect(imageSources("photos", SMALL, { view: "full" }).srcSet).toBe(
      `/img/photos/${SMALL}?w=400 400w, /img/photos/${SMALL}?w=640 640w, /img/photos/${SMALL}?w=800 700w`,
    );
    const tiny = `/img/photos/${TINY}`;
    expect(imageSources("photos", TINY, { view: "full" })).toMatchObject({ src: `${tiny}?w=400`, srcSet: undefined });
    expect(imageSources("photos", TINY).srcSet).toBe(`${tiny}?w=240 240w, ${tiny}?w=400 300w`);
  });

  it("shows a still frame of an animation on cards and lets it play in the full view", () => {
    expect(imageSources("photos", MOVING).src).toBe(`/img/photos/${MOVING}?w=400`);
    const expected = { src: `/img/photos/${MOVING}`, srcSet: undefined };
    expect(imageSources("photos", MOVING, { view: "full" })).toMatchObject(expected);
  });

  it("draws avatars small, and makes absolute addresses for feeds and link previews", () => {
    const name = `${ID}_400x400_c81e1e.jpg`;
    expect(imageSources("users", name).srcSet).toBe(`/img/users/${name}?w=96 96w, /img/users/${name}?w=192 192w`);
    expect(imageAddress("photos", WIDE, "https://paddock.example")).toBe(
      `https://paddock.example/img/photos/${WIDE}?w=1600`,
    );
    expect(imageAddress("users", "https://example.org/me.png", "https://paddock.example")).toBe(
      "https://example.org/me.png",
    );
  });

  it.each([
    null,
    undefined,
    "",
    "default-vehicle.png",
    "javascript:alert(1)",
    "//evil.example/x.jpg",
    "../x",
    "https://",
  ])("%j falls back to the default image", (name) => {
    const expected = { src: "/img/photos/default-vehicle.png", width: 1600, height: 1067, srcSet: undefined };
    expect(imageSources("photos", name)).toMatchObject(expected);
    expect(imageSources("users", name)).toMatchObject({ src: "/img/users/default.jpg", width: 256, height: 256 });
  });

  it("uses a full URL unchanged, but requests a card's size from Cloudinary, once, and only on cards", () => {
    const url = "https://example.org/a/b.jpg?x=1&y=%20#z";
    expect(imageSources("photos", url).src).toBe(url);
    expect(imageSources("users", "http://example.org/me.png").src).toBe("http://example.org/me.png");
    expect(imageSources("photos", "https://example.org/image/upload/x.jpg").src).not.toContain("f_auto");
    const upload = "https://res.cloudinary.com/demo/image/upload/";
    const card = `${upload}f_auto,q_auto,w_400/v12/car.jpg`;
    expect(imageSources("photos", `${upload}v12/car.jpg`).src).toBe(card);
    expect(imageSources("photos", card).src).toBe(card);
    expect(imageSources("photos", `${upload}v12/car.jpg`, { view: "full" }).src).toBe(`${upload}v12/car.jpg`);
  });
});
