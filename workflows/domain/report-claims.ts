import type { Statement } from '../contracts/claim.ts';
import type { ReportDraft } from '../contracts/report.ts';

export type StatementPart = 'answer' | 'overview' | 'details' | 'conflict' | 'limitation' | 'key finding';

/** A statement and where the report shows it. */
export interface PlacedStatement {
  /** Counted from 1 in the order of the report. */
  readonly number: number;
  readonly part: StatementPart;
  readonly statement: Statement;
}

/** Every statement of a report in the order in which it is shown. */
export function placeStatements(draft: ReportDraft): PlacedStatement[] {
  const parts: readonly (readonly [StatementPart, readonly Statement[]])[] = [
    ['answer', draft.summary],
    ['overview', draft.overview],
    ['details', draft.sections.flatMap(({ statements }) => statements)],
    ['conflict', draft.conflicts.flat()],
    ['limitation', draft.limitations],
    ['key finding', draft.keyFindings],
  ];
  return parts
    .flatMap(([part, statements]) => statements.map((statement) => ({ part, statement })))
    .map((placed, index) => ({ number: index + 1, ...placed }));
}

export function allStatements(draft: ReportDraft): Statement[] {
  return placeStatements(draft).map(({ statement }) => statement);
}

/** The statements that rest on evidence: all but those on what limits the report. */
export function citedStatements(draft: ReportDraft): Statement[] {
  return placeStatements(draft)
    .filter(({ part }) => part !== 'limitation')
    .map(({ statement }) => statement);
}
