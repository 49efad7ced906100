import { describe, expect, test } from "vitest";
import { changedSettings, EnvError, ensureFolders, env, readEnv, unknownSettings } from "~/env.server";
import { splitList } from "../support/split-list";

describe("the settings", () => {
  test("UPLOADS_URL wins over its older name, and a bucket leaves UPLOADS_DIR for what is being prepared", () => {
    expect(readEnv({})).toMatchObject({ photoStore: { kind: "folder", path: readEnv({}).UPLOADS_DIR } });
    const environment = readEnv({ UPLOADS_URL: "file:/srv/photos", UPLOADS_DIR: "old" });
    expect(environment).toMatchObject({
      UPLOADS_DIR: "/srv/photos",
      photoStore: { kind: "folder", path: "/srv/photos" },
    });
    const bucket = readEnv({ UPLOADS_URL: "s3://cars?endpoint=http://store", UPLOADS_DIR: "/srv/prepared" });
    expect(bucket).toMatchObject({ UPLOADS_DIR: "/srv/prepared", photoStore: { bucket: "cars", region: "us-east-1" } });
    expect(readEnv({ UPLOADS_URL: "s3://cars?endpoint=http://store", AWS_REGION: "eu-1" }).photoStore).toMatchObject({
      region: "eu-1",
    });
  });

  test("an admin reads the settings that differ from the defaults, without their secrets", () => {
    const secret = "hunter2";
    const settings = changedSettings({
      ...{ PORT: "3000", DIGEST_HOUR: "07", BACKUP_EVERY: "15m", PATH: "/bin", SITE_NAME: "" },
      ...{ SESSION_SECRET: secret.repeat(3), METRICS_TOKEN: secret.repeat(6), OIDC_CLIENT_SECRET: secret },
      SMTP_URL: `smtps://post:${secret}@x/@mail.example:465?pass=${secret}`,
      RESTIC_REPOSITORY: `rest:https://${secret}@backup.example/club`,
      SOCIAL_LINKS: "Toot=https://social.example/@club",
    });
    expect(JSON.stringify(settings)).not.toContain(secret);
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      ...{ BACKUP_EVERY: "15m", SESSION_SECRET: "•••", METRICS_TOKEN: "•••", OIDC_CLIENT_SECRET: "•••" },
      SMTP_URL: "smtps://•••@mail.example:465?•••",
      RESTIC_REPOSITORY: "rest:https://•••@backup.example/club",
      SOCIAL_LINKS: "Toot=https://social.example/@club",
    });
  });

  test("a login provider needs issuer, id and secret; its name is the issuer's host", () => {
    const settings = { OIDC_ISSUER: "https://keys.example/club", OIDC_CLIENT_ID: "paddock", OIDC_CLIENT_SECRET: "s" };
    expect(readEnv(settings).provider).toMatchObject({ issuer: "https://keys.example/club", label: "keys.example" });
    expect(readEnv({ ...settings, OIDC_ISSUER: "http://127.0.0.1:4000" }).provider?.label).toBe("127.0.0.1:4000");
    expect(readEnv({ ...settings, OIDC_LABEL: " Club  Keys " }).provider?.label).toBe("Club Keys");
    expect(readEnv({}).provider).toBe(null);
    for (const name of Object.keys(settings))
      expect(() => readEnv({ ...settings, [name]: "" })).toThrow("OIDC_ISSUER is wrong: ");
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
    ...["0m", "1", "30s", "25h", "1441m", "1d", "-5m", "often"].map((interval): [Record<string, string>, string] => [
      { RESTIC_REPOSITORY: "/b", RESTIC_PASSWORD: "secret", BACKUP_EVERY: interval },
      "BACKUP_EVERY",
    ]),
    [{ METRICS_TOKEN: "with a space in the middle" }, "METRICS_TOKEN"],
    ...[" ", "\t"].flatMap((blank) =>
      [
        "PORT",
        "HOST",
        "APP_URL",
        "TRUST_PROXY",
        "UPLOADS_DIR",
        "MAIL_DIR",
        "SITE_NAME",
        "IMAGE_HOSTS",
        "SESSION_SECRET",
      ].map((name): [Record<string, string>, string] => [{ [name]: blank.repeat(20) }, name]),
    ),
  ])("%j is refused by name, without its value", (settings, name) => {
    const line = new RegExp(`^${name} is wrong: [^\n]+$`);
    expect(() => readEnv(settings)).toThrow(EnvError);
    expect(() => readEnv(settings)).toThrow(line);
  });

  test.each(
    splitList(`
      PORT=70000 | APP_URL=paddock.example | APP_URL=ftp://paddock.example
      DATABASE_URL=postgres://localhost/paddock | UPLOADS_URL=s3://cars?endpoint=https://key:secret@store.example
      SMTP_URL=mail.example.com | MAX_CONNECTIONS=many | WEB_CONCURRENCY=many | WEB_CONCURRENCY=0
      WEB_CONCURRENCY=1.5 | WEB_CONCURRENCY=65 | IMAGE_HOSTS=https://images.example; script-src *
      TRUST_PROXY=yes | RATE_LIMITS=maybe | DIGEST_HOUR=24 | DIGEST_HOUR=7:30 | MEMBER_QUOTA_MB=0
      MEMBER_QUOTA_MB=1.5 | MEMBER_QUOTA_MB=plenty | LOG_LEVEL=loud | SOCIAL_LINKS=Mastodon
      MAP_TILE_URL=http://tiles.example/{z}/{x}/{y}.png | MAP_TILE_URL=https://tiles.example/{z}/{x}.png
      APP_URL=https://paddock.example/club | APP_URL=https://paddock.example/?a=1 | APP_URL=https://paddock.example/#top
      APP_URL=https://ada:secret@paddock.example | APP_URL=https://paddock.example /
      MAIL_FROM=Oily Hands | MAIL_FROM=Paddock <noreply> | MAIL_FROM=a@b.example, c@d.example | MAIL_FROM=<a@b.example> more
      METRICS_TOKEN=x | METRICS_TOKEN=abc | NODE_ENV=live | NODE_ENV=Production
      IMAGE_HOSTS=https://a.example https://b.example | IMAGE_HOSTS=https://a.example,,https://b.example
      IMAGE_HOSTS=https://a.example, | IMAGE_HOSTS=https://a.example/photos | SOCIAL_LINKS=A=https://a.example, ,B=https://b.example
      SOCIAL_LINKS=A=https://a.example/x y | SOCIAL_LINKS=,A=https://a.example
      MAP_TILE_URL=https://{s}.tiles.example/{z}/{x}/{y}.png
      MAP_TILE_URL=https://tiles.example/{z}/{x}/{y}.png; script-src *
      OIDC_ISSUER=keys.example | OIDC_ISSUER=http://keys.example | OIDC_ISSUER=https://keys.example/?a=1
      OIDC_ISSUER=https://ada:secret@keys.example | OIDC_ISSUER=https://keys.example | OIDC_SECOND_STEP=none`),
  )("%s is refused by name, without its value", (setting) => {
    const [name = "", value = ""] = setting.split(/=(.*)/s);
    const readSetting = () => readEnv({ RESTIC_REPOSITORY: "/b", [name]: value });
    expect(readSetting).toThrow(EnvError);
    expect(readSetting).toThrow(new RegExp(`^${name} is wrong: [^\n]+$`));
    // Possibly a secret.
    expect(readSetting).not.toThrow(value);
  });

  test.each([
    ["DATABASE_URL", "file:/dev/null/data/app.db", "/dev/null/data"],
    ["UPLOADS_DIR", "/dev/null/photos", "/dev/null/photos"],
    ["UPLOADS_URL", "file:/dev/null/photos", "/dev/null/photos"],
    ["MAIL_DIR", "/proc/mail", "/proc/mail"],
  ])("%s=%s: a folder that cannot be written is named", (name, value, folder) => {
    const folderSettings = {
      DATABASE_URL: `file:${env().databaseFile}`,
      UPLOADS_DIR: env().UPLOADS_DIR,
      MAIL_DIR: env().MAIL_DIR,
    };
    expect(() => ensureFolders(readEnv({ ...folderSettings, [name]: value }))).toThrow(
      new RegExp(`^${name} is wrong: ${folder} cannot be written \\([A-Z]+\\)$`),
    );
  });
});

