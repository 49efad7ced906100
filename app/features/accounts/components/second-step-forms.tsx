import { useEffect, useRef } from "react";
import type { QrCode } from "~/lib/qr-code.server";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { CopyButton } from "~/ui/copy-button";
import { SiteName, useSiteName } from "~/ui/document/page-title";
import { buttonClass, PrintButton, SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import type { SecondStepView } from "../second-step/queries.server";
import { CodeField, ReauthenticationField } from "./password-fields";

interface FormProps {
  /** If not, each form requires the password. */
  isReauthenticated: boolean;
}

export function StartSecondStepForm({ isReauthenticated }: FormProps) {
  return (
    <>
      <p className="mb-6 flex flex-wrap items-baseline gap-3">
        <Chip tone="over">Off</Chip>
        <span className="flex-1 basis-64">
          You need an authenticator app, on your phone or in your password manager.
        </span>
      </p>
      <PageForm intent="start" className="max-w-form">
        <ReauthenticationField isNeeded={!isReauthenticated} />
        <SubmitButton busy="One moment…">Turn on</SubmitButton>
      </PageForm>
    </>
  );
}

interface ConfirmProps extends FormProps {
  /** Null if the login is too old to show the secret. */
  setup: { secret: string; qr: QrCode } | null;
}

export function ConfirmSecondStepForm({ setup, isReauthenticated }: ConfirmProps) {
  return (
    <>
      {setup ? (
        <SetupSecret {...setup} />
      ) : (
        <p className="mb-6 max-w-measure">
          Setup is not finished. If your app shows a code for <SiteName />, enter it here. If not, start again.
        </p>
      )}
      <PageForm intent="confirm" className="max-w-form">
        <CodeField />
        <ReauthenticationField isNeeded={!isReauthenticated} />
        <SubmitButton busy="One moment…">Turn on</SubmitButton>
      </PageForm>
      <PageForm intent={setup ? "off" : "start"} className="mt-8 max-w-form border-t border-line pt-6">
        <ReauthenticationField isNeeded={!isReauthenticated} />
        <SubmitButton busy="One moment…" kind="quiet">
          {setup ? "Leave it off" : "Start again"}
        </SubmitButton>
      </PageForm>
    </>
  );
}

export function SecondStepStatus({ secondStep, isReauthenticated }: FormProps & { secondStep: SecondStepView }) {
  const { since, recoveryCodesLeft } = secondStep;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Chip tone="done">On</Chip> {since === null ? null : `Since ${formatDate(since)}.`}
      </p>
      <section aria-labelledby="codes" className="mt-10 max-w-form border-t border-line pt-4">
        <h3 id="codes">Recovery codes</h3>
        <p className="mt-2 mb-6">
          {recoveryCodesLeft === 0 ? "None left." : `${recoveryCodesLeft} of 10 left.`} New codes replace your current
          ones.
        </p>
        <PageForm intent="codes">
          <ReauthenticationField isNeeded={!isReauthenticated} />
          <SubmitButton busy="One moment…" kind="secondary">
            Create new recovery codes
          </SubmitButton>
        </PageForm>
      </section>
      <section aria-labelledby="off" className="mt-10 max-w-form border-t border-line pt-4">
        <h3 id="off">Turn off</h3>
        <p className="mt-2 mb-6">You will need only your password to log in. Your other sessions will be logged out.</p>
        <PageForm intent="off">
          <ReauthenticationField isNeeded={!isReauthenticated} />
          <SubmitButton busy="One moment…" kind="danger">
            Turn off
          </SubmitButton>
        </PageForm>
      </section>
    </>
  );
}

function SetupSecret({ secret, qr }: { secret: string; qr: QrCode }) {
  return (
    <div className="mb-6 flex max-w-measure flex-wrap items-start gap-x-8 gap-y-5">
      {/* Dark on light in both schemes: cameras do not recognize the inverse. */}
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for your authenticator app. The key is also shown as text."
        shapeRendering="crispEdges"
        className="size-52 shrink-0 rounded-md border border-line bg-white"
      >
        <path d={qr.path} className="fill-black" />
      </svg>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="mb-1">Scan the code, or type the key</h3>
        <p className="mb-4 text-grey">
          Use any authenticator app, on your phone or in your password manager. If it cannot scan, add an account for “
          <SiteName />” by hand with this key (time-based, 6 digits):
        </p>
        <p className="rounded-md bg-sunk px-4 py-3 font-mono text-lg">{secret}</p>
      </div>
    </div>
  );
}

/** Shown only once. Takes focus, because the form that requested the codes is gone. */
export function RecoveryCodes({ message, codes }: { message: string; codes: string[] }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="recovery-codes"
      className="mb-10 max-w-measure rounded-lg border-2 border-green p-5 outline-none sm:p-6"
    >
      <p role="status">{message}</p>
      <h3 id="recovery-codes" className="mt-3 text-lg">
        Save your recovery codes
      </h3>
      <p className="mt-2">
        Each code works once instead of a code from the app, for example if you lose your phone. Print them or save them
        in your password manager. We only show them once.
      </p>
      <ol className="mt-4 grid list-inside list-decimal gap-y-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="break-inside-avoid">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={codes.join("\n")} done="Codes copied" />
        <a href={asFile(codes, useSiteName())} download="recovery-codes.txt" className={buttonClass("secondary", true)}>
          Download
        </a>
        <PrintButton />
      </div>
    </section>
  );
}

/** A text file as data URL: the codes are not available elsewhere. */
const asFile = (codes: string[], site: string) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${site}\n\n${codes.join("\n")}\n`)}`;
