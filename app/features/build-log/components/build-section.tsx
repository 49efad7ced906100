import { Link } from "@remix-run/react";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/forms/button";
import { HiddenChip } from "~/ui/hidden-mark";
import { EmptyState, Section } from "~/ui/layout/page";
import { Photo } from "~/ui/photo";
import { formatDay } from "../format";
import type { SectionView } from "../section.server";

type LatestView = SectionView["latest"][number];

interface BuildSectionProps {
  vehicleId: number;
  build: SectionView;
  isOwner: boolean;
}

/** An empty log is visible only to the owner. */
export function BuildSection({ vehicleId, build: { count, latest, modifications }, isOwner }: BuildSectionProps) {
  const log = `/vehicles/${vehicleId}/build`;
  if (count === 0 && !isOwner) return null;
  const add = <ButtonLink to={`${log}/new`}>+ Add to the build log</ButtonLink>;
  if (count === 0) {
    return (
      <Section id="build-log" title="Build log">
        <EmptyState title="No entries yet." action={add}>
          Record work, parts, services and milestones.
        </EmptyState>
      </Section>
    );
  }
  return (
    <>
      <Section id="build-log" title="Build log" more={{ to: log, label: `All ${plural(count, "entry", "entries")}` }}>
        <ol className="log-latest max-w-[52rem]">
          {latest.map((entry) => (
            <Latest key={entry.id} entry={entry} />
          ))}
        </ol>
        {isOwner ? <p className="mt-4">{add}</p> : null}
      </Section>
      {modifications.length > 0 ? <Modifications modifications={modifications} /> : null}
    </>
  );
}

/** A picture replaces the text. */
function Latest({ entry }: { entry: LatestView }) {
  const { id, kind, title, date } = entry;
  return (
    <li className="card">
      <div className="min-w-0">
        <p className="text-sm text-grey">
          <time dateTime={date}>{formatDay(date)}</time> · {kind}
        </p>
        <h3>
          <Link to={`/build/${id}`} className="card-link">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <HiddenChip {...entry} />
        {"text" in entry ? (
          <p dir="auto" className="mt-1 text-grey">
            {entry.text}
          </p>
        ) : null}
      </div>
      {"photo" in entry ? (
        <Photo kind="photos" name={entry.photo} alt="" view="thumbnail" sizes="9rem" className="aspect-3/2" />
      ) : null}
    </li>
  );
}

function Modifications({ modifications }: Pick<SectionView, "modifications">) {
  return (
    <Section id="modifications" title="Modifications">
      <table className="w-full max-w-measure">
        <tbody>
          {modifications.map(([area, modsOfArea]) => (
            <tr key={area} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal text-grey">
                {area}
              </th>
              <td className="py-2">
                {modsOfArea.map(([id, title, status]) => (
                  <p key={id}>
                    <Link to={`/build/${id}`} className="link">
                      <bdi>{title}</bdi>
                    </Link>
                    {status ? <span className="text-sm text-grey"> ({status})</span> : null}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
