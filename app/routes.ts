import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

const pages = [
  // Home and standing pages
  index("routes/home/index.tsx"),
  route("about-us", "routes/site/about-us.tsx"),
  route("sitemap", "routes/site/sitemap.tsx"),
  route("api/docs", "routes/site/api-docs.tsx"),
  route("imprint", "routes/site/text.tsx", { id: "imprint" }),
  route("privacy", "routes/site/text.tsx", { id: "privacy" }),
  route("terms", "routes/site/text.tsx", { id: "terms" }),
  route("setup", "routes/site/setup.tsx"),
  route("announcement", "routes/site/announcement.ts"),
  route("no-garage", "routes/site/no-garage.tsx"),
  route("not-found", "routes/site/not-found.tsx"),

  // Accounts
  route("signup", "routes/accounts/signup.tsx"),
  route("login", "routes/accounts/login.tsx"),
  route("login/code", "routes/accounts/login-code.tsx"),
  route("login/passkey", "routes/accounts/login-passkey.ts"),
  route("login/oidc", "routes/accounts/login-oidc.tsx"),
  route("login/oidc/callback", "routes/accounts/login-oidc-callback.tsx"),
  route("logout", "routes/accounts/logout.ts"),
  route("verify-email/:token?", "routes/accounts/verify-email.tsx"),
  route("forgot-password", "routes/accounts/forgot-password.tsx"),
  route("reset-password/:token", "routes/accounts/reset-password.tsx"),
  route("confirm-email/:token", "routes/accounts/confirm-email.tsx"),
  route("undo-email/:token", "routes/accounts/undo-email.tsx"),
  route("profile", "routes/accounts/profile.ts"),
  route("profile/:userId", "routes/accounts/profile-of.ts"),
  route("settings/export", "routes/accounts/export.ts"),
  route("unsubscribe/:token", "routes/notifications/unsubscribe.tsx"),

  // Garages
  route("garages", "routes/garages/list.tsx"),
  route("garages/:garageId", "routes/garages/show.tsx"),

  // Vehicles and their photos
  route("vehicles", "routes/vehicles/list.tsx"),
  route("vehicles/makes", "routes/vehicles/makes.tsx"),
  route("vehicles/:vehicleId", "routes/vehicles/show.tsx"),
  route("vehicles/:vehicleId/sheet", "routes/vehicles/sheet.tsx"),
  route("vehicles/:vehicleId/photos/all", "routes/vehicles/all-photos.tsx"),
  route("vehicles/:vehicleId/photos/:photoId", "routes/vehicles/photo.tsx"),

  // Build logs
  route("vehicles/:vehicleId/build", "routes/vehicles/build-log.tsx"),
  route("build/:entryId", "routes/vehicles/entry.tsx"),

  // Checks the viewer, and has its own error page
  route("notifications/:notificationId", "routes/notifications/open.tsx"),

  // Search
  route("search", "routes/search/results.tsx"),

  // Social actions, posted by buttons
  route("vehicles/:vehicleId/like", "routes/social/like.ts"),
  route("vehicles/:vehicleId/likes", "routes/social/likes.tsx"),
  route("garages/:garageId/followers", "routes/social/followers.tsx"),
  route("users/:userId/follow", "routes/social/follow.ts"),
  route("users/:userId/unblock", "routes/social/unblock.ts"),
  route("users/:userId/mute", "routes/social/mute.ts"),
  route("garages/:garageId/reviews", "routes/social/reviews.tsx"),
  route("comments/:commentId", "routes/social/comment.tsx"),
  route("reviews/:reviewId", "routes/social/review.tsx"),

  // Events
  route("events", "routes/events/list.tsx"),
  route("events/:eventId", "routes/events/show.tsx"),

  // Map search
  route("map-search", "routes/map/search.tsx"),

  // Support desk
  route("toolbox", "routes/tickets/toolbox.tsx"),

  // Rules and reports
  route("rules", "routes/reports/rules.tsx"),
  route("report", "routes/reports/report.tsx"),
  route("reports/:token", "routes/reports/show.tsx"),
  route("decisions/:key", "routes/cases/by-key.tsx"),

  // Login required: each loader and action redirects visitors to the home page
  layout("routes/member.tsx", [
    // With the menu of settings
    layout("routes/accounts/settings-group.tsx", [
      route("settings", "routes/accounts/settings.tsx"),
      route("settings/security", "routes/accounts/security.tsx"),
      route("settings/notifications", "routes/notifications/settings.tsx"),
      route("settings/people", "routes/accounts/people.tsx"),
      route("settings/calendar", "routes/events/my-calendar.tsx"),
      route("settings/data", "routes/accounts/data.tsx"),
      route("settings/invites", "routes/accounts/invites.tsx"),
      route("settings/invites/:inviteId/revoke", "routes/accounts/invite-revoke.tsx"),
      route("settings/delete-garage", "routes/accounts/delete-garage.tsx"),
      route("settings/delete-account", "routes/accounts/delete-account.tsx"),
      route("reports", "routes/reports/list.tsx"),
      route("cases", "routes/cases/list.tsx"),
    ]),
    route("notifications", "routes/notifications/list.tsx"),
    route("onboarding", "routes/garages/onboarding.tsx"),
    route("garages/:garageId/edit", "routes/garages/edit.tsx"),
    route("garages/:garageId/place", "routes/places/garage.tsx"),
    route("vehicles/new", "routes/vehicles/new.tsx"),
    route("vehicles/:vehicleId/edit", "routes/vehicles/edit.tsx"),
    route("vehicles/:vehicleId/specs", "routes/vehicles/specs.tsx"),
    route("vehicles/:vehicleId/delete", "routes/vehicles/delete.tsx"),
    route("vehicles/:vehicleId/photos", "routes/vehicles/photos.tsx"),
    route("vehicles/:vehicleId/photos/:photoId/delete", "routes/vehicles/photo-delete.tsx"),
    route("vehicles/:vehicleId/build/new", "routes/vehicles/entry-new.tsx"),
    route("build/:entryId/edit", "routes/vehicles/entry-edit.tsx"),
    route("build/:entryId/delete", "routes/vehicles/entry-delete.tsx"),
    // With the staff menu
    layout("routes/moderation/staff.tsx", [
      route("admin", "routes/moderation/dashboard.tsx"),
      route("admin/log", "routes/moderation/log.tsx"),
      route("admin/invitations", "routes/moderation/invitations.tsx"),
      route("admin/blocks", "routes/moderation/blocks.tsx"),
      route("admin/about", "routes/moderation/about.tsx"),
      route("admin/log.csv", "routes/moderation/csv.ts", { id: "log-csv" }),
      route("admin/door", "routes/moderation/registration.tsx"),
      route("admin/site", "routes/moderation/site.tsx"),
      route("admin/site/:text", "routes/moderation/site-text.tsx"),
      route("admin/users", "routes/moderation/users.tsx"),
      route("admin/users.csv", "routes/moderation/csv.ts"),
      route("admin/mail", "routes/moderation/mail.tsx"),
      route("admin/jobs", "routes/moderation/jobs.tsx"),
      route("admin/storage", "routes/moderation/storage.tsx"),
      route("admin/backups", "routes/moderation/backups.tsx"),
      route("admin/users/:userId", "routes/moderation/user.tsx"),
      route("admin/users/:userId/export", "routes/moderation/user-export.ts"),
      route("admin/users/:userId/:act", "routes/moderation/user-act.tsx"),
      route("moderation", "routes/moderation/moderation.tsx"),
      route("moderation/many", "routes/moderation/many.tsx"),
      route("moderation/cases/:caseId", "routes/moderation/case.tsx"),
      route("moderation/applications", "routes/moderation/applications.tsx"),
      route("moderation/applications/:applicationId/refuse", "routes/moderation/refuse.tsx"),
      route("moderation/held", "routes/moderation/held.tsx"),
      route("moderation/held/:heldId/refuse", "routes/moderation/refuse.tsx", { id: "refuse-held" }),
      route("admin/events", "routes/events/pending.tsx"),
      route("admin/events/:eventId/approve", "routes/events/approve.tsx"),
      route("admin/events/:eventId/reject", "routes/events/reject.tsx"),
      route("moderation/events", "routes/events/pending.tsx", { id: "moderation-pending" }),
      route("moderation/events/:eventId/approve", "routes/events/approve.tsx", { id: "moderation-approve" }),
      route("moderation/events/:eventId/reject", "routes/events/reject.tsx", { id: "moderation-reject" }),
      route("admin/tickets", "routes/tickets/inbox.tsx"),
      route("admin/tickets/:ticketId", "routes/tickets/ticket.tsx"),
    ]),
    route("cases/:caseId", "routes/cases/show.tsx"),
    route("events/submit", "routes/events/submit.tsx"),
    route("events/mine", "routes/events/mine.tsx"),
    route("events/:eventId/edit", "routes/events/edit.tsx"),
    route("events/:eventId/cancel", "routes/events/cancel.tsx"),
    route("events/:eventId/place", "routes/places/event.tsx"),
    route("users/:userId/block", "routes/social/block.tsx"),
    route("comments/:commentId/edit", "routes/social/comment-edit.tsx"),
    route("comments/:commentId/delete", "routes/social/comment-delete.tsx"),
    route("reviews/:reviewId/delete", "routes/social/review-delete.tsx"),
  ]),

  route("*", "routes/site/catch-all.tsx"),
] satisfies RouteConfig;

