import { create } from "qrcode";

/** Side in modules, with the quiet zone, and the path of the dark modules. */
export interface QrCode {
  size: number;
  path: string;
}

/** Without white modules around it cameras do not find the code. */
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
