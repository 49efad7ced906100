import { Link, PrefetchPageLinks, useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import { withoutIsolates } from "~/lib/text";
import { Page } from "../layout/page";
import { Isolated } from "../linked-text";
import { Button, type ButtonKind, ButtonLink, buttonClass } from "./button";
import { Dialog, DialogCancel, useDialogLink } from "./dialog";
import { PageForm } from "./form";

export interface Confirmation {
  to: string;
  /** May contain names marked by `isolate`. */
  question: string;
  consequence?: ReactNode;
  act: string;
  /** Default "danger". */
  kind?: ButtonKind;
  fields?: ReactNode;
  /** Default "Keep it". */
  cancel?: string;
}

const KEEP = "Keep it";

interface ConfirmPageProps extends Omit<Confirmation, "to"> {
  cancelTo: string;
  narrow?: boolean;
  above?: ReactNode;
  below?: ReactNode;
}

export function ConfirmPage({
  question,
  consequence,
  act,
  kind = "danger",
  fields,
  cancel = KEEP,
  cancelTo,
  narrow,
  above,
  below,
}: ConfirmPageProps) {
  const border = kind === "danger" ? "border-danger" : "border-line-strong";
  return (
    <Page narrow={narrow}>
      {above}
      <PageForm className={`max-w-form rounded-lg border-2 p-6 ${border}`}>
        <h1>
          <Isolated text={question} />
        </h1>
        {consequence ? <Consequence>{consequence}</Consequence> : null}
        {fields ? <div className="mt-6 empty:hidden">{fields}</div> : null}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind={kind}>{act}</Button>
          <ButtonLink to={cancelTo} kind="quiet">
            {cancel}
          </ButtonLink>
        </div>
      </PageForm>
      {below}
    </Page>
  );
}

const Consequence = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 text-grey">{typeof children === "string" ? <Isolated text={children} /> : children}</div>
);

interface ConfirmLinkProps {
  confirm: Confirmation;
  kind?: ButtonKind;
  small?: boolean;
  isMenuItem?: boolean;
  className?: string;
  /**
   * Instead of the link, if the page has unsaved text: this form's action saves it and redirects to the confirmation
   * page.
   */
  button?: { form: string; name: string; value: string | number };
  children: ReactNode;
}

export function ConfirmLink({
  confirm,
  kind = "danger",
  small = false,
  isMenuItem = false,
  className,
  button,
  children,
}: ConfirmLinkProps) {
  const { isOpen, open, close } = useDialogLink();
  const fetcher = useFetcher<FormFailure>();
  const isBusy = fetcher.state !== "idle";
  return (
    <>
      {button ? (
        <Button {...button} onClick={open} kind={kind} small={small} className={className}>
          {children}
        </Button>
      ) : (
        <Link
          to={confirm.to}
          onClick={open}
          className={isMenuItem ? `item-${kind}` : buttonClass(kind, small, className)}
        >
          {children}
        </Link>
      )}
      {isOpen ? (
        <Dialog label={withoutIsolates(confirm.question)} onClose={close} hasCancel>
          <PrefetchPageLinks page={confirm.to} />
          <PageForm fetcher={fetcher} action={confirm.to}>
            <h2>
              <Isolated text={confirm.question} />
            </h2>
            {confirm.consequence ? <Consequence>{confirm.consequence}</Consequence> : null}
            {confirm.fields ? <div className="mt-6 empty:hidden">{confirm.fields}</div> : null}
            <div className="mt-6 flex flex-wrap gap-3">
              <Button kind={confirm.kind ?? "danger"} aria-disabled={isBusy}>
                {isBusy ? "One moment…" : confirm.act}
              </Button>
              <DialogCancel>{confirm.cancel ?? KEEP}</DialogCancel>
            </div>
          </PageForm>
        </Dialog>
      ) : null}
    </>
  );
}
