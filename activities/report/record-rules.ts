import { isDeepStrictEqual } from 'node:util';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import type { PlacedClaim } from '../../workflows/domain/report-claims.ts';
import type { Attribution } from '../citations/attribution.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { createClaimJudge } from '../claims/claim-judge.ts';
import { describeDiagnostic } from '../phrases/diagnostic-phrases.ts';
import { diagnoseSources } from './record-sources.ts';
import { renderRecord } from './report-record.ts';
import { checkUntrustedClaims } from './untrusted-claims.ts';

/** Checks that hold only for records written under the present rules. */
export function checkRules(record: ResearchRecord): string[] {
  return [...checkDocumentChanges(record), ...checkUntrustedClaims(record), ...checkRendering(record)];
}

/**
 * Applies the rules of `verifyReport`: a claim by a rule consists of the words of its quotes, a claim by a model is
 * supported by its quotes or marked as unverified. Only limitations need no citation.
 */
export function createClaimCheck(record: ResearchRecord, texts: StoredTexts, hasPresentRules: boolean) {
  const { judge } = createClaimJudge(record.anchor, record.findings, texts);
  const isOffline = record.report.stats.engine === 'offline';
  return async ({ part, claim }: PlacedClaim, attributions: readonly Attribution[]): Promise<string[]> => {
    const label = `claim "${claim.text.slice(0, 60)}"`;
    const breaks = attributions.flatMap(({ fault }) => fault ?? []);
    if (breaks.length > 0) return breaks.map((fault) => `${label}: ${fault}`);
    if (part === 'limitation') return [];
    if (attributions.length === 0) return [`${label}: no citation`];
    if (!hasPresentRules) return [];
    const quotes = attributions.flatMap(({ quote }) => quote ?? []);
    const judgement = await judge(claim, quotes).catch(toFault);
    if ('fault' in judgement) return [`${label}: ${judgement.fault}`];
    const { verbatimFault, faults, isJudged } = judgement;
    if (isOffline) return verbatimFault === null ? [] : [`${label}: ${verbatimFault}`];
    const isMarked = isJudged === (claim.isUnverified !== true);
    return [...faults, ...(isMarked ? [] : ['its mark as unverified disagrees with the rules'])].map(
      (fault) => `${label}: ${fault}`,
    );
  };
}

/** Reports an unreadable text as a problem of the report that rests on it. */
export function toFault(error: unknown): { readonly text: null; readonly fault: string } {
  return {
    text: null,
    fault: `the stored text cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  };
}

/** Checks that the report mentions every source whose quotations are not from its present text. */
function checkDocumentChanges(record: ResearchRecord): string[] {
  const { diagnostics } = record.report;
  return diagnoseSources(record.sources, record)
    .filter((change) => !diagnostics.some((diagnostic) => isDeepStrictEqual(diagnostic, change)))
    .map((change) => `the report does not say: ${describeDiagnostic(change, 'en')}`);
}

function checkRendering(record: ResearchRecord): string[] {
  const { markdown, citations } = renderRecord(record);
  const { report } = record;
  const numbers = report.citations.map(({ number }) => number);
  return [
    ...(numbers.every((number, index) => number === index + 1) ? [] : ['the citation numbers are not 1 to n in order']),
    ...(isDeepStrictEqual(citations, report.citations) ? [] : ['the citations differ from those of the claims']),
    ...(markdown === report.markdown ? [] : ['the Markdown in the record differs from a new rendering of its content']),
  ];
}
