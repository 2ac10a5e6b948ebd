import type { Reasoned } from '../../workflows/contracts/accounting.ts';
import type { ReviewAlignmentInput, ReviewedDraft } from '../../workflows/contracts/alignment-activities.ts';
import type { AlignmentIssue, AlignmentMode, AlignmentReview } from '../../workflows/contracts/alignment.ts';
import type { VerifiedDraft } from '../../workflows/contracts/report-activities.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { allClaims, citedClaims } from '../../workflows/domain/report-claims.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { createClaimJudge } from '../claims/claim-judge.ts';
import { verifyDraft } from '../claims/verified-draft.ts';
import { NO_COST } from '../reasoning/engine/cost.ts';
import type { Reasoner } from '../reasoning/engine/reasoner.ts';
import { type Corrections, correctDraft, correctionsByRule } from './draft-correction.ts';
import { type ModelReview, reviewByModel } from './model-review.ts';
import { reviewByRules } from './rule-review.ts';

export interface ReviewTools {
  readonly mode: AlignmentMode;
  readonly reasoner: Reasoner;
  readonly texts: StoredTexts;
  readonly signal: AbortSignal;
}

const OFF: AlignmentReview = { outcome: 'off', ran: [], issues: [], failure: null };
const NOTHING: ModelReview = { issues: [], corrections: new Map(), cost: NO_COST };

/**
 * Reviews a verified draft: by rules, and by a model where one is configured. A draft with issues is corrected once, if the
 * correction holds by every rule.
 */
export async function reviewDraft(input: ReviewAlignmentInput, tools: ReviewTools): Promise<Reasoned<ReviewedDraft>> {
  const { mode, texts } = tools;
  if (mode === 'off') return { value: { review: OFF, corrected: null }, cost: NO_COST };

  const ruled = await findByRules(input, input.draft, texts);
  const model = mode === 'rules' ? NOTHING : await askModel(input, tools);
  const { cost } = model;
  const failure = cost.degradations[0]?.cause ?? null;
  const ran: AlignmentReview['ran'] = cost.engine === 'model' ? ['rules', 'model'] : ['rules'];
  const issues = distinct([...ruled, ...ofSources(model.issues, input.draft)]);
  if (issues.length === 0) {
    return {
      value: {
        review: { outcome: failure === null ? 'passed' : 'not-reviewed', ran, issues, failure },
        corrected: null,
      },
      cost,
    };
  }
  const corrected = await correct(input, issues, model.corrections, texts);
  const outcome = corrected === null ? 'warned' : 'corrected';
  return { value: { review: { outcome, ran, issues, failure }, corrected }, cost };
}

async function findByRules(input: ReviewAlignmentInput, draft: ReportDraft, texts: StoredTexts) {
  return ofSources(await reviewByRules({ ...input, claims: allClaims(draft), texts }), draft);
}

/** A limitation tells what the documents do not say: no source can say it. At most one says what it misses. */
function ofSources(issues: readonly AlignmentIssue[], draft: ReportDraft): AlignmentIssue[] {
  const asserted = new Set(citedClaims(draft).map(({ text }) => text));
  return issues.filter(({ kind, claim }) => kind === 'missing_citation' || asserted.has(claim));
}

async function askModel(input: ReviewAlignmentInput, { reasoner, texts, signal }: ReviewTools): Promise<ModelReview> {
  const { anchor, draft, findings } = input;
  if (allClaims(draft).length === 0) return NOTHING;
  return reviewByModel(input, { reasoner, judge: createClaimJudge(anchor, findings, texts), signal });
}

/** One for each claim: what the rules find is found for sure. */
function distinct(issues: readonly AlignmentIssue[]): AlignmentIssue[] {
  const byClaim = new Map(issues.toReversed().map((issue) => [issue.claim, issue]));
  return issues.filter((issue) => byClaim.get(issue.claim) === issue);
}

/** The corrected draft; null where an issue has no correction, or where one does not hold. */
async function correct(
  input: ReviewAlignmentInput,
  issues: readonly AlignmentIssue[],
  byModel: Corrections,
  texts: StoredTexts,
): Promise<VerifiedDraft | null> {
  const { draft, findings, anchor, writtenBy: engine } = input;
  const issued = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const ruled = correctionsByRule(issues, allClaims(draft), (key) => issued.has(key));
  const corrections: Corrections = new Map([...ruled, ...byModel]);
  if (issues.some(({ claim }) => !corrections.has(claim))) return null;

  const candidate = correctDraft(draft, corrections);
  if (candidate.summary.length === 0 && draft.summary.length > 0) return null;
  const verified = await verifyDraft({ anchor, draft: candidate, findings, engine }, texts);
  if (verified.quality.statementsRemoved > 0 || verified.quality.claimsRepaired > 0) return null;
  const remaining = await findByRules(input, verified.draft, texts);
  if (remaining.length > 0) return null;
  return { ...verified, quality: { ...input.verification, claims: verified.quality.claims } };
}
