import { Form, Link } from "@remix-run/react";
import { formatTime } from "~/lib/time";
import { useSite } from "~/ui/document/page-title";
import { Button, SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import type { WaysIn } from "../ways-in.server";
import { ReauthenticationField } from "./password-fields";

/** Nothing without a login provider. */
export function ProviderLogin({ returnTo, invite = "" }: { returnTo: string; invite?: string }) {
  const { provider } = useSite();
  if (provider === null) return null;
  return (
    <Form method="post" action="/login/oidc" className="mt-6">
      <p className="mb-4 text-grey">or</p>
      <input type="hidden" name="returnTo" value={returnTo} />
      {invite === "" ? null : <input type="hidden" name="invite" value={invite} />}
      <Button>
        <span>
          Log in with <bdi>{provider}</bdi>
        </span>
      </Button>
    </Form>
  );
}

interface ProviderLinksProps {
  identities: WaysIn["identities"];
  isReauthenticated: boolean;
}

export function ProviderLinks({ identities, isReauthenticated }: ProviderLinksProps) {
  const { provider } = useSite();
  const linkForm = identities.some(({ isCurrent }) => isCurrent) ? null : (
    <PageForm key="link" intent="link" className="mb-6 max-w-form">
      <p className="mb-6">You can log in with your {provider} account instead of your password.</p>
      <ReauthenticationField isNeeded={!isReauthenticated} />
      <SubmitButton busy="One moment…" kind="secondary">
        Link {provider}
      </SubmitButton>
    </PageForm>
  );
  const links = identities.map(({ id, issuer, isCurrent, createdAt, lastUsedAt }) => (
    <PageForm key={id} intent="unlink" subject={{ identityId: id }} className="mb-6 max-w-form">
      <p className="mb-4">
        {isCurrent ? null : `No longer in use: ${issuer}. `}
        Linked {formatTime(createdAt)}. {lastUsedAt === null ? "Not used yet." : `Last used ${formatTime(lastUsedAt)}.`}
      </p>
      <ReauthenticationField isNeeded={!isReauthenticated} />
      <SubmitButton busy="One moment…" kind="danger">
        Unlink
      </SubmitButton>
    </PageForm>
  ));
  return [linkForm, ...links];
}

export function NoPassword() {
  return (
    <p className="mb-6 max-w-measure">
      You have no password.{" "}
      <Link to="/forgot-password" className="link">
        Get a link to choose one
      </Link>{" "}
      by email.
    </p>
  );
}
