import { useEffect, useRef, useState } from "react";
import { unsentMessage } from "~/ui/document/offline";
import { Button } from "~/ui/forms/button";
import { PASSKEY_MESSAGES } from "../limits";

const importBrowser = () => import("../passkeys/browser");

const goTo = (path: string) => window.location.assign(path);

/** Errors of the browser have subclasses. */
function textOf(error: unknown): string {
  const isOurs = error instanceof Error && error.constructor === Error;
  return isOurs ? error.message : unsentMessage(PASSKEY_MESSAGES.failed);
}

interface PasskeyLoginProps {
  returnTo: string;
  isAvailable: boolean | undefined;
}

/** Reserves its place, because it appears with script. */
export function PasskeyLogin({ returnTo, isAvailable }: PasskeyLoginProps) {
  const path = `/login/passkey?${new URLSearchParams({ to: returnTo })}`;
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const endOffer = useRef(() => {});
  useEffect(() => {
    if (!isAvailable) return;
    let isUnmounted = false;
    const onProblem = (problem: unknown) => setProblem(textOf(problem));
    const offer = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { offerPasskeys } = await importBrowser();
      if (!isUnmounted) endOffer.current = offerPasskeys({ path, onLogin: goTo, onProblem });
    };
    offer().catch(() => {});
    return () => {
      isUnmounted = true;
      endOffer.current();
    };
  }, [isAvailable, path]);
  const press = async () => {
    if (isBusy) return;
    endOffer.current();
    setIsBusy(true);
    setProblem("");
    try {
      const { logInWithPasskey } = await importBrowser();
      goTo(await logInWithPasskey(path));
    } catch (error) {
      setProblem(textOf(error));
      setIsBusy(false);
    }
  };
  return (
    <div className="mt-4 min-h-11">
      <noscript>
        <p className="text-grey">Passkeys need script. Log in with your password.</p>
      </noscript>
      {isAvailable ? (
        <Button type="button" aria-disabled={isBusy} onClick={press}>
          Use a passkey
        </Button>
      ) : null}
      {problem === "" ? null : (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
