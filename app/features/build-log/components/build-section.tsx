import { Link } from "@remix-run/react";
import { groupBy } from "~/lib/rows";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Section } from "~/ui/page";
import { Photo } from "~/ui/photo";
import { formatDay } from "../format";
import type { BuildSection as BuildSectionView, EntryTeaser, ModificationView } from "../section-queries.server";
import { StatusChip } from "./entry-line";

interface BuildSectionProps {
  vehicleId: string;
  build: BuildSectionView;
  isOwner: boolean;
}

/** What a vehicle's page shows of its build log; nothing to guests where there is none. */
export function BuildSection({ vehicleId, build: { count, latest, modifications }, isOwner }: BuildSectionProps) {
  const log = `/vehicles/${vehicleId}/build`;
  if (count === 0 && !isOwner) return null;
  const add = <ButtonLink to={`${log}/new`}>+ Add to the build log</ButtonLink>;
  if (count === 0) {
    return (
      <Section id="build-log" title="Build log">
        <EmptyState title="Nothing written down yet" action={add}>
          What was done to it, and when: work, parts, services, milestones.
        </EmptyState>
      </Section>
    );
  }
  return (
    <>
      <Section id="build-log" title="Build log" more={{ to: log, label: `All ${plural(count, "entry", "entries")}` }}>
        <ol className="grid gap-6 lg:grid-cols-3">
          {latest.map((entry) => (
            <Latest key={entry.id} entry={entry} />
          ))}
        </ol>
        {isOwner ? <p className="mt-6">{add}</p> : null}
      </Section>
      {modifications.length > 0 ? <Modifications modifications={modifications} /> : null}
    </>
  );
}

/** A picture says more than the first lines. */
function Latest({ entry: { id, kind, title, excerpt, date, photo } }: { entry: EntryTeaser }) {
  return (
    <li className="card min-w-0">
      <p className="text-sm text-grey">
        <time dateTime={date}>{formatDay(date)}</time> · {kind}
      </p>
      <h3 className="mb-3">
        <Link to={`/build/${id}`} className="card-link">
          {title}
        </Link>
      </h3>
      {photo ? (
        <Photo kind="photos" name={photo} alt="" sizes="(min-width: 64rem) 24rem, 100vw" className="aspect-3/2" />
      ) : (
        <p className="line-clamp-3">{excerpt}</p>
      )}
    </li>
  );
}

function Modifications({ modifications }: { modifications: ModificationView[] }) {
  return (
    <Section id="modifications" title="Modifications">
      <table className="w-full max-w-measure text-left">
        <tbody>
          {[...groupBy(modifications, ({ area }) => area)].map(([area, those]) => (
            <tr key={area} className="border-t border-line align-top">
              <th scope="row" className="w-1/3 py-2.5 pr-4 font-normal text-grey md:py-2">
                {area}
              </th>
              <td className="md:py-1">
                <ul>
                  {those.map(({ id, title, status }) => (
                    <li key={id}>
                      <Link to={`/build/${id}`} className="link inline-block py-2.5 md:py-1">
                        {title}
                      </Link>{" "}
                      <StatusChip status={status} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
