import type { ReasoningCost } from '../../workflows/contracts/accounting.ts';
import type { ReviewAlignmentInput } from '../../workflows/contracts/alignment-activities.ts';
import type { AlignmentIssue } from '../../workflows/contracts/alignment.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import { allClaims } from '../../workflows/domain/report-claims.ts';
import type { ClaimJudge } from '../claims/claim-judge.ts';
import { placeOf } from '../extractive/answers/evidence-reading.ts';
import { sumCosts } from '../reasoning/engine/cost.ts';
import type { Reasoner } from '../reasoning/engine/reasoner.ts';
import {
  type AlignmentAnswer,
  type CitedExcerpt,
  type ReviewAlignmentStepInput,
  type ReviewedClaim,
  reviewAlignmentStep,
} from '../reasoning/steps/review-alignment.ts';
import type { Corrections } from './draft-correction.ts';

/** What a model found, as far as the rules do not refute it. */
export interface ModelReview {
  readonly issues: readonly AlignmentIssue[];
  readonly corrections: Corrections;
  readonly cost: ReasoningCost;
}

/** Characters of claims and excerpts in one prompt. */
const MAX_BATCH_LENGTH = 20_000;

/** Asks the model. Without one, or where its answer cannot be used, it finds nothing, and the cost says so. */
export async function reviewByModel(
  input: ReviewAlignmentInput,
  {
    reasoner,
    judge,
    signal,
  }: { readonly reasoner: Reasoner; readonly judge: ClaimJudge; readonly signal: AbortSignal },
): Promise<ModelReview> {
  const { anchor, approvedTasks, engine, metering } = input;
  const claims = allClaims(input.draft).map((claim, index) => ({ id: `s${index + 1}`, ...claim }));
  const excerpts = excerptsByKey(input.findings);
  const quotes = new Map(input.findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const doubted = new Map<string, Claim>();
  for (const claim of claims) {
    if (!(await isProven(claim, quotes, judge))) doubted.set(claim.id, claim);
  }
  const asked = { anchor, approvedTasks };
  const reviews: ModelReview[] = [];
  for (const material of inParts(claims, excerpts)) {
    const call = { engine, metering, signal };
    const { value, cost } = await reasoner.run(reviewAlignmentStep, { ...asked, ...material }, call);
    const shown = new Set(material.excerpts.map(({ key }) => key));
    reviews.push({ ...readAnswer(value, doubted, shown), cost });
  }
  return {
    issues: reviews.flatMap(({ issues }) => issues),
    corrections: new Map(reviews.flatMap(({ corrections }) => [...corrections])),
    cost: sumCosts(reviews.map(({ cost }) => cost)),
  };
}

/** A long report is reviewed in parts, each with the excerpts that its claims cite. */
function inParts(
  claims: readonly ReviewedClaim[],
  excerpts: ReadonlyMap<string, CitedExcerpt>,
): Pick<ReviewAlignmentStepInput, 'claims' | 'excerpts'>[] {
  const batches: { claims: ReviewedClaim[]; excerpts: Map<string, CitedExcerpt>; length: number }[] = [];
  for (const claim of claims) {
    const cited = claim.citations.flatMap((key) => excerpts.get(key) ?? []);
    const last = batches.at(-1);
    const unshown = cited.filter(({ key }) => last?.excerpts.has(key) !== true);
    const length = claim.text.length + unshown.reduce((sum, { text }) => sum + text.length, 0);
    if (last === undefined || last.length + length > MAX_BATCH_LENGTH) {
      batches.push({ claims: [claim], excerpts: new Map(cited.map((one) => [one.key, one])), length });
    } else {
      last.claims.push(claim);
      for (const one of unshown) last.excerpts.set(one.key, one);
      last.length += length;
    }
  }
  return batches.map((batch) => ({ claims: batch.claims, excerpts: [...batch.excerpts.values()] }));
}

/**
 * A claim that its quotes carry word for word needs nobody's judgement: small models doubt such claims, too. What code has
 * computed, what says itself that no source states it, and what only makes sense within its table are not asked about.
 */
async function isProven(claim: Claim, quotes: ReadonlyMap<string, Quote>, { judge }: ClaimJudge): Promise<boolean> {
  const { derivation, isInference, placement } = claim;
  if (derivation !== undefined || isInference === true || placement?.form === 'table') return true;
  const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
  if (cited.length === 0) return false;
  const { verbatimFault, faults, carriedWords, isJudged } = await judge(claim, cited);
  return verbatimFault === null || (isJudged && faults.length === 0 && carriedWords === 1);
}

function readAnswer(
  { issues, corrections }: AlignmentAnswer,
  doubted: ReadonlyMap<string, Claim>,
  shown: ReadonlySet<string>,
): Pick<ModelReview, 'issues' | 'corrections'> {
  const found = issues.flatMap((issue): AlignmentIssue[] => {
    const claim = doubted.get(issue.claim);
    if (claim === undefined) return [];
    const { text, citations } = claim;
    if (issue.kind === 'unsupported') return [{ kind: 'unsupported', claim: text }];
    if (issue.kind === 'missing_citation') {
      const isMissing = citations.length === 0 && shown.has(issue.source);
      return isMissing ? [{ kind: 'missing_citation', claim: text, suggestedSource: issue.source }] : [];
    }
    const ref = citations.includes(issue.source) ? issue.source : citations[0];
    return ref === undefined
      ? []
      : [{ kind: 'wrong_citation', ref, claim: text, actual: issue.actual === '' ? null : issue.actual }];
  });
  const faulty = new Set(found.map(({ claim }) => claim));
  const corrected = corrections.flatMap(({ claim: id, text, citations }) => {
    const claim = doubted.get(id);
    if (claim === undefined || !faulty.has(claim.text)) return [];
    return [[claim.text, text.trim() === '' ? null : { text: text.trim(), citations }] as const];
  });
  return { issues: found, corrections: new Map(corrected) };
}

function excerptsByKey(findings: readonly Finding[]): Map<string, CitedExcerpt> {
  const excerpts = findings.flatMap((finding) =>
    finding.quotes.map(({ key, text }) => [key, { key, place: placeOf(finding), text }] as const),
  );
  return new Map(excerpts);
}
