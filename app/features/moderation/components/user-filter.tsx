import { FilterChoice } from "~/ui/filters/filter-choice";
import { FilterForm, FilterText } from "~/ui/filters/filter-form";
import { MODERATION_LIMITS, USER_STATES } from "../limits";
import type { UserQuery } from "../schema.server";

/** Whom the list of users shows: by words of name or address, by state. The sort stays. */
export function UserFilter({ asked, filtered }: { asked: UserQuery; filtered: boolean }) {
  return (
    <FilterForm label="Users" all="/admin" filtered={filtered} sort={asked.sort} preventScrollReset className="mb-6">
      <FilterText
        id="user-search"
        name="q"
        label="Name or email"
        defaultValue={asked.q}
        maxLength={MODERATION_LIMITS.search}
      />
      <FilterChoice id="user-status" name="status" label="Status" chosen={asked.status} options={USER_STATES} />
    </FilterForm>
  );
}
