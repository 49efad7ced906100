import { imageAddress } from "~/lib/image-url";

/** schema.org data, with the site's search. */
export function siteData(origin: string, name: string) {
  return {
    "@type": "WebSite",
    name,
    url: `${origin}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

interface Described {
  name: string;
  ownerName: string;
  coverPhoto: string | null;
}

/** schema.org profile page; `address` is its URL. */
export function garageData({ name, ownerName, coverPhoto }: Described, origin: string, address: string) {
  return {
    "@type": "ProfilePage",
    name,
    url: address,
    mainEntity: { "@type": "Person", name: ownerName, url: address },
    ...(coverPhoto ? { primaryImageOfPage: imageAddress("photos", coverPhoto, origin) } : {}),
  };
}
