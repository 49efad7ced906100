import { describe, expect, test } from "vitest";
import { describeLocation, parseStoreLocation } from "~/lib/store-location";
import { splitList } from "../support/split-list";

describe("the location of files", () => {
  test.each([
    ["file:/srv/photos", { kind: "folder", path: "/srv/photos" }],
    ["file:photos", { kind: "folder", path: "photos" }],
    ["file:///srv/photos", { kind: "folder", path: "/srv/photos" }],
    ["s3://cars", { kind: "bucket", bucket: "cars", prefix: "", pathStyle: false }],
    ["s3://cars/", { kind: "bucket", bucket: "cars", prefix: "", pathStyle: false }],
    ["s3://cars/site/photos/?region=eu-1", { kind: "bucket", bucket: "cars", prefix: "site/photos/", region: "eu-1" }],
    [
      "s3://cars/p?endpoint=https://store.example:9000&pathStyle=1",
      { kind: "bucket", bucket: "cars", prefix: "p/", endpoint: "https://store.example:9000", pathStyle: true },
    ],
    [
      "s3://Old_Bucket/p?endpoint=http%3A%2F%2F127.0.0.1%3A4568",
      { bucket: "Old_Bucket", endpoint: "http://127.0.0.1:4568" },
    ],
  ])("%s", (text, location) => expect(parseStoreLocation(text)).toMatchObject(location));

  test.each([
    ...splitList(`
      uploads | file: | file://host/photos | s3:cars | s3:// | s3:///photos | s3://cars/../other
      s3://cars/a//b | s3://cars/?endpoint=store.example | s3://cars/?endpoint=ftp://store.example
      s3://cars/?endpoint=https://key:secret@store.example | s3://cars/?region=a b
      s3://cars/?pathStyle=maybe | s3://cars/?key=secret | https://cars.s3.amazonaws.com/`),
    "",
  ])("%s is refused", (text) => expect(parseStoreLocation(text)).toBeNull());

  test("is shown without its query", () => {
    expect(describeLocation(parseStoreLocation("s3://cars/site?endpoint=https://store.example")!)).toBe(
      "s3://cars/site",
    );
  });
});
