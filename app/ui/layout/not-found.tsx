import { ButtonLink } from "../forms/button";
import { Page, PageHeader } from "./page";

export function NotFound() {
  return (
    <Page narrow>
      <PageHeader
        title="Page Not Found"
        lead="There is no page at this address. It may have moved, or part of the link may be missing."
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" kind="primary">
          Go to Homepage
        </ButtonLink>
        <ButtonLink to="/garages">See all garages</ButtonLink>
      </div>
    </Page>
  );
}
