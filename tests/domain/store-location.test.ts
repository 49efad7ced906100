import { describe, expect, test } from "vitest";
import { EnvError, readEnv } from "~/env.server";
import { describeLocation, parseStoreLocation } from "~/lib/store-location";

describe("where files are kept", () => {
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
    "",
    "uploads",
    "file:",
    "file://host/photos",
    "s3:cars",
    "s3://",
    "s3:///photos",
    "s3://cars/../other",
    "s3://cars/a//b",
    "s3://cars/?endpoint=store.example",
    "s3://cars/?endpoint=ftp://store.example",
    "s3://cars/?endpoint=https://key:secret@store.example",
    "s3://cars/?region=a b",
    "s3://cars/?pathStyle=maybe",
    "s3://cars/?key=secret",
    "https://cars.s3.amazonaws.com/",
  ])("%s is refused", (text) => expect(parseStoreLocation(text)).toBeNull());

  test("is told without what stands behind the question mark", () => {
    expect(describeLocation(parseStoreLocation("s3://cars/site?endpoint=https://store.example")!)).toBe(
      "s3://cars/site",
    );
  });
});

describe("the settings", () => {
  test("UPLOADS_URL wins over its older name, and a bucket leaves UPLOADS_DIR for what is being prepared", () => {
    expect(readEnv({})).toMatchObject({ photoStore: { kind: "folder", path: readEnv({}).UPLOADS_DIR } });
    const moved = readEnv({ UPLOADS_URL: "file:/srv/photos", UPLOADS_DIR: "old" });
    expect(moved).toMatchObject({ UPLOADS_DIR: "/srv/photos", photoStore: { kind: "folder", path: "/srv/photos" } });
    const bucket = readEnv({ UPLOADS_URL: "s3://cars?endpoint=http://store", UPLOADS_DIR: "/srv/prepared" });
    expect(bucket).toMatchObject({ UPLOADS_DIR: "/srv/prepared", photoStore: { bucket: "cars", region: "us-east-1" } });
    expect(readEnv({ UPLOADS_URL: "s3://cars?endpoint=http://store", AWS_REGION: "eu-1" }).photoStore).toMatchObject({
      region: "eu-1",
    });
  });

  test.each([
    ["1m", 60_000],
    ["15m", 900_000],
    ["1h", 3_600_000],
    ["24h", 86_400_000],
    ["1440m", 86_400_000],
  ])("BACKUP_EVERY=%s", (text, ms) => {
    expect(readEnv({ BACKUP_URL: "file:/b", BACKUP_EVERY: text }).BACKUP_EVERY).toBe(ms);
  });

  test.each<[Record<string, string>, string]>([
    [{ UPLOADS_URL: "uploads" }, "UPLOADS_URL"],
    [{ BACKUP_URL: "s3://" }, "BACKUP_URL"],
    [{ BACKUP_EVERY: "15m" }, "BACKUP_EVERY"],
    ...["0m", "1", "30s", "25h", "1441m", "1d", "-5m", "often"].map((every): [Record<string, string>, string] => [
      { BACKUP_URL: "file:/b", BACKUP_EVERY: every },
      "BACKUP_EVERY",
    ]),
    [{ METRICS_TOKEN: "with a space in the middle" }, "METRICS_TOKEN"],
  ])("%j is refused by name, without its value", (settings, name) => {
    const line = new RegExp(`^${name} is wrong: [^\n]+$`);
    expect(() => readEnv(settings)).toThrow(EnvError);
    expect(() => readEnv(settings)).toThrow(line);
  });
});
