import type {
  AlignmentIssue,
  AlignmentMode,
  AlignmentReview,
} from '../../../workflows/contracts/evidence/alignment.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { type Finding, placeOf, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type {
  CorrectedDraft,
  ReviewAlignmentInput,
  ReviewedDraft,
} from '../../../workflows/contracts/report/alignment-activities.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/research/accounting.ts';
import { allClaims, citedClaims } from '../../../workflows/domain/report-claims.ts';
import { withFindings } from '../../../workflows/domain/verified-findings.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import type { Reasoner } from '../../model/engine/reasoner.ts';
import { NO_COST, sumCosts } from '../../model/metering/paid-calls.ts';
import {
  type AlignmentAnswer,
  type CitedExcerpt,
  reviewAlignmentStep,
  type ReviewAlignmentStepInput,
  type ReviewedClaim,
} from '../../steps/review-alignment.ts';
import { type ClaimVerifier, createClaimVerifier, isSupported } from '../../verification/claims/claim-verdict.ts';
import { verifyDraft } from '../../verification/claims/verify-draft.ts';
import { scoreDraft, type ScoringEvidence } from './quality-scores.ts';
import { reviewByRules } from './rule-review.ts';

/** Characters of claims and excerpts in one prompt. */
const MAX_BATCH_LENGTH = 20_000;

export interface ReviewTools {
  readonly mode: AlignmentMode;
  readonly reasoner: Reasoner;
  readonly corpus: ScoringEvidence['corpus'];
  readonly texts: StoredTexts;
  readonly signal: AbortSignal;
}

const OFF: AlignmentReview = { outcome: 'off', ran: [], issues: [], failure: null };
const NOTHING: ModelReview = { issues: [], corrections: new Map(), cost: NO_COST };

/**
 * Reviews a verified draft: by rules, and by a model where one is configured. A draft with issues is corrected once, if the
 * correction passes every rule.
 */
export async function reviewDraft(input: ReviewAlignmentInput, tools: ReviewTools): Promise<Reasoned<ReviewedDraft>> {
  const { mode, corpus, texts } = tools;
  if (mode === 'off') return { value: { review: OFF, corrected: null }, cost: NO_COST };

  const evidence = { corpus, texts, verifier: createClaimVerifier({ ...input, texts }) };
  const ruled = await findByRules(input, input.draft, evidence);
  const model = mode === 'rules' ? NOTHING : await askModel(input, tools, evidence.verifier);
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
  const corrected = await correct(input, issues, model.corrections, evidence);
  const outcome = corrected === null ? 'warned' : 'corrected';
  return { value: { review: { outcome, ran, issues, failure }, corrected }, cost };
}

/** One verifier for the draft and its correction, which share most claims. */
type ReviewEvidence = Pick<ScoringEvidence, 'corpus' | 'texts' | 'verifier'>;

async function findByRules(input: ReviewAlignmentInput, draft: ReportDraft, { texts, verifier }: ReviewEvidence) {
  return ofSources(await reviewByRules({ ...input, claims: allClaims(draft), texts }, verifier), draft);
}

/** A limitation tells what the documents do not say: no source can say it. At most one says what it misses. */
function ofSources(issues: readonly AlignmentIssue[], draft: ReportDraft): AlignmentIssue[] {
  const asserted = new Set(citedClaims(draft).map(({ text }) => text));
  return issues.filter(({ kind, claim }) => kind === 'missing_citation' || asserted.has(claim));
}

/** One for each claim: what the rules find is found for sure. */
function distinct(issues: readonly AlignmentIssue[]): AlignmentIssue[] {
  const byClaim = new Map(issues.toReversed().map((issue) => [issue.claim, issue]));
  return issues.filter((issue) => byClaim.get(issue.claim) === issue);
}

