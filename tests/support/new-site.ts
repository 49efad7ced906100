import { onTestFinished } from "vitest";
import { Site } from "./launch";

/**
 * Not started; ends with its test.
 * @param folder for files that must remain
 */
export async function newSite(env: Record<string, string> = {}, folder?: string): Promise<Site> {
  const site = await Site.make(env, folder);
  onTestFinished(() => site.remove());
  return site;
}
