import { useActionData } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { buttonClass, SubmitButton } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm";
import { SelectField, TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { useKeptWords } from "~/ui/kept-words";
import type { ReviewFormView } from "../reviews.server";
import { deleteReviewStep } from "./delete-steps";

const RATINGS = [
  ["", "Choose…"],
  ["5", "5 stars, outstanding"],
  ["4", "4 stars, very good"],
  ["3", "3 stars, good"],
  ["2", "2 stars, fair"],
  ["1", "1 star, poor"],
] as const;

/** The form for the viewer's one review of a garage, behind a button; open again where it was refused. */
export function ReviewDisclosure({ own }: Pick<ReviewFormView, "own">) {
  const answered = useActionData<FormFailure | undefined>();
  const refused = answered?.values?.intent === "review";
  const kept = useKeptWords("review");
  return (
    <details
      className="group mt-8"
      open={refused || kept !== undefined || undefined}
      key={own ? `${own.rating} ${own.review}` : "new"}
    >
      <summary className={buttonClass("secondary", false, "list-none [&::-webkit-details-marker]:hidden")}>
        {own ? "Edit your review" : "+ Add Your Review"}
      </summary>
      <div className="mt-6 max-w-form">
        <PageForm draft intent="review" initial={own ?? {}}>
          <SelectField name="rating" label="Rating" options={RATINGS} />
          <TextArea name="review" label="Your review" />
          <SubmitButton busy="Saving…">{own ? "Save review" : "Add review"}</SubmitButton>
        </PageForm>
        {own ? (
          <div className="mt-4">
            <ConfirmLink confirm={deleteReviewStep(own.id)} kind="quiet" small>
              Delete your review
            </ConfirmLink>
          </div>
        ) : null}
      </div>
    </details>
  );
}
