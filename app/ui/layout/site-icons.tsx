import { imageWidthAddress } from "~/lib/image-url";

/** What browsers show for the site in tabs and on home screens: its logo, or the built-in mark. */
export function SiteIcons({ logo }: { logo: string | null }) {
  if (logo !== null) {
    return (
      <>
        <link rel="icon" href={imageWidthAddress("users", logo, 96)} />
        <link rel="apple-touch-icon" href={imageWidthAddress("users", logo, 192)} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
