import { distinctBy, modelKey } from "~/features/makes/key";
import { findBuiltInMake } from "~/features/makes/known";

const MAX_MODELS = 50;

/**
 * In the browser: models to suggest for a make, those that are here first, then those that everybody knows.
 * @throws whatever the network throws
 */
export async function fetchModels(make: string): Promise<string[]> {
  if (make.trim() === "") return [];
  const params = new URLSearchParams({ make, limit: String(MAX_MODELS) });
  const response = await fetch(`/api/v1/vehicles/models?${params}`);
  const { data } = (await response.json()) as { data?: { data: { model: string }[] } };
  const models = [...(data?.data.map(({ model }) => model) ?? []), ...(findBuiltInMake(make)?.models ?? [])];
  return distinctBy(models, modelKey);
}
