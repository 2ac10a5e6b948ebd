import type { Placement } from '@plumbline/contracts/evidence/claim';
import { ofAll } from '@plumbline/language/word-patterns';
import type { UnmarkedText } from './written-marks.ts';
import { markedAtEnd, trimmed } from './written-sentences.ts';

interface WrittenCell extends UnmarkedText {
  readonly placement: Placement;
}

/** A cell that says something; a dash says that nothing is known. */
const SAYS = /[\p{L}\p{N}\p{So}✓✗×]/u;
/** Alone, they say nothing without their row. */
const YES_OR_NO = new Set(
  ofAll(({ trueWords, falseWords }) => [trueWords, falseWords].flatMap((all) => all?.split('|') ?? [])),
);

/**
 * The cells of a table. The first column names the rows. What a row cites as a whole is cited by the cells that have no marks
 * of their own; else such a cell is a conclusion, unless it only says yes or no.
 */
export function cellsOfTable(
  head: readonly UnmarkedText[],
  rows: readonly (readonly UnmarkedText[])[],
  block: number,
): WrittenCell[] {
  const columns = distinct(head.map(({ words }) => words.trim()));
  if (columns.length === 1) {
    const entries = rows.flatMap((cells) => cells.slice(0, 1)).filter(({ words }) => SAYS.test(words));
    return entries.map((cell, item) => ({ ...trimmed(cell), placement: { form: 'list', block, item } }));
  }
  const names = distinct(rows.map(([name]) => name?.words.trim() ?? ''));
  return rows.flatMap((cells, index) => {
    const ofRow = marksOfRow(cells);
    return cells.slice(1).flatMap((cell, position): WrittenCell[] => {
      const column = columns[position + 1];
      if (column === undefined || !SAYS.test(cell.words)) return [];
      const placement = { form: 'table' as const, block, row: names[index] ?? '', column, head: columns };
      const said = { ...trimmed(cell), placement };
      if (said.marks.length > 0) return [said];
      return [markedAtEnd(said, isYesOrNo(said) ? marksOf(cells) : ofRow)];
    });
  });
}

/** A sign says as much as a word. */
function isYesOrNo({ words }: UnmarkedText): boolean {
  return YES_OR_NO.has(words.toLowerCase()) || !/[\p{L}\p{N}]/u.test(words);
}

/** With its name, in a column of marks alone, or in the last cell where all others are bare. */
function marksOfRow(cells: readonly UnmarkedText[]): string[] {
  const own = cells.filter((cell, index) => index === 0 || !SAYS.test(cell.words));
  const ofRow = marksOf(own);
  const filled = cells.filter(({ words, marks }) => words.trim() !== '' || marks.length > 0);
  const isLastAlone = filled.slice(0, -1).every(({ marks }) => marks.length === 0);
  return ofRow.length === 0 && isLastAlone ? marksOf(cells) : ofRow;
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