/** Pages first, then the API. */
export default [
  layout("routes/pages.tsx", pages),

  // Feeds, calendars, and files for crawlers
  route("feed.xml", "routes/feeds/latest.ts"),
  route("garages/:garageId/feed.xml", "routes/feeds/garage.ts"),
  route("events/feed.xml", "routes/feeds/events.ts"),
  route("events.ics", "routes/feeds/events-calendar.ts"),
  route("events/:eventId.ics", "routes/feeds/event-calendar.ts"),
  route("calendar/:key.ics", "routes/feeds/own-calendar.ts"),
  route("site.webmanifest", "routes/feeds/manifest.ts"),
  route("robots.txt", "routes/feeds/robots.ts"),
  route("sitemap.xml", "routes/feeds/sitemap.ts"),
  route(":file.xml", "routes/feeds/sitemap-part.ts"),

  // Suggestions of the search and town fields
  route("search/suggestions", "routes/search/suggestions.ts"),
  route("places/suggestions", "routes/places/suggestions.ts"),

  // Files
  route("img/:kind/:name", "routes/files/image.ts"),
  route("icons/:file", "routes/files/icon.ts"),
  route("favicon.ico", "routes/files/favicon.ts"),
  route("map-tiles/:version/:zoom/:x/:file", "routes/map/tiles.ts"),
  route("errors", "routes/files/error-report.ts"),

  ...prefix("api/v1", [
    route("users/*", "routes/api/v1/users.ts"),
    route("users/me/*", "routes/api/v1/me.ts"),
    route("garages/*", "routes/api/v1/garages.ts"),
    route("vehicles/*", "routes/api/v1/vehicles.ts"),
    route("build/*", "routes/api/v1/build.ts"),
    route("comments/*", "routes/api/v1/comments.ts"),
    route("reviews/*", "routes/api/v1/reviews.ts"),
    route("photos/*", "routes/api/v1/photos.ts"),
    route("events/*", "routes/api/v1/events.ts"),
    route("admin/*", "routes/api/v1/admin.ts"),
    route("invites/*", "routes/api/v1/invites.ts"),
    route("moderation/applications/*", "routes/api/v1/applications.ts"),
    route("moderation/held/*", "routes/api/v1/held.ts"),
    route("search/*", "routes/api/v1/search.ts"),
    route("openapi.json", "routes/api/v1/openapi.ts"),
    route("tickets/*", "routes/api/v1/tickets.ts"),
    route("reports/*", "routes/api/v1/reports.ts"),
    route("moderation/*", "routes/api/v1/moderation.ts"),
    route("cases/*", "routes/api/v1/cases.ts"),
    route("*", "routes/api/v1/unknown.ts"),
  ]),
] satisfies RouteConfig;
