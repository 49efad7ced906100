import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { listDoneModifications } from "~/features/build-log/section.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { drawVehicleCode, getVehicleForSheet } from "~/features/vehicles/queries.server";
import { type FittedSheet, fitSheet } from "~/features/vehicles/show-sheet";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { plural } from "~/lib/text";
import styles from "~/styles/show-sheet.css?url";
import { pageTitle } from "~/ui/document/page-title";
import { PrintButton } from "~/ui/forms/button";
import { Photo } from "~/ui/photo";

/** For printing. */
export const handle: RouteHandle = { isBare: true, cache: { query: [] } };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [pageTitle(matches)];
  return [
    pageTitle(matches, `Show sheet of ${vehicleName(data.vehicle)}`),
    { name: "robots", content: "noindex" },
    // Search engines should list the vehicle's page instead.
    { tagName: "link", rel: "canonical", href: data.address },
  ];
};

export const loader = pageLoader(async ({ request, context, params }: LoaderFunctionArgs) => {
  const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const { specs, ...vehicle } = getVehicleForSheet(id, await getViewer({ request, context }));
  const modifications = listDoneModifications(id).map(({ area, title }) => ({ area, title }));
  return { vehicle, sheet: fitSheet({ specs, modifications }), ...drawVehicleCode(id) };
});

export default function ShowSheetPage() {
  const { vehicle, sheet, address, qr } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="sheet-desk">
      <nav aria-label="Back to the vehicle">
        <BackToVehicle id={vehicle.id} name={vehicleName(vehicle)} />
        <p className="mb-3">One A4 page for your windscreen. Print it from your browser.</p>
        <PrintButton />
      </nav>
      <ShowSheet vehicle={vehicle} sheet={sheet} address={address} qr={qr} />
    </main>
  );
}

interface ShowSheetProps {
  vehicle: Omit<ReturnType<typeof getVehicleForSheet>, "specs">;
  sheet: FittedSheet;
  address: string;
  /** SVG path. */
  qr: { size: number; path: string };
}

/** One A4 page for the windscreen, readable from a few steps away: see `styles/show-sheet.css`. */
function ShowSheet({ vehicle, sheet, address, qr }: ShowSheetProps) {
  const { letters, valueLines, specs, areas, left } = sheet;
  const name = vehicleName(vehicle);
  const style = { "--letters": letters, "--value-lines": valueLines } as CSSProperties;
  return (
    <article className="show-sheet" style={style}>
      <div className="sheet-picture">
        <Photo kind="photos" name={vehicle.coverPhoto} alt={name} view="full" sizes="210mm" priority />
      </div>
      <h1 className={name.length > 34 ? "sheet-name sheet-name-long" : "sheet-name"}>
        <span className="sheet-year">{vehicle.year}</span>{" "}
        <bdi>
          {vehicle.make} {vehicle.model}
        </bdi>
      </h1>
      <p className="sheet-owner">
        <bdi>{firstName(vehicle.ownerName)}</bdi> <bdi>{vehicle.garageName}</bdi>
      </p>
      {specs.length === 0 ? null : (
        <Part title="Spec sheet">
          <dl className="sheet-specs">
            {specs.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
              <div key={index}>
                <dt dir="auto">{row.name}</dt>
                <dd dir="auto">{row.value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {areas.length === 0 ? null : (
        <Part title="Modifications">
          <dl className="sheet-areas">
            {areas.map(({ area, titles }) => (
              <div key={area}>
                <dt>{area}</dt> <dd dir="auto">{titles.join(" · ")}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <footer className={specs.length + areas.length > 0 ? "sheet-foot" : "sheet-foot sheet-plain"}>
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label={`QR code of ${address}`}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} />
        </svg>
        <p>
          <strong>Scan for its photos and its story</strong>
          <span className="sheet-address">{address.replace(/^https?:\/\//, "")}</span>
          {left > 0 ? <span>and {plural(left, "more modification")} in its build log</span> : null}
        </p>
      </footer>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A surname does not belong on a windscreen. */
const firstName = (name: string) => name.split(" ")[0] ?? name;
