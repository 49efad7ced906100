import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { DomainError } from "~/lib/errors";
import { parseImageName } from "~/lib/images";
import { ICON_SIDES, type IconSide, iconAddress } from "~/lib/site";
import { openImage } from "~/services/images/open.server";
import { withEncoderSlot } from "~/services/images/render/queue.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { site } from "~/services/site/site.server";
import { SITE_MESSAGES } from "./limits";

/** For tabs. */
export const favicon = () => iconAddress(site().logo, 48);

/** By address: the current and the previous logo. */
const renderedIcons = new LRUCache<string, Buffer<ArrayBuffer>>({ max: 2 * ICON_SIDES.length });

/**
 * PNG, because home screens do not accept JPEG; see `iconAddress`.
 * @throws DomainError not_found without such an icon; unavailable while the photo store is
 */
export async function getLogoIcon(address: string): Promise<Buffer<ArrayBuffer>> {
  const { logo } = site();
  const side = ICON_SIDES.find((iconSide) => address === iconAddress(logo, iconSide));
  if (logo === null || side === undefined) throw new DomainError("not_found", SITE_MESSAGES.noIcon);
  const icon = renderedIcons.get(address) ?? (await drawIcon(logo, side));
  renderedIcons.set(address, icon);
  return icon;
}

/** The icon that replaces a former logo's: open pages and home screens still request that. */
export function findIconInstead(address: string): string | undefined {
  const [, name = "", width] = /^\/icons\/(.+)-(\d+)\.png$/.exec(address) ?? [];
  const side = ICON_SIDES.find((iconSide) => String(iconSide) === width);
  const logo = `${name}.jpg`;
  if (side === undefined || parseImageName(logo) === null || logo === site().logo) return undefined;
  return iconAddress(site().logo, side);
}

async function drawIcon(logo: string, side: IconSide): Promise<Buffer<ArrayBuffer>> {
  const picture = await readLargest(logo).catch((error) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new DomainError("unavailable", SITE_MESSAGES.iconAway);
  });
  if (!picture) throw new DomainError("not_found", SITE_MESSAGES.noIcon);
  return withEncoderSlot(() => sharp(picture).resize(side, side).png().toBuffer(), 0);
}

async function readLargest(logo: string): Promise<Buffer | undefined> {
  const image = await openImage("users", logo, { accept: "" });
  const file = await image?.read();
  return file ? buffer(file.stream) : undefined;
}
