import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** What people look at. */
const pages = [
  // Home and standing pages
  index("routes/home/index.tsx"),
  route("about-us", "routes/site/about-us.tsx"),
  route("sitemap", "routes/site/sitemap.tsx"),
  route("api/docs", "routes/site/api-docs.tsx"),
  route("no-garage", "routes/site/no-garage.tsx"),
  route("not-found", "routes/site/not-found.tsx"),

  // Accounts
  route("signup", "routes/accounts/signup.tsx"),
  route("login", "routes/accounts/login.tsx"),
  route("login/code", "routes/accounts/login-code.tsx"),
  route("logout", "routes/accounts/logout.ts"),
  route("kept-words", "routes/accounts/kept-words.ts"),
  route("verify-email/:token?", "routes/accounts/verify-email.tsx"),
  route("forgot-password", "routes/accounts/forgot-password.tsx"),
  route("reset-password/:token", "routes/accounts/reset-password.tsx"),
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

  // A notification's link: it looks who asks, and has a screen of its own for what is gone
  route("notifications/:notificationId", "routes/notifications/follow.tsx"),

  // Search
  route("search", "routes/search/results.tsx"),

  // What people do with each other's things; the buttons' addresses take a POST
  route("vehicles/:vehicleId/like", "routes/social/like.ts"),
  route("vehicles/:vehicleId/likes", "routes/social/likes.tsx"),
  route("garages/:garageId/followers", "routes/social/followers.tsx"),
  route("users/:userId/follow", "routes/social/follow.ts"),
  route("users/:userId/unblock", "routes/social/unblock.ts"),
  route("users/:userId/mute", "routes/social/mute.ts"),
  route("garages/:garageId/reviews", "routes/social/reviews.tsx"),

  // Events
  route("events", "routes/events/list.tsx"),
  route("events/:eventId", "routes/events/show.tsx"),

  // What is near
  route("map-search", "routes/map/search.tsx"),

  // Support desk
  route("toolbox", "routes/tickets/toolbox.tsx"),

  // Login required: visitors are sent home
  layout("routes/member.tsx", [
    route("settings", "routes/accounts/settings.tsx"),
    route("settings/security", "routes/accounts/security.tsx"),
    route("settings/people", "routes/accounts/people.tsx"),
    route("notifications", "routes/notifications/list.tsx"),
    route("settings/notifications", "routes/notifications/settings.tsx"),
    route("settings/delete-garage", "routes/accounts/delete-garage.tsx"),
    route("settings/delete-account", "routes/accounts/delete-account.tsx"),
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
    route("admin", "routes/moderation/desk.tsx"),
    route("admin/log", "routes/moderation/log.tsx"),
    route("admin/users/:userId/active", "routes/moderation/user-active.tsx"),
    route("events/submit", "routes/events/submit.tsx"),
    route("events/mine", "routes/events/mine.tsx"),
    route("events/:eventId/edit", "routes/events/edit.tsx"),
    route("events/:eventId/cancel", "routes/events/cancel.tsx"),
    route("events/:eventId/place", "routes/places/event.tsx"),
    route("admin/events", "routes/events/pending.tsx"),
    route("admin/events/:eventId/approve", "routes/events/approve.tsx"),
    route("admin/events/:eventId/reject", "routes/events/reject.tsx"),
    route("admin/tickets", "routes/tickets/inbox.tsx"),
    route("admin/tickets/:ticketId", "routes/tickets/ticket.tsx"),
    route("users/:userId/block", "routes/social/block.tsx"),
    route("comments/:commentId/delete", "routes/social/comment-delete.tsx"),
    route("reviews/:reviewId/delete", "routes/social/review-delete.tsx"),
  ]),

  route("*", "routes/site/missing.tsx"),
] satisfies RouteConfig;

