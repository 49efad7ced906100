import { onTestFinished } from "vitest";
import { Site } from "./launch";

/** A site that does not run yet; it ends and goes with its test. @param folder where its files are, if they are to stay */
export async function newSite(env: Record<string, string> = {}, folder?: string): Promise<Site> {
  const site = await Site.make(env, folder);
  onTestFinished(() => site.remove());
  return site;
}
