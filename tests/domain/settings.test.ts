import { describe, expect, test } from "vitest";
import { EnvError, ensureFolders, env, readEnv } from "~/env.server";
import { listed } from "../support/listed";

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
    expect(readEnv({ RESTIC_REPOSITORY: "/b", RESTIC_PASSWORD_FILE: "/p", BACKUP_EVERY: text }).BACKUP_EVERY).toBe(ms);
  });

  test.each<[Record<string, string>, string]>([
    [{ UPLOADS_URL: "uploads" }, "UPLOADS_URL"],
    [{ BACKUP_EVERY: "15m", RESTIC_PASSWORD: "secret" }, "BACKUP_EVERY"],
    [{ BACKUP_EVERY: "15m", RESTIC_REPOSITORY: "/b" }, "BACKUP_EVERY"],
    ...["0m", "1", "30s", "25h", "1441m", "1d", "-5m", "often"].map((every): [Record<string, string>, string] => [
      { RESTIC_REPOSITORY: "/b", RESTIC_PASSWORD: "secret", BACKUP_EVERY: every },
      "BACKUP_EVERY",
    ]),
    [{ METRICS_TOKEN: "with a space in the middle" }, "METRICS_TOKEN"],
  ])("%j is refused by name, without its value", (settings, name) => {
    const line = new RegExp(`^${name} is wrong: [^\n]+$`);
    expect(() => readEnv(settings)).toThrow(EnvError);
    expect(() => readEnv(settings)).toThrow(line);
  });

  test.each(
    listed(`
      PORT=70000 | APP_URL=paddock.example | APP_URL=ftp://paddock.example
      DATABASE_URL=postgres://localhost/paddock | UPLOADS_URL=s3://cars?endpoint=https://key:secret@store.example
      SMTP_URL=mail.example.com | MAX_CONNECTIONS=many | WEB_CONCURRENCY=many | WEB_CONCURRENCY=0
      WEB_CONCURRENCY=1.5 | WEB_CONCURRENCY=65 | IMAGE_HOSTS=https://images.example; script-src *
      TRUST_PROXY=yes | RATE_LIMITS=maybe | DIGEST_HOUR=24 | DIGEST_HOUR=7:30 | MEMBER_QUOTA_MB=0
      MEMBER_QUOTA_MB=1.5 | MEMBER_QUOTA_MB=plenty | LOG_LEVEL=loud | SOCIAL_LINKS=Mastodon
      MAP_TILE_URL=http://tiles.example/{z}/{x}/{y}.png | MAP_TILE_URL=https://tiles.example/{z}/{x}.png
      MAP_TILE_URL=https://{s}.tiles.example/{z}/{x}/{y}.png
      MAP_TILE_URL=https://tiles.example/{z}/{x}/{y}.png; script-src *`),
  )("%s is refused by name, without its value", (setting) => {
    const [name = "", value = ""] = setting.split(/=(.*)/s);
    const refused = () => readEnv({ RESTIC_REPOSITORY: "/b", [name]: value });
    expect(refused).toThrow(EnvError);
    expect(refused).toThrow(new RegExp(`^${name} is wrong: [^\n]+$`));
    // What is set may be a secret.
    expect(refused).not.toThrow(value);
  });

  test.each([
    ["DATABASE_URL", "file:/dev/null/data/app.db", "/dev/null/data"],
    ["UPLOADS_DIR", "/dev/null/photos", "/dev/null/photos"],
    ["UPLOADS_URL", "file:/dev/null/photos", "/dev/null/photos"],
    ["MAIL_DIR", "/proc/mail", "/proc/mail"],
  ])("%s=%s: a folder that cannot be written is named", (name, value, folder) => {
    const own = {
      DATABASE_URL: `file:${env().databaseFile}`,
      UPLOADS_DIR: env().UPLOADS_DIR,
      MAIL_DIR: env().MAIL_DIR,
    };
    expect(() => ensureFolders(readEnv({ ...own, [name]: value }))).toThrow(
      new RegExp(`^${name} is wrong: ${folder} cannot be written \\([A-Z]+\\)$`),
    );
  });
});
