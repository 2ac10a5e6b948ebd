import type { Finding, RelevanceScore } from '../../../workflows/contracts/evidence/evidence.ts';
import type {
  ValidatedRelevance,
  ValidateRelevanceInput,
} from '../../../workflows/contracts/report/report-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { withFinalRelevance } from '../../../workflows/domain/finding-validation.ts';
import type { StoredPassage } from '../../corpus/search-index/corpus-index.ts';
import { fitsToMeaning, readFitsAhead } from '../../offline-engine/answers/anchor-fit.ts';
import { type ReadableFinding, toReadableFinding } from '../../offline-engine/answers/evidence-reading.ts';
import { scoreBeyondWords } from '../../offline-engine/passages/beyond-words.ts';
import { needsOfAnchor, needsOfApproved } from '../../offline-engine/passages/information-needs.ts';
import { type EvidenceStores, storeEvidence } from '../../platform/storage/stored-evidence.ts';
import { type Judging, scoreByRule, scoreInBatches } from '../../steps/relevance-batches.ts';
import {
  type JudgedFinding,
  type ValidateRelevanceStepInput,
  validateRelevanceStep,
} from '../../steps/validate-relevance.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** At this extraction score or above, a finding is key support for the answer. */
const SUPPORTS = 0.75;
/** Below this score, of the rule or of extraction, a finding is off topic. */
const DRIFTS = 0.5;

/** Scores every finding again, and stores the findings with their scores. */
export function createValidateRelevance(
  dependencies: Pick<ActivityDependencies, 'corpus' | 'reasoner'> & EvidenceStores,
) {
  const score = createScoring(dependencies);
  return async (input: ValidateRelevanceInput, signal: AbortSignal): Promise<Reasoned<ValidatedRelevance>> => {
    const { value: scores, cost } = await score(input, signal);
    const validated = withFinalRelevance(input.findings, scores);
    return { value: { scores, stored: await storeEvidence(dependencies, input.storeFor, validated) }, cost };
  };
}

/**
 * Scores findings in their stored surroundings, against the whole anchor and the approved tasks. A model judges only
 * findings on which extraction and the rule disagree.
 */
function createScoring({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ValidateRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, corpusId, engine, metering, approvedTasks, knowledgeGaps } = input;
    const needs = await needsOfAnchor(corpus, corpusId, anchor);
    const askedByTasks = await needsOfApproved(corpus, corpusId, anchor, approvedTasks);
    const approved = approvedTasks.map(({ taskId }, index) => ({ taskId, needs: askedByTasks[index] ?? [] }));
    const stored = await corpus.readPassages(
      corpusId,
      input.findings.map(({ passageId }) => passageId),
    );
    const surrounded = input.findings.map((finding) => withSurroundings(finding, stored.get(finding.passageId)));
    await readFitsAhead(needs, surrounded);
    const fits = fitsToMeaning(needs, approved, surrounded);
    const entries = surrounded.map((finding, index) => ({
      ...finding,
      id: finding.findingId,
      fit: fits[index] ?? { score: 0, reason: '' },
    }));
    const judging: Judging<JudgedFinding & { readonly id: string }, ValidateRelevanceStepInput> = {
      step: validateRelevanceStep,
      toInput: (batch) => ({
        anchor,
        approvedTasks,
        knowledgeGaps,
        findings: batch.map((entry) => ({ ...entry, findingId: entry.id })),
      }),
      run: (stepInput) => reasoner.run(validateRelevanceStep, stepInput, { engine, metering, signal }),
    };
    const unjudged = new Set(input.findings.filter((finding) => finding.unjudged).map(({ findingId }) => findingId));
    const byRule = scoreByRule(entries, judging).map((score) =>
      unjudged.has(score.id) ? scoreBeyondWords(score) : score,
    );
    const disputed = entries.filter((entry) => !isAgreed(entry));
    // At least one, because only an answer tells which engine ran.
    const { value, cost } = await scoreInBatches(disputed.length > 0 ? disputed : entries.slice(-1), byRule, judging);
    if (cost.engine === 'offline') return { value: byRule, cost };
    const asked = new Map(value.map((score) => [score.id, score]));
    return { value: input.findings.map((finding) => asked.get(finding.findingId) ?? ownScore(finding)), cost };
  };
}

function isAgreed({ relevance, fit }: JudgedFinding): boolean {
  if (relevance === null) return false;
  return (relevance >= SUPPORTS && fit.score >= DRIFTS) || (relevance < DRIFTS && fit.score < DRIFTS);
}

function ownScore({ findingId, relevance, relevanceReason }: Finding): RelevanceScore {
  return { id: findingId, score: relevance, reason: relevanceReason };
}

/** The stored passage; only the quotes when its document changed meanwhile. */
function withSurroundings(finding: Finding, stored: StoredPassage | undefined): ReadableFinding {
  return toReadableFinding(finding, undefined, stored?.text);
}
