import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { FilterChoice } from "~/ui/filter-choice";
import { MODERATION_LIMITS, USER_STATES } from "../limits";
import type { UserQuery } from "../schema.server";

/** Whom the list of users shows: by words of name or address, by state. The sort stays. */
export function UserFilter({ asked, filtered }: { asked: UserQuery; filtered: boolean }) {
  return (
    <Form method="get" role="search" aria-label="Users" preventScrollReset className="mb-6">
      <input type="hidden" name="sort" value={asked.sort} />
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full md:w-auto md:min-w-56 md:flex-1">
          <label htmlFor="user-search" className="mb-1 block font-bold">
            Name or email
          </label>
          <input
            type="search"
            id="user-search"
            name="q"
            defaultValue={asked.q}
            maxLength={MODERATION_LIMITS.search}
            autoComplete="off"
            className="input"
          />
        </div>
        <FilterChoice id="user-status" name="status" label="Status" chosen={asked.status} options={USER_STATES} />
        <Button className="min-h-12">Filter</Button>
        {filtered ? (
          <ButtonLink to="/admin" preventScrollReset kind="quiet" className="min-h-12">
            Show all
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
