import { create } from "qrcode";

/** A QR code as a drawing: a square of `size` modules with its quiet zone, and the path of the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** Modules of white around the code, without which cameras do not find it. */
const QUIET = 4;

export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const rows = Array.from({ length: modules.size }, (_, y) =>
    [...modules.data.slice(y * modules.size, (y + 1) * modules.size)]
      .map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))
      .join(""),
  );
  return { size: modules.size + 2 * QUIET, path: rows.join("") };
}
