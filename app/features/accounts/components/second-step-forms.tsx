import { Link } from "@remix-run/react";
import type { QrCode } from "~/lib/qr-code.server";
import { formatDate } from "~/lib/time";
import { SubmitButton } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { PageForm } from "~/ui/form";
import type { SecondStepView } from "../second-step-queries.server";
import { CodeField } from "./code-field";
import { PasswordAgain } from "./password-again";
import { SetupSecret } from "./second-step-setup";

interface FormProps {
  /** Whether the password was shown a moment ago; else each form asks for it. */
  fresh: boolean;
}

/** It is off. */
export function BeginSecondStep({ fresh }: FormProps) {
  return (
    <>
      <p className="mb-6 flex flex-wrap items-center gap-3">
        <Chip tone="quiet">Off</Chip> You need an authenticator app, on your phone or in your password manager.
      </p>
      <PageForm intent="start" className="max-w-form">
        <PasswordAgain needed={!fresh} />
        <SubmitButton busy="One moment…">Turn on</SubmitButton>
      </PageForm>
    </>
  );
}

interface ConfirmProps extends FormProps {
  /** Null where the login is too old to show it. */
  setup: { secret: string; qr: QrCode } | null;
}

/** It was begun, and waits for its first code. */
export function ConfirmSecondStep({ setup, fresh }: ConfirmProps) {
  return (
    <>
      {setup ? (
        <SetupSecret {...setup} />
      ) : (
        <p className="mb-6 max-w-measure">
          You have started to turn it on. If your app shows a code for Paddock, enter it here; if not, start again.
        </p>
      )}
      <PageForm intent="confirm" className="max-w-form">
        <CodeField />
        <PasswordAgain needed={!fresh} />
        <SubmitButton busy="One moment…">Turn on</SubmitButton>
      </PageForm>
      <PageForm intent={setup ? "off" : "start"} className="mt-8 max-w-form border-t border-line pt-6">
        <PasswordAgain needed={!fresh} />
        <SubmitButton busy="One moment…" kind="quiet">
          {setup ? "Leave it off" : "Start again"}
        </SubmitButton>
      </PageForm>
    </>
  );
}

/** It is on. */
export function SecondStepIsOn({ secondStep, fresh }: FormProps & { secondStep: SecondStepView }) {
  const { since, recoveryCodesLeft } = secondStep;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Chip tone="done">On</Chip> {since === null ? null : `Since ${formatDate(since)}.`}
      </p>
      <section aria-labelledby="codes" className="mt-10 max-w-form border-t-2 border-ink pt-4">
        <h2 id="codes">Recovery codes</h2>
        <p className="mt-2 mb-6">
          {recoveryCodesLeft === 0 ? "None left." : `${recoveryCodesLeft} of 10 left.`} New ones replace all the ones
          you have.
        </p>
        <PageForm intent="codes">
          <PasswordAgain needed={!fresh} />
          <SubmitButton busy="One moment…" kind="secondary">
            Make new recovery codes
          </SubmitButton>
        </PageForm>
      </section>
      <section aria-labelledby="off" className="mt-10 max-w-form border-t-2 border-ink pt-4">
        <h2 id="off">Turn off</h2>
        <p className="mt-2 mb-6">Your password alone will open your account, and your other sessions end.</p>
        <PageForm intent="off">
          <PasswordAgain needed={!fresh} />
          <SubmitButton busy="One moment…" kind="danger">
            Turn off
          </SubmitButton>
        </PageForm>
      </section>
      <p className="mt-10">
        <Link to="/settings" className="link">
          Back to the settings
        </Link>
      </p>
    </>
  );
}