/** The table of contents: every address of the site, pages first, then the JSON contract. */
export default [
  layout("routes/pages.tsx", pages),

  // Feeds and calendars to subscribe to, and what crawlers read
  route("feed.xml", "routes/feeds/latest.ts"),
  route("garages/:garageId/feed.xml", "routes/feeds/garage.ts"),
  route("events/feed.xml", "routes/feeds/events.ts"),
  route("events.ics", "routes/feeds/events-calendar.ts"),
  route("events/:eventId.ics", "routes/feeds/event-calendar.ts"),
  route("robots.txt", "routes/feeds/robots.ts"),
  route("sitemap.xml", "routes/feeds/sitemap.ts"),
  route(":file.xml", "routes/feeds/sitemap-part.ts"),

  // What the search field offers
  route("search/suggestions", "routes/search/suggestions.ts"),

  // Files
  route("img/:kind/:name", "routes/files/image.ts"),
  route("map-tiles/:version/:zoom/:x/:file", "routes/map/tiles.ts"),
  route("errors", "routes/files/error-report.ts"),

  ...prefix("api/v1", [
    route("users", "routes/api/v1/users.list.ts"),
    route("users/signup", "routes/api/v1/users.signup.ts"),
    route("users/login", "routes/api/v1/users.login.ts"),
    route("users/logout", "routes/api/v1/users.logout.ts"),
    route("users/verify-email/:token?", "routes/api/v1/users.verify-email.ts"),
    route("users/forgotPassword", "routes/api/v1/users.forgot-password.ts"),
    route("users/resetPassword/:token?", "routes/api/v1/users.reset-password.ts"),
    route("users/complete-onboarding", "routes/api/v1/users.complete-onboarding.ts"),
    route("users/updateMe", "routes/api/v1/users.update-me.ts"),
    route("users/updateMyPassword", "routes/api/v1/users.update-my-password.ts"),
    route("users/deleteMe", "routes/api/v1/users.delete-me.ts"),
    route("users/me", "routes/api/v1/users.me.ts"),
    route("users/me/export", "routes/api/v1/users.export.ts"),
    route("users/me/second-step", "routes/api/v1/users.second-step.ts"),
    route("users/me/notification-settings", "routes/api/v1/users.notification-settings.ts"),
    route("users/me/events", "routes/api/v1/users.events.ts"),
    route("users/me/feed", "routes/api/v1/users.feed.ts"),
    route("users/me/notifications", "routes/api/v1/users.notifications.ts"),
    route("users/me/followed-garages", "routes/api/v1/users.followed-garages.ts"),
    route("users/me/people", "routes/api/v1/users.people.ts"),
    route("users/follow/:userId", "routes/api/v1/users.follow.ts"),
    route("users/unfollow/:userId", "routes/api/v1/users.unfollow.ts"),
    route("users/:userId", "routes/api/v1/users.show.ts"),
    route("users/:userId/block", "routes/api/v1/users.block.ts"),
    route("users/:userId/mute", "routes/api/v1/users.mute.ts"),
    route("garages", "routes/api/v1/garages.list.ts"),
    route("garages/random", "routes/api/v1/garages.random.ts"),
    route("garages/my-garage", "routes/api/v1/garages.mine.ts"),
    route("garages/:garageId", "routes/api/v1/garages.show.ts"),
    route("garages/:garageId/reviews", "routes/api/v1/garages.reviews.ts"),
    route("garages/:garageId/followers", "routes/api/v1/garages.followers.ts"),
    route("vehicles", "routes/api/v1/vehicles.list.ts"),
    route("vehicles/makes", "routes/api/v1/vehicles.makes.ts"),
    route("vehicles/models", "routes/api/v1/vehicles.models.ts"),
    route("vehicles/latest", "routes/api/v1/vehicles.latest.ts"),
    route("vehicles/:vehicleId", "routes/api/v1/vehicles.show.ts"),
    route("vehicles/:vehicleId/set-cover", "routes/api/v1/vehicles.set-cover.ts"),
    route("vehicles/:vehicleId/specs", "routes/api/v1/vehicles.specs.ts"),
    route("vehicles/:vehicleId/like", "routes/api/v1/vehicles.like.ts"),
    route("vehicles/:vehicleId/likes", "routes/api/v1/vehicles.likes.ts"),
    route("vehicles/:vehicleId/comments", "routes/api/v1/vehicles.comments.ts"),
    route("vehicles/:vehicleId/build", "routes/api/v1/vehicles.build.ts"),
    route("build/:entryId", "routes/api/v1/build.show.ts"),
    route("build/:entryId/photos", "routes/api/v1/build.photos.ts"),
    route("comments/:commentId", "routes/api/v1/comments.show.ts"),
    route("reviews/:reviewId", "routes/api/v1/reviews.show.ts"),
    route("photos/upload", "routes/api/v1/photos.upload.ts"),
    route("photos/:photoId", "routes/api/v1/photos.show.ts"),
    route("events", "routes/api/v1/events.list.ts"),
    route("events/submit", "routes/api/v1/events.submit.ts"),
    route("events/admin/pending", "routes/api/v1/events.pending.ts"),
    route("events/admin/:eventId/approve", "routes/api/v1/events.approve.ts"),
    route("events/admin/:eventId/reject", "routes/api/v1/events.reject.ts"),
    route("events/:eventId", "routes/api/v1/events.show.ts"),
    route("events/:eventId/cancel", "routes/api/v1/events.cancel.ts"),
    route("events/:eventId/attendance", "routes/api/v1/events.attendance.ts"),
    route("admin/status", "routes/api/v1/admin.status.ts"),
    route("search", "routes/api/v1/search.ts"),
    route("openapi.json", "routes/api/v1/openapi.ts"),
    route("tickets", "routes/api/v1/tickets.list.ts"),
    route("tickets/submit", "routes/api/v1/tickets.submit.ts"),
    route("tickets/:ticketId/status", "routes/api/v1/tickets.status.ts"),
    route("*", "routes/api/v1/unknown.ts"),
  ]),
] satisfies RouteConfig;
