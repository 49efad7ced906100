import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../support/server";
import { startSmtp } from "../support/smtp";

test("the dashboard of a new site lists what is left; a test email ticks the first item", async () => {
  const inbox = await startSmtp();
  onTestFinished(() => inbox.stop());
  const server = await startServer({ env: { SMTP_URL: `smtp://127.0.0.1:${inbox.port}` } });
  onTestFinished(async () => void (await server.stop()));
  const { browser, email } = await server.signUpAdmin();
  const steps = async () => {
    const { page } = await browser.get("/admin");
    return page.texts('section[aria-labelledby="first-steps"] li');
  };
  const open = await steps();
  expect(open).toHaveLength(6);
  expect(open[0]).toMatch(/^Check that email works.*Send a test email$/);
  const { page } = await browser.get("/admin");
  expect(page.link("Choose a logo")).toBe("/admin/site");
  expect(page.link("Registration settings")).toBe("/admin/door");
  expect(page.link("Send a test email")).toBe("/admin/mail");
  const sent = await browser.submit("/admin/mail", { intent: "test" });
  expect(sent.page.text("main [role=status]")).toMatch(
    new RegExp(`^The mail server accepted the test email to ${email}\\. Its answer: 250 `),
  );
  expect((await steps())[0]).toBe("Check that email works Done");
  const { checklist } = (await browser.api("GET", "/admin/status")).json.data.doc;
  expect(checklist.slice(0, 2)).toEqual([
    { name: "mail", done: true },
    { name: "backups", done: false },
  ]);
  const subject = "Test email from Paddock";
  expect(inbox.mails.filter((mail) => mail.subject === subject)).toMatchObject([{ to: [email] }]);
});
