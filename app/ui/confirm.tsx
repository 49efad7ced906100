import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button";
import { PageForm } from "./form";

/** The second step before something is destroyed: what will happen, the act by its name, and a way back. */
export function ConfirmForm({
  question,
  children,
  act,
  cancelTo,
}: {
  question: string;
  children?: ReactNode;
  act: string;
  cancelTo: string;
}) {
  return (
    <PageForm className="max-w-form rounded-lg border-2 border-signal p-6">
      <h1>{question}</h1>
      {children ? <div className="mt-3 text-grey">{children}</div> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="danger">{act}</Button>
        <ButtonLink to={cancelTo} kind="quiet">
          Keep it
        </ButtonLink>
      </div>
    </PageForm>
  );
}
