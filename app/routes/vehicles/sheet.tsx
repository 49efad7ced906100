import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDoneModifications } from "~/features/build-log/section-queries.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { ShowSheet } from "~/features/vehicles/components/show-sheet";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicleForSheet } from "~/features/vehicles/queries.server";
import { fitSheet } from "~/features/vehicles/show-sheet";
import { drawVehicleCode } from "~/features/vehicles/vehicle-code.server";
import { pageLoader } from "~/http/page.server";
import { requireId } from "~/lib/ids";
import styles from "~/styles/show-sheet.css?url";

/** A sheet of paper: no header, no footer (`root.tsx`). */
export const handle = { bare: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Paddock" }];
  return [
    { title: `Show sheet of ${vehicleName(data.vehicle)} · Paddock` },
    { name: "robots", content: "noindex" },
    // Whoever finds the sheet is better off with the page.
    { tagName: "link", rel: "canonical", href: data.address },
  ];
};

export const loader = pageLoader(({ params }: LoaderFunctionArgs) => {
  const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const { specs, ...vehicle } = getVehicleForSheet(id);
  const modifications = listDoneModifications(id).map(({ area, title }) => ({ area, title }));
  return { vehicle, sheet: fitSheet({ specs, modifications }), ...drawVehicleCode(id) };
});

export default function ShowSheetPage() {
  const { vehicle, sheet, address, qr } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="sheet-desk">
      <nav aria-label="Away from the sheet">
        <BackToVehicle id={vehicle.id} name={vehicleName(vehicle)} />
        <p>One A4 page to stand in the windscreen: print it from your browser.</p>
      </nav>
      <ShowSheet vehicle={vehicle} sheet={sheet} address={address} qr={qr} />
    </main>
  );
}
