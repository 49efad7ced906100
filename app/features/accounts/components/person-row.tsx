import { Link } from "@remix-run/react";
import type { PersonView } from "~/features/accounts/queries.server";
import { isolate } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { Isolated } from "~/ui/linked-text";
import { RoleMark } from "./role-mark";

export function PersonRow({ person }: { person: PersonView }) {
  const { id, name, avatar, role, location, garageName } = person;
  const facts = [garageName, location].flatMap((fact) => (fact ? isolate(fact) : [])).join(" · ");
  return (
    <article className="card flex min-h-16 items-center gap-4 border-b border-line py-3">
      <Avatar avatar={avatar} size={48} />
      <div className="min-w-0">
        <h3>
          <Link to={`/profile/${id}`} className="card-link">
            <bdi>{name}</bdi>
          </Link>{" "}
          <RoleMark role={role} />
        </h3>
        {facts === "" ? null : (
          <p className="mt-0.5 text-sm text-grey">
            <Isolated text={facts} />
          </p>
        )}
      </div>
    </article>
  );
}
