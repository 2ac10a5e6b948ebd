import type { Statement } from '../contracts/claim.ts';
import type { Finding } from '../contracts/evidence.ts';
import type { ReportDraft } from '../contracts/report.ts';
import { allStatements } from './report-claims.ts';

/**
 * A draft with a section for the findings that no statement cites, each in its source's own words: where research was
 * finished early, nothing that was found may be missing.
 */
export function withUncitedFindings(draft: ReportDraft, findings: readonly Finding[], language: string): ReportDraft {
  const cited = new Set(allStatements(draft).flatMap(({ citations }) => citations));
  const statements = findings
    .filter(({ quotes }) => quotes.length > 0 && quotes.every(({ key }) => !cited.has(key)))
    .flatMap(({ quotes: [quote] }): Statement[] =>
      quote === undefined ? [] : [{ text: quoted(quote.text, language), citations: [quote.key] }],
    );
  if (statements.length === 0) return draft;
  const heading =
    language === 'de' ? 'Weitere Befunde bis zum vorzeitigen Ende' : 'Further findings up to the early end';
  return { ...draft, sections: [...draft.sections, { heading, statements }] };
}

function quoted(text: string, language: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return language === 'de' ? `„${words}“` : `“${words}”`;
}
