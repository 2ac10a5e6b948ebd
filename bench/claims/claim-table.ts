import { renderTable } from '../answers/figure-table.ts';
import type { ClaimFigures, KindShare, SupportFigures } from './claim-figures.ts';
import type { JudgedRow } from './judged-rows.ts';

/** Shares of changed rows that are to be found. */
const AIM = '≥ 0.95';
const AIMED = new Set(['number', 'unit', 'date', 'source']);

export function renderClaims({ total, baseline, sets, changes, kept }: ClaimFigures): string {
  const named = Object.entries(sets).filter(([set]) => set !== '');
  const rows = [
    ['all', total, baseline] as const,
    ...named.map(([set, figures]) => [set, figures.total, figures.baseline] as const),
  ].map(([name, own, other]) => [name, ...cellsOf(own), ...cellsOf(other).slice(1)]);
  const header = ['', 'rows', 'AUC', 'precision', 'recall', 'word overlap: AUC', 'precision', 'recall'];
  const found = Object.entries(changes).map(([kind, share]) => [
    kind,
    ...shareCells(share),
    AIMED.has(kind) ? AIM : '',
  ]);
  const stand = Object.entries(kept).map(([form, share]) => [form, ...shareCells(share)]);
  return [
    renderTable(header, rows),
    ...(found.length === 0 ? [] : [renderTable(['changed', 'judged unsupported', 'rows', 'aim'], found)]),
    renderTable(['true', 'judged supported', 'rows'], stand),
  ].join('\n\n');
}

/** The rows that were decided wrong, with what the rules found. */
export function renderWrong(rows: readonly JudgedRow[]): string {
  return rows
    .filter(({ isTrue, support }) => support.isSupported !== isTrue)
    .map(({ row, support: { score, reasons } }) => {
      const kind = [row.set, row.change ?? row.form, row.verdict].filter(Boolean).join(', ');
      return `${score.toFixed(2)}  ${kind}  ${row.claim}${reasons.length > 0 ? `  [${reasons.join('; ')}]` : ''}`;
    })
    .join('\n');
}

function cellsOf({ n, auc, precision, recall }: SupportFigures): string[] {
  return [`${n}`, ...[auc, precision, recall].map((figure) => figure?.toFixed(3) ?? '–')];
}

function shareCells({ share, n }: KindShare): string[] {
  return [share.toFixed(3), `${n}`];
}
