import type { ReasoningCost } from '../../workflows/contracts/accounting.ts';
import type { AlignmentIssue } from '../../workflows/contracts/alignment.ts';
import type { ReviewAlignmentInput } from '../../workflows/contracts/alignment-activities.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Quote } from '../../workflows/contracts/evidence.ts';
import { allClaims } from '../../workflows/domain/report-claims.ts';
import type { ClaimJudge } from '../claims/claim-judge.ts';
import { placeOf } from '../extractive/answers/evidence-reading.ts';
import type { Reasoner } from '../reasoning/engine/reasoner.ts';
import { type AlignmentAnswer, type CitedExcerpt, reviewAlignmentStep } from '../reasoning/steps/review-alignment.ts';
import type { Corrections } from './draft-correction.ts';

/** What a model found, as far as the rules do not refute it. */
export interface ModelReview {
  readonly issues: readonly AlignmentIssue[];
  readonly corrections: Corrections;
  readonly cost: ReasoningCost;
}

/** Asks the model. Without one, or where its answer cannot be used, it finds nothing, and the cost says so. */
export async function reviewByModel(
  input: ReviewAlignmentInput,
  {
    reasoner,
    judge,
    signal,
  }: { readonly reasoner: Reasoner; readonly judge: ClaimJudge; readonly signal: AbortSignal },
): Promise<ModelReview> {
  const { today, anchor, engine, metering } = input;
  const claims = allClaims(input.draft).map((claim, index) => ({ id: `s${index + 1}`, claim }));
  const excerpts = citedExcerpts(
    input,
    claims.map(({ claim }) => claim),
  );
  const material = {
    today,
    language: anchor.language,
    question: anchor.originalQuestion,
    claims: claims.map(({ id, claim: { text, citations } }) => ({ id, text, citations })),
    excerpts: excerpts.map(({ excerpt }) => excerpt),
  };
  const { value, cost } = await reasoner.run(reviewAlignmentStep, material, { engine, metering, signal });
  const doubted = new Map<string, Claim>();
  const quotes = new Map(excerpts.map(({ excerpt, quote }) => [excerpt.key, quote]));
  for (const { id, claim } of claims) {
    if (!(await isProven(claim, quotes, judge))) doubted.set(id, claim);
  }
  return { ...readAnswer(value, doubted, quotes), cost };
}

/** A claim that its quotes carry word for word needs nobody's judgement: small models doubt such claims, too. */
async function isProven(claim: Claim, quotes: ReadonlyMap<string, Quote>, { judge }: ClaimJudge): Promise<boolean> {
  const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
  if (cited.length === 0) return false;
  const { verbatimFault, faults, carriedWords, isJudged } = await judge(claim, cited);
  return verbatimFault === null || (isJudged && faults.length === 0 && carriedWords === 1);
}

function readAnswer(
  { issues, corrections }: AlignmentAnswer,
  doubted: ReadonlyMap<string, Claim>,
  quotes: ReadonlyMap<string, Quote>,
): Pick<ModelReview, 'issues' | 'corrections'> {
  const found = issues.flatMap((issue): AlignmentIssue[] => {
    const claim = doubted.get(issue.claim);
    if (claim === undefined) return [];
    const { text, citations } = claim;
    if (issue.kind === 'unsupported') return [{ kind: 'unsupported', claim: text }];
    if (issue.kind === 'missing_citation') {
      const isMissing = citations.length === 0 && quotes.has(issue.source);
      return isMissing ? [{ kind: 'missing_citation', claim: text, suggestedSource: issue.source }] : [];
    }
    const ref = citations.includes(issue.source) ? issue.source : citations[0];
    return ref === undefined ? [] : [{ kind: 'wrong_citation', ref, claim: text, actual: issue.actual }];
  });
  const faulty = new Set(found.map(({ claim }) => claim));
  const corrected = corrections.flatMap(({ claim: id, text, citations }) => {
    const claim = doubted.get(id);
    if (claim === undefined || !faulty.has(claim.text)) return [];
    return [[claim.text, text.trim() === '' ? null : { text: text.trim(), citations }] as const];
  });
  return { issues: found, corrections: new Map(corrected) };
}

function citedExcerpts({ findings }: ReviewAlignmentInput, claims: readonly Claim[]) {
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  return findings.flatMap((finding) =>
    finding.quotes
      .filter(({ key }) => cited.has(key))
      .map((quote) => ({
        quote,
        excerpt: { key: quote.key, place: placeOf(finding), text: quote.text } satisfies CitedExcerpt,
      })),
  );
}
