import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { placeClaims } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest, hasTrusted } from '../../workflows/domain/untrusted-findings.ts';
import { isQuotationOf } from '../claims/untrusted-quotation.ts';

/**
 * Finds claims that misuse passages which address a program. If there is other evidence, such a passage must not be the
 * answer or a side of a conflict. A claim must not cite it together with other passages, and a model may only quote it.
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
      ...(isPlaced ? [`${label} and is used as ${part === 'answer' ? 'the answer' : 'one side of a conflict'}`] : []),
      ...(isMixed ? [`${label} and on others`] : []),
      ...(isOwn ? [`${label} and does not quote it`] : []),
    ];
  });
}
