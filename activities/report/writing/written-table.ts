import type { Placement } from '../../../workflows/contracts/evidence/claim.ts';
import type { UnmarkedText } from './written-marks.ts';

interface WrittenCell {
  readonly text: string;
  readonly marks: readonly string[];
  readonly placement: Placement;
}

/** A cell that says something; a dash says that nothing is known. */
const SAYS = /[\p{L}\p{N}\p{So}✓✗×]/u;

/**
 * The cells of a table. The first column names the rows. What a row cites as a whole, beside its name or in a column of
 * marks alone, is cited by the cells that have no marks of their own.
 */
export function cellsOfTable(
  head: readonly UnmarkedText[],
  rows: readonly (readonly UnmarkedText[])[],
  block: number,
): WrittenCell[] {
  const columns = distinct(head.map(({ words }) => words.trim()));
  if (columns.length === 1) {
    return rows.flatMap(([cell]) =>
      cell === undefined || !SAYS.test(cell.words)
        ? []
        : [{ text: cell.words.trim(), marks: marksOf([cell]), placement: { form: 'list', block } }],
    );
  }
  const names = distinct(rows.map(([name]) => name?.words.trim() ?? ''));
  return rows.flatMap((cells, index) => {
    const ofName = marksOf(cells.slice(0, 1));
    const ofRow = ofName.length > 0 ? ofName : marksOf(cells);
    return cells.slice(1).flatMap((cell, position): WrittenCell[] => {
      const column = columns[position + 1];
      if (column === undefined || !SAYS.test(cell.words)) return [];
      const own = marksOf([cell]);
      const placement = { form: 'table' as const, block, row: names[index] ?? '', column };
      return [{ text: cell.words.trim(), marks: own.length > 0 ? own : ofRow, placement }];
    });
  });
}

function marksOf(cells: readonly UnmarkedText[]): string[] {
  return cells.flatMap(({ marks }) => marks.map(({ mark }) => mark));
}

/** Rows and columns are told apart by their names. */
function distinct(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}
