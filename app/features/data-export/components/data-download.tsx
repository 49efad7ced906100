import { PasswordAgain } from "~/features/accounts/components/password-again";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";

/** The form that asks for the password before the download, by its intent. */
export const UNLOCK_DATA = "data";

/** The way to one's own data; where the login is old, the password comes first. */
export function DataDownload({ fresh }: { fresh: boolean }) {
  if (fresh) {
    return (
      <a href="/settings/export" className="button">
        Download my data (.zip)
      </a>
    );
  }
  return (
    <PageForm intent={UNLOCK_DATA} className="max-w-form">
      <PasswordAgain needed />
      <SubmitButton busy="One moment…" kind="secondary">
        Show the download
      </SubmitButton>
    </PageForm>
  );
}
