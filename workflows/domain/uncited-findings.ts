import type { Claim } from '../contracts/evidence/claim.ts';
import type { Finding } from '../contracts/evidence/evidence.ts';
import type { ReportDraft } from '../contracts/report/report.ts';
import { allClaims } from './report-claims.ts';

/**
 * A draft plus a section with the findings that no claim cites, each in its source's own words: if research was
 * finished early, the report contains everything that was found.
 */
export function withUncitedFindings(draft: ReportDraft, findings: readonly Finding[], language: string): ReportDraft {
  const cited = new Set(allClaims(draft).flatMap(({ citations }) => citations));
  const claims = findings
    .filter(({ quotes }) => quotes.length > 0 && quotes.every(({ key }) => !cited.has(key)))
    .flatMap(({ quotes: [quote] }): Claim[] =>
      quote === undefined ? [] : [{ text: quoted(quote.text, language), citations: [quote.key] }],
    );
  if (claims.length === 0) return draft;
  const heading =
    language === 'de' ? 'Weitere Befunde bis zum vorzeitigen Ende' : 'Further findings up to the early end';
  return { ...draft, sections: [...draft.sections, { heading, claims }] };
}

function quoted(text: string, language: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return language === 'de' ? `„${words}“` : `“${words}”`;
}
