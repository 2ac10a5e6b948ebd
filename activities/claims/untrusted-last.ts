import type { Statement } from '../../workflows/contracts/claim.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { citedStatements } from '../../workflows/domain/report-claims.ts';
import { withAnswer } from './draft-verification.ts';

/**
 * A draft in which what rests on passages that address a program stands last among the key findings: it answers nothing,
 * explains nothing and is no side of a conflict. An answer that this takes away is given by the next statement.
 */
export function withUntrustedLast(draft: ReportDraft, isUntrusted: (statement: Statement) => boolean): ReportDraft {
  const untrusted = citedStatements(draft).filter(isUntrusted);
  if (untrusted.length === 0) return draft;
  const trustedOf = (statements: readonly Statement[]) => statements.filter((statement) => !isUntrusted(statement));
  const conflicts = draft.conflicts.map(trustedOf);
  const trusted: ReportDraft = {
    ...draft,
    summary: trustedOf(draft.summary),
    overview: trustedOf(draft.overview),
    sections: draft.sections
      .map(({ heading, statements }) => ({ heading, statements: trustedOf(statements) }))
      .filter(({ statements }) => statements.length > 0),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...trustedOf(draft.keyFindings), ...conflicts.filter(({ length }) => length === 1).flat()],
  };
  const answered = draft.summary.length > 0 ? withAnswer(trusted) : trusted;
  return { ...answered, keyFindings: [...answered.keyFindings, ...distinct(untrusted)] };
}

function distinct(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}
