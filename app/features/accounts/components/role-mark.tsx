import type { Role } from "~/features/accounts/policy";

const LABELS: Partial<Record<Role, string>> = { moderator: "Moderator", admin: "Admin" };

/** Next to the name of staff: anyone may call themselves "Moderator". Nothing for members. */
export function RoleMark({ role }: { role: Role }) {
  const label = LABELS[role];
  return label === undefined ? null : (
    <span data-role={role} className="text-sm whitespace-nowrap text-grey">
      {label}
    </span>
  );
}
