import { Link } from "@remix-run/react";
import { EmailAddress } from "~/ui/email-address";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";
import { ResendForm } from "./login-form";

/** @param props.applies staff decide before the account opens */
export function CheckYourMail({ email, applies }: { email: string; applies: boolean }) {
  return (
    <Page narrow>
      <PageHeader title="Check your email" />
      <Notice type="success">
        Open the link we sent to{" "}
        <strong>
          <EmailAddress address={email} />
        </strong>{" "}
        {applies
          ? "to confirm your address. Then we review your application and email you the decision."
          : "to activate your account."}{" "}
        It is valid for 24 hours.
      </Notice>
      <section aria-labelledby="no-mail" className="mt-10 border-t border-line pt-6">
        <h2 id="no-mail" className="mb-2">
          No email after a few minutes?
        </h2>
        <p className="mb-4 text-grey">
          Check your spam folder first. If the address is wrong,{" "}
          <Link to="/signup" reloadDocument className="link">
            sign up again
          </Link>{" "}
          with the right one.
        </p>
        <ResendForm email={email} />
      </section>
    </Page>
  );
}
