/** Helpers to read tables of typed rows. */

/** The names of the rows that have this value in that cell. */
export type FieldsWith<Table, Cell extends string, Value> = {
  [Name in keyof Table]: Table[Name] extends Readonly<Record<Cell, Value>> ? Name : never;
}[keyof Table];

/** Makes a record with one value for each name. The only cast here: the caller names the type of the values. */
export function derive<Result extends object>(
  names: readonly (keyof Result & string)[],
  cell: (name: keyof Result & string) => unknown,
): Result {
  const made: Record<string, unknown> = {};
  for (const name of names) made[name] = cell(name);
  return made as Result;
}

/** The keys of an object, typed. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  const names: (keyof Table & string)[] = [];
  for (const name in table) names.push(name);
  return names;
}

/** The names of the rows that have this value in that cell. */
export function fieldsWith<
  Table extends Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  Cell extends string,
  const Value,
>(table: Table, cell: Cell, value: Value) {
  const isWith = (
    name: keyof Table & string,
  ): name is Extract<FieldsWith<Table, Cell, Value>, keyof Table & string> =>
    table[name]?.[cell] === value;
  return namesOf(table).filter(isWith);
}

/** The part of an object that has these names. */
export function pick<Source extends object, Name extends keyof Source & string>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  const picked: Partial<Pick<Source, Name>> = {};
  for (const name of names) picked[name] = source[name];
  return picked as Pick<Source, Name>;
}
