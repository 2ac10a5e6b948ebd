import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type DocumentKind,
  type DocumentOutcome,
  type DocumentReader,
  judgeDocument,
  OUTCOMES,
} from '../../test/support/document-case.ts';
import { renderTable } from '../answers/figure-table.ts';

/** What became of the cases of one kind. */
export interface KindFigures {
  readonly kind: string;
  readonly outcomes: readonly {
    readonly name: string;
    readonly outcome: DocumentOutcome;
    readonly faults: readonly string[];
  }[];
}

/** @param checkout whose reading is measured; null: this one's */
export async function measureKinds(kinds: readonly DocumentKind[], checkout: string | null): Promise<KindFigures[]> {
  const reader = checkout === null ? undefined : await readerOf(checkout);
  const figures: KindFigures[] = [];
  for (const { kind, cases } of kinds) {
    const outcomes: KindFigures['outcomes'][number][] = [];
    for (const one of cases) outcomes.push({ name: one.name, ...(await judgeDocument(one, reader)) });
    figures.push({ kind, outcomes });
  }
  return figures;
}

async function readerOf(checkout: string): Promise<DocumentReader> {
  const load = (file: string): Promise<Partial<DocumentReader>> =>
    import(pathToFileURL(join(resolve(checkout), 'packages/documents', file)).href);
  const reading = await load('parsing/document-reading.ts').catch(() => load('document-reading.ts'));
  return { ...(await load('file-format.ts')), ...reading } as DocumentReader;
}

/** A row for each kind, and one for all. */
export function renderKinds(figures: readonly KindFigures[], baseline: readonly KindFigures[] | null): string {
  const rows = figures.map((one, index) => rowOf(one, baseline?.[index]));
  const all = (of: readonly KindFigures[]): KindFigures => ({
    kind: 'all',
    outcomes: of.flatMap(({ outcomes }) => outcomes),
  });
  rows.push(rowOf(all(figures), baseline === null ? undefined : all(baseline)));
  return renderTable(['kind', 'cases', ...OUTCOMES, 'as expected'], rows);
}

function rowOf({ kind, outcomes }: KindFigures, baseline: KindFigures | undefined): string[] {
  const beside = (count: (of: KindFigures['outcomes']) => number): string =>
    baseline === undefined ? `${count(outcomes)}` : `${count(outcomes)} (${count(baseline.outcomes)})`;
  return [
    kind,
    `${outcomes.length}`,
    ...OUTCOMES.map((outcome) => beside((of) => of.filter((one) => one.outcome === outcome).length)),
    beside((of) => of.filter(({ faults }) => faults.length === 0).length),
  ];
}
