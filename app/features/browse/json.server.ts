import { z } from "zod";
import { listMakes, listModels } from "~/features/makes/queries.server";
import { listVehiclesJsonById } from "~/features/vehicles/json.server";
import type { PageParams } from "~/lib/paging";
import { browseIds } from "./list.server";
import type { BrowseQuery } from "./schema.server";

/** `GET /vehicles`. */
export function browseVehiclesJson(query: BrowseQuery, page: PageParams) {
  const { list } = browseIds(query, page);
  return { ...list, rows: listVehiclesJsonById(list.rows) };
}

export function listMakesJson(page: PageParams) {
  const { rows, ...list } = listMakes(page);
  return { ...list, rows: rows.map(({ name, count }) => ({ make: name, count })) };
}

/** `GET /vehicles/models`: of a make, most vehicles first. */
export function listModelsJson(make: string, page: PageParams) {
  const { rows, ...list } = listModels(make, page);
  return { ...list, rows: rows.map(({ name, count }) => ({ model: name, count })) };
}

const count = z.int().meta({ description: "Number of vehicles" });

export const makeShape = z
  .strictObject({ make: z.string().meta({ description: "In its most common spelling" }), count })
  .meta({ id: "Make" });

export const modelShape = z
  .strictObject({ model: z.string().meta({ description: "In its most common spelling" }), count })
  .meta({ id: "Model" });
