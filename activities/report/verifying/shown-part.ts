import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { CitedWords, PartPassage } from '@plumbline/evidence/statement-rules';
import type { ShownBlock, ShownRow, ShownStatement } from '../../steps/judge-entailment.ts';

/** A statement that the rules leave open. */
export interface OpenStatement {
  /** As it stands in its part. */
  readonly origin: Claim;
  /** With the spelling that the rules gave it. */
  readonly claim: Claim;
  /** None: it is a conclusion. */
  readonly words: readonly CitedWords[];
  /** A computation that comes out. */
  readonly computed: string | null;
  /** Passages that were found for what it says the documents leave out. */
  readonly found: readonly PartPassage[];
}

/** A part of a report with what is judged of it. */
export interface OpenPart {
  /** `the answer`, or the heading of a section; empty where none is known. */
  readonly heading: string;
  /** In its order, without what the rules refused. */
  readonly sequence: readonly Claim[];
  readonly open: readonly OpenStatement[];
}

/** What gets one verdict: a sentence, or the cells of a row. */
export interface JudgedUnit {
  readonly part: OpenPart;
  readonly statements: readonly (OpenStatement & {
    /** Counted from 1; null: it is no cell. */
    readonly column: number | null;
  })[];
}

/** The open statements of a part, the cells of a row as one. */
export function unitsOf(part: OpenPart): JudgedUnit[] {
  const columns = columnsOf(part.sequence);
  const rows = Map.groupBy(part.open, ({ origin }) => rowKey(origin) ?? origin);
  return [...rows.values()].map((cells) => ({
    part,
    statements: cells.map((cell) => ({ ...cell, column: columnOf(cell.origin, columns) })),
  }));
}

/** The id of a statement that has the verdict of its unit, or of a cell in it. */
export function idOf(unitId: string, { column }: JudgedUnit['statements'][number]): string {
  return column === null ? unitId : `${unitId}.${column}`;
}

/** A part as it is read, with the ids of what is judged and the numbers of what that cites. */
export function showPart(
  { sequence }: OpenPart,
  ids: ReadonlyMap<Claim, string>,
  quotesOf: (claim: Claim) => readonly number[],
): ShownBlock[] {
  const columns = columnsOf(sequence);
  const show = (claim: Claim): ShownStatement => ({
    id: ids.get(claim) ?? null,
    text: claim.text,
    quotes: quotesOf(claim),
  });
  const blocks = Map.groupBy(sequence, blockKey);
  return [...blocks.values()].map((claims): ShownBlock => {
    const form = formOf(claims[0]);
    if (form !== 'table') return { form, statements: claims.map(show) };
    const names = columns.get(blockKey(claims[0])) ?? [];
    const rows = [...Map.groupBy(claims, rowKey).values()].map((cells) => rowOf(cells, names, show));
    return { form, corner: cornerOf(claims[0]), columns: names, rows };
  });
}

function rowOf(cells: readonly Claim[], names: readonly string[], show: (claim: Claim) => ShownStatement): ShownRow {
  const shown = cells.map((cell) => [nameOf(cell, 'column'), show(cell)] as const);
  const byColumn = new Map(shown);
  return {
    id: shown.find(([, { id }]) => id !== null)?.[1].id ?? null,
    label: nameOf(cells[0], 'row'),
    cells: names.map((name) => byColumn.get(name) ?? null),
  };
}

type Columns = ReadonlyMap<string, readonly string[]>;

function columnsOf(sequence: readonly Claim[]): Columns {
  const tables = Map.groupBy(
    sequence.filter(({ placement }) => placement?.form === 'table'),
    blockKey,
  );
  return new Map([...tables].map(([key, cells]) => [key, [...new Set(cells.map((cell) => nameOf(cell, 'column')))]]));
}

function columnOf(claim: Claim, columns: Columns): number | null {
  if (claim.placement?.form !== 'table') return null;
  return (columns.get(blockKey(claim)) ?? []).indexOf(claim.placement.column) + 1;
}

function nameOf(claim: Claim | undefined, name: 'row' | 'column'): string {
  return claim?.placement?.form === 'table' ? claim.placement[name] : '';
}

function rowKey(claim: Claim): string | null {
  return claim.placement?.form === 'table' ? `${claim.placement.block} ${claim.placement.row}` : null;
}

function cornerOf(claim: Claim | undefined): string {
  return claim?.placement?.form === 'table' ? (claim.placement.head?.[0] ?? '') : '';
}

/** What has no place is an entry of a list. */
function formOf(claim: Claim | undefined): ShownBlock['form'] {
  return claim?.placement?.form ?? 'list';
}

function blockKey(claim: Claim | undefined): string {
  return `${formOf(claim)} ${claim?.placement?.block ?? ''}`;
}
