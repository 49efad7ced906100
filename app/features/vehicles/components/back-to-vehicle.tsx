import { Link } from "@remix-run/react";
import { ArrowLeftIcon } from "~/ui/icons";
import { NoBreakText } from "~/ui/linked-text";

export function BackToVehicle({ id, name }: { id: number; name: string }) {
  return (
    <p className="-mt-4 mb-2 md:-mt-8">
      <Link to={`/vehicles/${id}`} className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeftIcon className="size-4" />
        <span>
          Back to <NoBreakText text={name} />
        </span>
      </Link>
    </p>
  );
}
