import { publicUrl } from "~/env.server";
import { drawQrCode, type QrCode } from "~/lib/qr-code.server";

/** A vehicle's address in full, and its QR code for paper. */
export function drawVehicleCode(id: number): { address: string; qr: QrCode } {
  const address = `${publicUrl()}/vehicles/${id}`;
  return { address, qr: drawQrCode(address) };
}
