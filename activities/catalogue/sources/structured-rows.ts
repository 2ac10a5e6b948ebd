import type { VerticalDefinition } from '../definition/vertical-definition.ts';
import type { ReadRows } from './catalogue-source.ts';
import { readCells } from './structured-cells.ts';
import type { StructuredData, StructuredObject } from './structured-data.ts';
import { schemaName } from './structured-spelling.ts';

/**
 * Items of a vertical that a page states; what is stated twice is one item.
 *
 * @param locator name of the file, for notes
 */
export function readStructuredRows(data: StructuredData, definition: VerticalDefinition, locator: string): ReadRows {
  const types = new Set(definition.structured?.types);
  const things = data.things.filter((thing) => typesOf(thing).some((type) => types.has(type)));
  const read = things.map((thing) => readCells(thing, definition, data.byId));
  const distinct = [...new Map(read.map((one) => [JSON.stringify(one.cells), one])).values()];
  const rows = distinct.map(({ cells }, index) => ({ cells, place: `item ${index + 1}` }));
  const faults = distinct.flatMap((one, index) => one.faults.map((fault) => `item ${index + 1}: ${fault}`));
  return { rows, notes: [...damageOf(data, locator), ...faultsOf(faults, locator)] };
}

function typesOf({ '@type': types }: StructuredObject): string[] {
  const names: readonly unknown[] = Array.isArray(types) ? types : [types];
  return names.flatMap((name) => (typeof name === 'string' ? [schemaName(name)] : []));
}

function damageOf({ damaged, blocks }: StructuredData, locator: string): string[] {
  return damaged === 0 ? [] : [`${locator}: ${damaged} of ${blocks} blocks of JSON-LD skipped: no JSON`];
}

function faultsOf(faults: readonly string[], locator: string): string[] {
  const [first] = faults;
  return first === undefined ? [] : [`${locator}: values left out: ${faults.length}, first at ${first}`];
}
