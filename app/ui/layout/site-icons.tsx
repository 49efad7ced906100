import { iconAddress } from "~/lib/site";

export function SiteIcons({ logo }: { logo: string | null }) {
  if (logo !== null) {
    return (
      <>
        <link rel="icon" href={iconAddress(logo, 48)} type="image/png" sizes="48x48" />
        <link rel="apple-touch-icon" href={iconAddress(logo, 192)} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href={iconAddress(null, 48)} sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
