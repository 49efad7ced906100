import { useActionData, useFetcher } from "@remix-run/react";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { formatDate } from "~/lib/time";
import { SubmitButton } from "~/ui/forms/button";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import type { WaysIn } from "../ways-in.server";
import { ReauthenticationField } from "./password-fields";
import { usePasskeys } from "./use-passkeys";

export const ADD_PASSKEY = "add-passkey";
export const RENAME_PASSKEY = "rename-passkey";
export const REMOVE_PASSKEY = "remove-passkey";

type Passkey = WaysIn["passkeys"][number];

interface PasskeyListProps {
  passkeys: Passkey[];
  isReauthenticated: boolean;
}

export function PasskeyList({ passkeys, isReauthenticated }: PasskeyListProps) {
  return (
    <>
      {passkeys.length > 0 ? (
        <ul className="mb-6 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="py-4">
              <PasskeyRow passkey={passkey} isReauthenticated={isReauthenticated} />
            </li>
          ))}
        </ul>
      ) : null}
      <AddPasskey isReauthenticated={isReauthenticated} />
    </>
  );
}

function PasskeyRow({ passkey, isReauthenticated }: { passkey: Passkey; isReauthenticated: boolean }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const failure = useActionData<Partial<FormFailure>>();
  const isRefused = failure?.values?.passkeyId === String(id);
  const subject = { passkeyId: id };
  return (
    <>
      <p className="font-bold">
        <bdi>{name}</bdi>
      </p>
      <p className="text-sm text-grey">
        Added {formatDate(createdAt)}. {lastUsedAt === null ? "Not used yet." : `Last used ${formatDate(lastUsedAt)}.`}
      </p>
      <details key={name} open={isRefused || undefined}>
        <summary className="inline-flex min-h-11 items-center underline">
          Rename or remove<span className="sr-only">: {name}</span>
        </summary>
        <PageForm intent={RENAME_PASSKEY} subject={subject} initial={{ name }} className="mt-4 max-w-form">
          <Field name="name" label="Name" />
          <SubmitButton busy="Saving…" kind="secondary">
            Rename
          </SubmitButton>
        </PageForm>
        <PageForm intent={REMOVE_PASSKEY} subject={subject} className="mt-6 max-w-form pb-2">
          <ReauthenticationField isNeeded={!isReauthenticated} />
          <SubmitButton busy="One moment…" kind="danger">
            Remove passkey
          </SubmitButton>
        </PageForm>
      </details>
    </>
  );
}

interface AddPasskeyResult extends FormFailure {
  options?: PublicKeyCredentialCreationOptionsJSON;
}

function AddPasskey({ isReauthenticated }: { isReauthenticated: boolean }) {
  const isAvailable = usePasskeys();
  const fetcher = useFetcher<AddPasskeyResult>();
  const { data, submit } = fetcher;
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const options = data?.options;
    if (!options) return;
    setProblem("");
    import("../passkeys/browser")
      .then(({ createPasskey }) => createPasskey(options))
      .then(
        (response) => submit({ intent: ADD_PASSKEY, response }, { method: "post", action: "/settings/security" }),
        ({ message }: Error) => setProblem(message),
      );
  }, [data, submit]);
  return (
    <>
      <noscript>
        <p className="text-grey">Adding a passkey needs script.</p>
      </noscript>
      {isAvailable === false ? <p className="text-grey">This browser cannot add passkeys here.</p> : null}
      {isAvailable ? (
        <PageForm intent={ADD_PASSKEY} fetcher={fetcher} action="/settings/security" className="max-w-form">
          <ReauthenticationField isNeeded={!isReauthenticated} />
          <SubmitButton busy="One moment…" kind="secondary">
            Add a passkey
          </SubmitButton>
        </PageForm>
      ) : null}
      {problem === "" ? null : (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
