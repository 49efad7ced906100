import type { QrCode } from "~/lib/qr-code.server";

/** What the authenticator app has to learn: as a picture for its camera, and as text to type. */
export function SetupSecret({ secret, qr }: { secret: string; qr: QrCode }) {
  return (
    <div className="mb-6 flex max-w-measure flex-wrap items-start gap-x-8 gap-y-5">
      {/* Dark on light in both schemes: cameras do not find the inverse. */}
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for your authenticator app. The key is also shown as text."
        shapeRendering="crispEdges"
        className="size-52 shrink-0 rounded-md border border-line bg-white"
      >
        <path d={qr.path} className="fill-black" />
      </svg>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="mb-1 text-xl">Scan the code, or type the key</h2>
        <p className="mb-4 text-grey">
          Any authenticator app will do, on your phone or in your password manager. If it cannot scan, add an account
          for “Paddock” by hand with this key (time based, 6 digits):
        </p>
        <p className="rounded-md bg-sunk px-4 py-3 font-mono text-lg break-words">{secret}</p>
      </div>
    </div>
  );
}
