import type { Claim } from '../../workflows/contracts/claim.ts';

/** What a reader sees as one piece: sentences that read on, entries, or a table. */
export type SectionBlock =
  | { readonly form: 'paragraph' | 'list'; readonly claims: readonly Claim[] }
  | { readonly form: 'table'; readonly columns: readonly string[]; readonly rows: readonly TableRow[] };

export interface TableRow {
  readonly heading: string;
  /** One for each column; null where the evidence says nothing. */
  readonly cells: readonly (Claim | null)[];
}

/** The blocks of a section in the order of their first claims. A claim that has lost its table is an entry below it. */
export function blocksOf(claims: readonly Claim[]): SectionBlock[] {
  const groups = Map.groupBy(claims, ({ placement }) => `${placement?.block ?? ''} ${placement?.form ?? 'list'}`);
  return [...groups.values()].map((group) => {
    const form = group[0]?.placement?.form ?? 'list';
    return form === 'table' ? tableOf(group) : { form, claims: group };
  });
}

/** Rows and columns in the order in which they are first named. */
function tableOf(claims: readonly Claim[]): SectionBlock {
  const cells = claims.flatMap((claim) =>
    claim.placement?.form === 'table' ? [{ claim, row: claim.placement.row, column: claim.placement.column }] : [],
  );
  const columns = [...new Set(cells.map(({ column }) => column))];
  const rows = [...Map.groupBy(cells, ({ row }) => row)].map(([heading, ofRow]) => ({
    heading,
    cells: columns.map((name) => ofRow.find(({ column }) => column === name)?.claim ?? null),
  }));
  return { form: 'table', columns, rows };
}
