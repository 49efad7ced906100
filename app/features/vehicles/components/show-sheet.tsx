import type { CSSProperties, ReactNode } from "react";
import { plural } from "~/lib/text";
import { Photo } from "~/ui/photo";
import { vehicleName } from "../name";
import type { getVehicleForSheet } from "../queries.server";
import type { FittedSheet } from "../show-sheet";

interface ShowSheetProps {
  vehicle: Omit<ReturnType<typeof getVehicleForSheet>, "specs">;
  sheet: FittedSheet;
  /** The vehicle's page, in full. */
  address: string;
  /** A drawing of it. */
  qr: { size: number; path: string };
}

/** One A4 page to stand in the windscreen, readable from some steps away: see `styles/show-sheet.css`. */
export function ShowSheet({ vehicle, sheet, address, qr }: ShowSheetProps) {
  const { letters, valueLines, specs, areas, left } = sheet;
  const name = vehicleName(vehicle);
  const style = { "--letters": letters, "--value-lines": valueLines } as CSSProperties;
  return (
    <article className="show-sheet" style={style}>
      <div className="sheet-picture">
        <Photo kind="photos" name={vehicle.coverPhoto} alt={name} view="full" sizes="210mm" priority />
      </div>
      <h1 className={name.length > 34 ? "sheet-name sheet-name-long" : "sheet-name"}>
        <span className="sheet-year">{vehicle.year}</span> {vehicle.make} {vehicle.model}
      </h1>
      <p className="sheet-owner">
        {firstName(vehicle.ownerName)} <span>{vehicle.garageName}</span>
      </p>
      {specs.length === 0 ? null : (
        <Part title="Spec sheet">
          <dl className="sheet-specs">
            {specs.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
              <div key={at}>
                <dt>{row.name}</dt>
                <dd>{row.value}</dd>
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
                <dt>{area}</dt> <dd>{titles.join(" · ")}</dd>
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

/** "Margit" of "Margit Halloran": a surname does not belong into a windscreen. */
const firstName = (name: string) => name.split(" ")[0] ?? name;
