import type { ReactNode } from "react";
import { ReauthenticationField } from "~/features/accounts/components/password-fields";
import { SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";

export const UNLOCK_DATA = "data";

/** After an old login, the password form first. */
export function DataDownload({ isReauthenticated, children }: { isReauthenticated: boolean; children?: ReactNode }) {
  if (isReauthenticated) return children;
  return (
    <PageForm intent={UNLOCK_DATA} className="max-w-form">
      <ReauthenticationField isNeeded />
      <SubmitButton busy="One moment…" kind="secondary">
        Show the download
      </SubmitButton>
    </PageForm>
  );
}
