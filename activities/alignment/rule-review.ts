import type { AlignmentIssue } from '../../workflows/contracts/alignment.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Finding } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { createClaimJudge } from '../claims/claim-judge.ts';

export interface RuleReviewInput {
  readonly anchor: QueryAnchor;
  readonly claims: readonly Claim[];
  readonly findings: readonly Finding[];
}

export async function reviewByRules(
  { anchor, claims, findings }: RuleReviewInput,
  texts: StoredTexts,
): Promise<AlignmentIssue[]> {
  const judge = createClaimJudge(anchor, findings, texts);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote] as const)));
  const found = claims.map(async (claim): Promise<AlignmentIssue[]> => {
    const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
    if (cited.length === 0) return [];
    const { verbatimFault, faults } = await judge.judge(claim, cited);
    return verbatimFault === null || faults.length === 0 ? [] : [{ kind: 'unsupported', claim: claim.text }];
  });
  return (await Promise.all(found)).flat();
}