/** The corrected draft; null where an issue has no correction, or where one is not supported. */
async function correct(
  input: ReviewAlignmentInput,
  issues: readonly AlignmentIssue[],
  byModel: Corrections,
  evidence: ReviewEvidence,
): Promise<CorrectedDraft | null> {
  const { draft, findings, anchor, writtenBy: engine, scoredBy } = input;
  const issued = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const ruled = correctionsByRule(issues, allClaims(draft), (key) => issued.has(key));
  const corrections: Corrections = new Map([...ruled, ...byModel]);
  if (issues.some(({ claim }) => !corrections.has(claim))) return null;

  const candidate = correctDraft(draft, corrections);
  if (candidate.summary.length === 0 && draft.summary.length > 0) return null;
  const verified = await verifyDraft({ anchor, draft: candidate, findings, engine }, evidence.texts, evidence.verifier);
  if (verified.quality.statementsRemoved > 0 || verified.quality.claimsRepaired > 0) return null;
  const remaining = await findByRules(input, verified.draft, evidence);
  if (remaining.length > 0) return null;
  const corrected = { ...verified, quality: { ...input.verification, claims: verified.quality.claims } };
  if (scoredBy === null) return { ...corrected, scores: null };
  const kept = withFindings(corrected, input).findings;
  const { scores } = await scoreDraft(corrected, scoredBy, { ...evidence, anchor, findings: kept });
  return { ...corrected, scores };
}

/** What a model found, as far as the rules do not refute it. */
interface ModelReview {
  readonly issues: readonly AlignmentIssue[];
  readonly corrections: Corrections;
  readonly cost: ReasoningCost;
}

/** Asks the model. Without one, or where its answer cannot be used, it finds nothing, and the cost says so. */
async function askModel(
  input: ReviewAlignmentInput,
  { reasoner, signal }: ReviewTools,
  verifier: ClaimVerifier,
): Promise<ModelReview> {
  if (allClaims(input.draft).length === 0) return NOTHING;
  const { anchor, approvedTasks, engine, metering } = input;
  const claims = allClaims(input.draft).map((claim, index) => ({ id: `s${index + 1}`, ...claim }));
  const excerpts = excerptsByKey(input.findings);
  const quotes = new Map(input.findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const doubted = new Map<string, Claim>();
  for (const claim of claims) {
    if (!(await isProven(claim, quotes, verifier))) doubted.set(claim.id, claim);
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
 * A claim that its quotes say word for word needs no model: small models doubt such claims, too. What code has
 * computed, what says itself that no source states it, and what only makes sense within its table are not asked about.
 */
async function isProven(claim: Claim, quotes: ReadonlyMap<string, Quote>, { verify }: ClaimVerifier): Promise<boolean> {
  const { derivation, isInference, placement } = claim;
  if (derivation !== undefined || isInference === true || placement?.form === 'table') return true;
  const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
  if (cited.length === 0) return false;
  const verdict = await verify(claim, cited);
  return isSupported(verdict) && verdict.coverage === 1;
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

/** What replaces claims, by their text; null: nothing does. */
type Corrections = ReadonlyMap<string, Pick<Claim, 'text' | 'citations'> | null>;

/** What the rules can put right without writing: a citation that is missing, or that another source earns. */
function correctionsByRule(
  issues: readonly AlignmentIssue[],
  claims: readonly Claim[],
  isIssued: (key: string) => boolean,
): Corrections {
  const corrected = issues.flatMap((issue) => {
    const claim = claims.find(({ text }) => text === issue.claim);
    if (claim === undefined || issue.kind === 'unsupported') return [];
    const key = issue.kind === 'missing_citation' ? issue.suggestedSource : issue.actual;
    if (key === null || !isIssued(key)) return [];
    const others = issue.kind === 'missing_citation' ? [] : claim.citations.filter((other) => other !== issue.ref);
    const citations = [...new Set([...others, key])];
    return [[claim.text, { text: claim.text, citations }] as const];
  });
  return new Map(corrected);
}

/** The draft with the corrections in it. */
function correctDraft(draft: ReportDraft, corrections: Corrections): ReportDraft {
  const correct = (claims: readonly Claim[]): Claim[] =>
    claims.flatMap((claim) => {
      const correction = corrections.get(claim.text);
      if (correction === undefined) return [claim];
      return correction === null ? [] : [{ ...claim, ...correction }];
    });
  const sections = draft.sections.map(({ heading, claims }) => ({ heading, claims: correct(claims) }));
  return {
    ...draft,
    summary: correct(draft.summary),
    overview: correct(draft.overview),
    keyFindings: correct(draft.keyFindings),
    sections: sections.filter(({ claims }) => claims.length > 0),
    conflicts: draft.conflicts.map(correct).filter(({ length }) => length > 1),
    limitations: correct(draft.limitations),
  };
}
