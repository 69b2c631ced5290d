import type { Services } from "@/lib/services.ts";

type Param = string | number | boolean | null;

/** Looks into the database of a service, or breaks it, past the store. */
export async function sql<Row>(
  { store }: Services,
  text: string,
  params: readonly Param[] = [],
): Promise<Row[]> {
  return await store.db.query<Row>(text, params);
}
