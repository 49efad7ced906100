import { expect, test } from "vitest";
import { readSources } from "./sources";

/** Texts that the product must contain to the letter. */
const TEXTS = [
  // Screens
  "Could not load content. Please try again later.",
  "No garages found that match your criteria.",
  "No Garage Found",
  "Page Not Found",
  "Forgot your password?",
  "+ Submit an Event",
  "Oops! Something went wrong.",
  "An unexpected error occurred. Our pit crew has been notified.",
  "Try Again",
  "Go to Homepage",
  // Validation
  "Passwords do not match!",
  "New passwords do not match!",
  "Make, Model, and Year are required.",
  "Please select at least one photo to upload.",
  "Please fill out all fields.",
  // Error catalogue
  "Login failed. Check your credentials.",
  "Signup failed. Please try again.",
  "Setup failed. Please try again.",
  "Failed to add vehicle. Please try again.",
  "Failed to update garage.",
  "Failed to update vehicle.",
  "Failed to delete vehicle.",
  "Failed to update cover photo.",
  "Failed to delete photo.",
  "Upload failed. Please try again.",
  "Failed to reset password. Token may be invalid or expired.",
  "Verification failed. The link may be expired.",
  "No verification token found.",
  "Could not load garage. The user or garage may not exist.",
  "Could not load vehicle details.",
  "Failed to update profile.",
  "Failed to update password.",
  "Failed to delete account.",
  "Failed to delete garage.",
  "Are you absolutely sure? This cannot be undone.",
  "Could not fetch tickets.",
  "Failed to update status.",
  "Could not load event. It may not be available.",
  "Could not fetch pending events.",
  "Failed to approve/reject event.",
  "Failed to submit event.",
  "Could not fetch users. Are you an admin?",
  "Something went wrong.",
  "If an account exists, a password reset link has been sent to your email.",
  // Success toasts
  "Login successful!",
  "Your garage has been created!",
  "Garage updated successfully!",
  "Vehicle deleted successfully.",
  "Cover photo updated!",
  "Photo deleted successfully!",
  "Password has been reset successfully!",
  "Account verified successfully! Welcome!",
  "Event submitted for review. Thank you!",
  "Event approved and is now live.",
  "Event has been rejected.",
  // Build logs
  "+ Add to the build log",
  "Added to the build log!",
  "Entry updated successfully!",
  "Entry deleted successfully.",
  "Failed to save the entry.",
  "Could not load the entry.",
  // Blocks
  "This is not possible.",
  // The map
  "Show my garage on the map",
  "Placed near ",
  "Without a map position",
];

const said = [...readSources().values()].join("\n").replace(/\s+/g, " ");

test.each(TEXTS)("“%s” is said to the letter", (text) => {
  // Not toContain, which would print all sources.
  expect(said.includes(text)).toBe(true);
});

test("a text that is nowhere is missed", () => {
  expect(said.includes("Login failed! Check your credentials.")).toBe(false);
});
