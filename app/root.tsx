import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import {
  Link,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { env, publicUrl } from "~/env.server";
import { LoginLink } from "~/features/accounts/components/login-link";
import { isAdmin, isStaff } from "~/features/accounts/policy";
import { SIGN_UP_LABELS } from "~/features/accounts/registration/limits";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { Bell } from "~/features/notifications/components/bell";
import { SearchSuggestions } from "~/features/search/components/search-suggestions";
import type { RouteHandle } from "~/http/context";
import { announcementFor } from "~/http/page/announcement.server";
import { pageLoader } from "~/http/page/page.server";
import { popToast } from "~/http/page/toast.server";
import { getPageViewer } from "~/http/session/session.server";
import { formatDate } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { site } from "~/services/site/site.server";
import { DeferredScript } from "~/ui/document/deferred-script";
import { useDocument } from "~/ui/document/document-context";
import { useHydrationEnd } from "~/ui/document/hydration";
import { pageTitle } from "~/ui/document/page-title";
import { Shortcuts } from "~/ui/document/shortcuts";
import { Announcement } from "~/ui/layout/announcement";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Notice } from "~/ui/layout/notice";
import { PhoneBar } from "~/ui/layout/phone-bar";
import { SiteFooter } from "~/ui/layout/site-footer";
import { SiteHeader } from "~/ui/layout/site-header";
import { SiteIcons } from "~/ui/layout/site-icons";
import { Toasts } from "~/ui/layout/toasts";
import { VIEW_TRANSITION_CSS } from "~/ui/view-transition";
import styles from "./styles/app.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** For error pages. */
export const meta: MetaFunction = ({ matches }) => [pageTitle(matches)];

/** Of the page layout: site, announcement, viewer with unread count, toast of the last redirect, social links. */
export const loader = pageLoader(async ({ request, context }) => {
  const [user, { toast, headers }] = await Promise.all([getPageViewer({ request, context }), popToast(request)]);
  const viewer = user && {
    name: user.name,
    avatar: user.avatar,
    isAdmin: isAdmin(user),
    isStaff: isStaff(user),
    garageId: user.garageId,
    // Only names the user's drafts in this browser.
    draftKey: hashToken(`drafts of ${user.id}`).slice(0, 16),
    // Distinguishes this page's forms from equal ones opened later (`PageForm`).
    formKey: newToken().slice(0, 16),
    unread: user.unread,
    suspendedUntil: user.suspendedUntil ?? null,
  };
  const { name, line, contact, texts, logo, accentStyle } = site();
  const signUpLabel = user ? null : SIGN_UP_LABELS[getRegistrationSettings().registration];
  const layout = {
    viewer,
    toast,
    site: { name, line, contact, texts, logo, accentStyle, signUpLabel, provider: env().provider?.label ?? null },
    announcement: await announcementFor(request),
    social: env().SOCIAL_LINKS,
    origin: publicUrl(),
  };
  return data(layout, { headers });
});

/**
 * The layout's data changes with actions, not with navigation, except to the home page: the session may have expired.
 */
export function shouldRevalidate(to: ShouldRevalidateFunctionArgs) {
  const { formMethod, actionStatus = 200, currentUrl, nextUrl, defaultShouldRevalidate } = to;
  // A refusal changes nothing, and a failed reload must not replace the page of an unsent form.
  if (actionStatus >= 400) return false;
  const isAwaited = nextUrl.pathname === "/";
  const isNavigation = (formMethod === undefined || formMethod === "GET") && !isAwaited;
  return isNavigation && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  const layout = useRouteLoaderData<typeof loader>("root");
  const { nonce, faultId } = useDocument();
  const headStyle = VIEW_TRANSITION_CSS + (layout?.site.accentStyle ?? "");
  useHydrationEnd();
  // For printing. An error page has header and footer.
  const isBare = useMatches().some(({ handle, data }) => data && (handle as RouteHandle | undefined)?.isBare);
  return (
    <html lang="en" data-fault-id={faultId} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* No automatic links of numbers and dates: they change the page before hydration. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4ef" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14161a" />
        <Meta />
        {/* In cached pages the server adds the critical CSS (server/cache/critical-css.ts). */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, not anybody's text */}
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headStyle }} />
        <Links />
        <SiteIcons logo={layout?.site.logo ?? null} />
      </head>
      <body>
        {isBare ? null : (
          <SiteHeader
            viewer={layout?.viewer ?? null}
            bell={layout?.viewer ? <Bell layout={layout.viewer} /> : null}
            login={LoginLink}
            suggestions={SearchSuggestions}
          />
        )}
        {layout?.announcement && !isBare ? <Announcement announcement={layout.announcement} /> : null}
        {children}
        {isBare ? null : (
          <>
            <SiteFooter social={layout?.social ?? []} />
            <PhoneBar viewer={layout?.viewer ?? null} login={LoginLink} />
          </>
        )}
        <Shortcuts />
        <ScrollRestoration nonce={nonce} />
        <DeferredScript nonce={nonce} isMember={Boolean(layout?.viewer)} />
      </body>
    </html>
  );
}

export default function App() {
  const { toast, viewer } = useLoaderData<typeof loader>();
  const [loadedWith] = useState(toast);
  return (
    <>
      {toast && toast === loadedWith ? (
        // A vehicle's cover begins at the page's edge.
        <div className="wrap pt-4 max-md:pb-4">
          <Notice type={toast.type === "warning" ? "info" : toast.type}>{toast.message}</Notice>
        </div>
      ) : null}
      {viewer?.suspendedUntil ? (
        <div className="wrap pt-4 max-md:pb-4">
          <Notice>
            Your account is suspended until {formatDate(viewer.suspendedUntil)}. Until then you can read, export your
            data, object to the decision and delete your account.{" "}
            <Link to="/cases" className="link">
              See why
            </Link>
          </Notice>
        </div>
      ) : null}
      <Outlet />
      <Toasts latest={toast} />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}
