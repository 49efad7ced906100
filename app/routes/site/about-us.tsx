import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import type { RouteHandle } from "~/http/context";
import { COOKIES, cookieLifetime } from "~/http/session/cookies";
import { SOFTWARE } from "~/lib/site";
import { siteNameOf, useSiteName } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { Page } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "About Us",
    description: `What ${siteNameOf(page.matches)} is, how a garage works, and our promises.`,
  });

export default function AboutUs() {
  const name = useSiteName();
  return (
    <Page>
      <h1>About Us</h1>
      <div className="prose mt-6">
        <p>
          {name} is a place for people who care about vehicles. Some have one in the driveway, some have twelve in a
          barn. All of them have more to tell than fits under a single photo.
        </p>
        <p>
          Each member has one garage, and in it are their vehicles: make, model and year, as many photos as it takes,
          and room for the whole story, from the first phone call to the last bolt. Anyone can look around. To open a
          garage,{" "}
          <Link to="/signup" className="link">
            sign up
          </Link>
          .
        </p>
      </div>
      {name === SOFTWARE ? null : (
        <p className="prose mt-4">{`${name} runs on ${SOFTWARE}, which is free software.`}</p>
      )}
      <h2 className="mt-10">Our promises</h2>
      <ul className="prose mt-4 list-disc space-y-3 pl-6">
        <li>We remove camera data, including location, before anyone sees your photos.</li>
        <li>You decide how much of your location to show. A street address appears only if you publish it.</li>
        <li>
          The map comes from our own server, so no one else sees where you look. It shows towns, never addresses, and
          your garage only if you want it there.
        </li>
        <li>Your email address is never shown.</li>
        <li>Only the cookies below. No third-party cookies, no tracking.</li>
      </ul>
      <h2 className="mt-10">Cookies</h2>
      <p className="prose mt-4">
        We set a cookie only when you sign up, log in or send a form. Scripts cannot read any of them. Over https their
        names begin with __Host-; without https they may end with the number of a port.
      </p>
      <dl className="prose mt-4 space-y-3">
        {Object.values(COOKIES).map((cookie) => (
          <div key={cookie.name}>
            <dt className="font-mono">{cookie.name}</dt>
            <dd className="text-grey">
              It {cookie.purpose}. Your browser keeps it {cookie.seconds === null ? "" : "for "}
              {cookieLifetime(cookie)}.
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-10">What we build on</h2>
      <p className="prose mt-4">
        The map’s land and borders are from{" "}
        <a href="https://www.naturalearthdata.com/" rel="noopener" className="link">
          Natural Earth
        </a>
        , its places from{" "}
        <a href="https://www.geonames.org/" rel="noopener" className="link">
          GeoNames
        </a>{" "}
        (
        <a href="https://creativecommons.org/licenses/by/4.0/" rel="noopener" className="link">
          CC BY 4.0
        </a>
        ).
      </p>
      <p className="prose mt-4">
        For your own programs there is an{" "}
        <Link to="/api/docs" className="link">
          API
        </Link>
        : it can do everything that members can do on the site, and every call is documented.
      </p>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to="/garages" kind="primary">
          See the garages
        </ButtonLink>
      </div>
    </Page>
  );
}
