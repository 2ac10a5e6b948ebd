import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { placeClaims } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest, hasTrusted } from '../../workflows/domain/untrusted-findings.ts';
import { isQuotationOf } from '../claims/untrusted-quotation.ts';

/**
 * What a report makes of passages that address a program although it must not: they answer nothing and are no side of a
 * conflict where there is other evidence, no other quote stands beside theirs, and a model says nothing of its own with
 * them.
 */
export function checkUntrustedClaims({ findings, report }: ResearchRecord): string[] {
  const isUntrusted = createUntrustedTest(findings);
  const hasOthers = hasTrusted(findings);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  return placeClaims(report).flatMap(({ part, claim }) => {
    const { text, citations } = claim;
    if (!isUntrusted(claim)) return [];
    const label = `claim "${text.slice(0, 60)}": it rests on a passage that addresses a program`;
    const isMixed = citations.some((key) => !isUntrusted({ citations: [key] }));
    const cited = citations.flatMap((key) => quotes.get(key) ?? []);
    const isOwn = report.stats.engine === 'model' && !isQuotationOf(text, cited);
    const isPlaced = hasOthers && (part === 'answer' || part === 'conflict');
    return [
      ...(isPlaced ? [`${label} and stands as ${part === 'answer' ? 'the answer' : 'one side of a conflict'}`] : []),
      ...(isMixed ? [`${label} and on others`] : []),
      ...(isOwn ? [`${label} and is no quotation of it`] : []),
    ];
  });
}
