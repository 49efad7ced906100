import { onTestFinished } from "vitest";
import { Site } from "./launch";

/** A site that is not started; it ends with its test. @param folder for its files, if they must remain */
export async function newSite(env: Record<string, string> = {}, folder?: string): Promise<Site> {
  const site = await Site.make(env, folder);
  onTestFinished(() => site.remove());
  return site;
}
