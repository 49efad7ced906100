import { distinctBy, modelKey } from "~/features/makes/key";
import { findBuiltInMake } from "~/features/makes/known";

const MAX_MODELS = 50;

/**
 * In the browser. Models on the site come first, then well-known ones.
 * @throws network errors
 */
export async function fetchModels(make: string): Promise<string[]> {
  if (make.trim() === "") return [];
  const params = new URLSearchParams({ make, limit: String(MAX_MODELS) });
  const response = await fetch(`/api/v1/vehicles/models?${params}`);
  const { data } = (await response.json()) as { data?: { data: { model: string }[] } };
  const models = [...(data?.data.map(({ model }) => model) ?? []), ...(findBuiltInMake(make)?.models ?? [])];
  return distinctBy(models, modelKey);
}
