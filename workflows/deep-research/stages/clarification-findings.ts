import { callActivity } from '../../activity-options.ts';
import type { Reading } from '../../contracts/activities.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import { counted } from '../../contracts/counted.ts';
import { type Finding, isPassageHit, type SearchHit } from '../../contracts/evidence.ts';
import type { QueryAnchor } from '../../contracts/query-anchor.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { extractFindings, inBatches, takePassage } from '../task/passage-extraction.ts';

/** Task id of findings that belong to no task of the plan. */
const CLARIFICATION = 'clarification';

/** Best passages of the retrieval that clarified the question; they are read whatever their score. */
const PASSAGES_READ = 3;

/**
 * Makes findings of what retrieval found while the question was clarified: tier 3, for what research leaves open.
 * Nothing when nobody was asked and nothing clarified, and when the person wants the report now.
 */
export async function readClarificationPassages(
  run: ResearchRun,
  {
    anchor,
    corpus,
    hits,
  }: { readonly anchor: QueryAnchor; readonly corpus: CorpusReport; readonly hits: readonly SearchHit[] },
): Promise<readonly Finding[]> {
  const { clarify, entityBonus } = run.request.settings;
  if (clarify === 'never' || run.state.finishRequested) return [];
  const task = {
    taskId: CLARIFICATION,
    text: [anchor.originalQuestion, ...anchor.refinements].join(' ').slice(0, 1_000),
    rationale: '',
  };
  const readings = hits
    .filter(isPassageHit)
    .slice(0, PASSAGES_READ)
    .filter(() => takePassage(run))
    .map((hit, index): Reading => {
      const findingId = `c${index + 1}`;
      return { hit, hitScore: null, belowThreshold: false, findingId, depth: 0, origin: CLARIFICATION };
    });
  const context = { anchor, corpus, task };
  const read = await Promise.all(inBatches(run, readings).map((batch) => extractFindings(run, context, batch)));
  const findings = read.flat();
  if (findings.length === 0) return [];
  const summary = `${CLARIFICATION}: tiers of ${counted(findings.length, 'finding')}`;
  return (await callActivity('classifyTiers', { anchor, findings, entityBonus }, summary)).findings;
}
