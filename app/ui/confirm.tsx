import { Link, PrefetchPageLinks, useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import { Button, type ButtonKind, ButtonLink, buttonClass } from "./button";
import { Dialog, useDialogLink } from "./dialog";
import { PageForm } from "./form";

/** The second step before something is destroyed or decided: as a page, and with script as a dialog in the page. */
export interface Confirmation {
  /** The page of the second step, which takes the POST too. */
  to: string;
  question: string;
  /** What will happen. */
  consequence?: ReactNode;
  /** The act by its name: "Delete Vehicle". */
  act: string;
  /** "danger" where nothing is said: for what takes something away. */
  kind?: ButtonKind;
  /** What the act takes beside the yes: hidden members, a reason. */
  fields?: ReactNode;
  /** The way out of the page: "Keep it" where nothing is said. */
  cancel?: string;
}

/** The second step as a page of its own. */
export function ConfirmPage({
  question,
  consequence,
  act,
  kind = "danger",
  fields,
  cancel = "Keep it",
  cancelTo,
}: Omit<Confirmation, "to"> & { cancelTo: string }) {
  const border = kind === "danger" ? "border-signal" : "border-line-strong";
  return (
    <PageForm className={`max-w-form rounded-lg border-2 p-6 ${border}`}>
      <h1>{question}</h1>
      {consequence ? <div className="mt-3 text-grey">{consequence}</div> : null}
      {fields ? <div className="mt-6 empty:hidden">{fields}</div> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind={kind}>{act}</Button>
        <ButtonLink to={cancelTo} kind="quiet">
          {cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

interface ConfirmLinkProps {
  confirm: Confirmation;
  kind?: ButtonKind;
  small?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link to the second step; with script it asks in a dialog instead, and never leaves the page until it is done. */
export function ConfirmLink({ confirm, kind = "danger", small = false, className, children }: ConfirmLinkProps) {
  const { shown, open, close } = useDialogLink();
  const fetcher = useFetcher<FormFailure>();
  const busy = fetcher.state !== "idle";
  return (
    <>
      <Link to={confirm.to} onClick={open} className={buttonClass(kind, small, className)}>
        {children}
      </Link>
      {shown ? (
        <Dialog label={confirm.question} onClose={close}>
          <PrefetchPageLinks page={confirm.to} />
          <PageForm fetcher={fetcher} action={confirm.to}>
            <h2>{confirm.question}</h2>
            {confirm.consequence ? <div className="mt-3 text-grey">{confirm.consequence}</div> : null}
            {confirm.fields ? <div className="mt-6 -mb-6 empty:hidden">{confirm.fields}</div> : null}
            <Button kind={confirm.kind ?? "danger"} className="mt-6" aria-disabled={busy}>
              {busy ? "One moment…" : confirm.act}
            </Button>
          </PageForm>
        </Dialog>
      ) : null}
    </>
  );
}
