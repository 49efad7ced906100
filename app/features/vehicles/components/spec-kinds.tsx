import { useNavigate } from "@remix-run/react";
import { SPEC_KINDS, type SpecKind } from "../specs";

/** Chooses the kind of vehicle whose rows are suggested; what is typed stays, and nothing is saved. */
export function SpecKinds({ kind }: { kind: SpecKind }) {
  const navigate = useNavigate();
  return (
    <fieldset className="mb-4">
      <legend className="text-sm text-grey">Suggest rows for a …</legend>
      <div className="spec-kinds">
        {SPEC_KINDS.map((one) => (
          <button
            key={one}
            type="submit"
            name="suggest"
            value={one}
            formAction={`?kind=${one}`}
            aria-pressed={one === kind}
            onClick={(event) => {
              event.preventDefault();
              navigate(`?kind=${one}`, { replace: true, preventScrollReset: true });
            }}
          >
            {one}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
