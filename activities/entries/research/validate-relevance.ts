import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ValidatedRelevance, ValidateRelevanceInput } from '@plumbline/contracts/report/report-activities';
import { needsOfAnchor, needsOfApproved } from '@plumbline/offline/needs';
import { fitsToMeaning, readFitsAhead, scoreBeyondWords } from '@plumbline/offline/relevance';
import { type ReadableFinding, toReadableFinding } from '@plumbline/offline/statements';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { type EvidenceStores, storeEvidence } from '@plumbline/storage/evidence';
import { withFinalRelevance } from '../../../workflows/domain/finding-validation.ts';
import { ruledScore } from '../../steps/relevance-scores.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Gives every finding its final relevance, and stores the findings with it. The model that read a whole passage has judged
 * it already; the others are scored by rule in their stored surroundings, against the whole anchor and the approved tasks.
 */
export function createValidateRelevance(dependencies: Pick<ActivityDependencies, 'corpus'> & EvidenceStores) {
  return async (input: ValidateRelevanceInput): Promise<ValidatedRelevance> => {
    const ruled = input.findings.filter(({ noted }) => noted !== true);
    const byRule = new Map((await scoreByRule(dependencies.corpus, input, ruled)).map((score) => [score.id, score]));
    const scores = input.findings.map((finding) => byRule.get(finding.findingId) ?? ownScore(finding));
    const validated = withFinalRelevance(input.findings, scores);
    return { scores, stored: await storeEvidence(dependencies, input.storeFor, validated) };
  };
}

async function scoreByRule(
  corpus: ActivityDependencies['corpus'],
  { anchor, corpusId, approvedTasks }: ValidateRelevanceInput,
  findings: readonly Finding[],
): Promise<readonly RelevanceScore[]> {
  if (findings.length === 0) return [];
  const needs = await needsOfAnchor(corpus, corpusId, anchor);
  const askedByTasks = await needsOfApproved(corpus, corpusId, anchor, approvedTasks);
  const approved = approvedTasks.map(({ taskId }, index) => ({ taskId, needs: askedByTasks[index] ?? [] }));
  const stored = await corpus.readPassages(
    corpusId,
    findings.map(({ passageId }) => passageId),
  );
  const surrounded = findings.map((finding) => withSurroundings(finding, stored.get(finding.passageId)));
  await readFitsAhead(needs, surrounded);
  const fits = fitsToMeaning(needs, approved, surrounded);
  return findings.map(({ findingId, unjudged }, index) => {
    const { score, reason } = fits[index] ?? { score: 0, reason: '' };
    const given = ruledScore(findingId, score, reason === '' ? [] : [reason]);
    return unjudged === true ? scoreBeyondWords(given) : given;
  });
}

function ownScore({ findingId, relevance, relevanceReason }: Finding): RelevanceScore {
  return { id: findingId, score: relevance, reason: relevanceReason };
}

/** The stored passage; only the quotes when its document changed meanwhile. */
function withSurroundings(finding: Finding, stored: StoredPassage | undefined): ReadableFinding {
  return toReadableFinding(finding, undefined, stored?.text);
}