test("what is right stays right: addresses, senders and lists", () => {
  const input = {
    APP_URL: "https://paddock.example/",
    IMAGE_HOSTS: "https://a.example, https://b.example:8443/",
    SOCIAL_LINKS: "Our Forum=https://forum.example/t?a=b, Atom=https://a.example",
    METRICS_TOKEN: "0123456789abcdef",
    NODE_ENV: "test",
  };
  expect(readEnv(input)).toMatchObject({
    APP_URL: "https://paddock.example",
    IMAGE_HOSTS: ["https://a.example", "https://b.example:8443"],
    SOCIAL_LINKS: [
      { name: "Our Forum", url: "https://forum.example/t?a=b" },
      { name: "Atom", url: "https://a.example" },
    ],
  });
  const senders = [
    "a@b.example",
    "<a@b.example>",
    "Paddock <a@b.example>",
    '"Paddock, the site" <a+b@b-c.example>',
    "Bö <a@bö.example>",
  ];
  for (const MAIL_FROM of senders) expect(readEnv({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
});

test("names that look like settings and are none are found, with what may be meant", () => {
  const result = unknownSettings({
    ...{ PADDOCK_PORT: "1", SMPT_URL: "smtp://a", METRIC_TOKEN: "x", app_url: "x", UPLOAD_DIR: "x", RATE_LIMIT: "off" },
    ...{
      PATH: "/bin",
      HOME: "/",
      PWD: "/",
      HOSTNAME: "x",
      MAIL: "x",
      MAILDIR: "x",
      LOGNAME: "x",
      NODE_OPTIONS: "x",
      EMPTY: "",
    },
    ...{
      APP_URL: "https://a.example",
      AWS_REGION: "x",
      RESTIC_PASSWORD: "x",
      INVOCATION_ID: "x",
      npm_config_loglevel: "x",
    },
    ...{ PADDOCK_GONE: "" },
  });
  expect(result).toEqual([
    { name: "PADDOCK_PORT", meant: "PORT" },
    { name: "SMPT_URL", meant: "SMTP_URL" },
    { name: "METRIC_TOKEN", meant: "METRICS_TOKEN" },
    { name: "app_url", meant: "APP_URL" },
    { name: "UPLOAD_DIR", meant: "UPLOADS_DIR" },
    { name: "RATE_LIMIT", meant: "RATE_LIMITS" },
  ]);
});
