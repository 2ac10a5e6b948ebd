import { callActivity } from '../../activity-options.ts';
import { counted } from '../../contracts/counted.ts';
import type { Finding, ReferredHit } from '../../contracts/evidence.ts';
import { isBanned } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { ReadingContext } from './passage-extraction.ts';
import { type PassageReading, type ScoredHit, withScores } from './scored-hits.ts';

/** Targets that may come to the gate for each one that may be read. */
const CANDIDATES_PER_REFERENCE = 2;

/** Reads passages at a depth; gives back what they contributed. */
type Read = (hits: readonly PassageReading[], depth: 1 | 2) => Promise<readonly Finding[]>;

/**
 * Follows references of what was read, and of what that led to. Each must pass the gate before anything is spent on it;
 * no passage is visited twice in a run, so that cycles end.
 *
 * @param found findings whose passages may refer elsewhere
 */
export async function followReferences(
  run: ResearchRun,
  context: ReadingContext,
  found: readonly Finding[],
  read: Read,
): Promise<void> {
  const { referenceDepth, referencesPerTask } = run.request.settings;
  // Runs that began before references were graded follow one step.
  const deepest = run.isGraded ? referenceDepth : 1;
  let left = referencesPerTask;
  let frontier = found;
  for (const depth of [1, 2] as const) {
    const asking = run.askForRoom();
    if (asking !== undefined) await asking;
    if (depth > deepest || left === 0 || frontier.length === 0 || !run.accounts.mayResearch()) return;
    const targets = await resolveReferences(run, context, frontier, left);
    const passed = (await passGate(run, context, targets)).slice(0, left);
    left -= passed.length;
    run.accounts.noteReferences({ followed: passed.length });
    const readings = passed.map((scored) => ({ ...scored, belowThreshold: false }));
    frontier = await read(readings, depth);
  }
}

async function resolveReferences(
  run: ResearchRun,
  { anchor, corpus, task }: ReadingContext,
  findings: readonly Finding[],
  left: number,
): Promise<readonly ReferredHit[]> {
  const visited = run.isGraded ? run.visitedPassages : new Set(findings.map(({ passageId }) => passageId));
  const maxReferences = left * (run.isGraded ? CANDIDATES_PER_REFERENCE : 1);
  const { hits, unresolved } = await callActivity(
    'followReferences',
    { anchor, corpusId: corpus.corpusId, findings, visitedPassageIds: [...visited], maxReferences },
    `${task.taskId}: references of ${counted(findings.length, 'finding')}`,
  );
  // Another task may have come to one of them meanwhile.
  const targets = hits.filter(
    ({ passage, locator }) => !visited.has(passage.passageId) && !isBanned(run.state.steering, locator),
  );
  for (const { passage } of targets) visited.add(passage.passageId);
  run.accounts.noteReferences({ resolved: targets.length, unresolved });
  return targets;
}

/** Scores each target by little text; what stays below the gate is counted with its reason and never read. */
async function passGate(
  run: ResearchRun,
  { anchor, corpus, task }: ReadingContext,
  hits: readonly ReferredHit[],
): Promise<ScoredHit[]> {
  if (hits.length === 0) return [];
  const input = { anchor, corpusId: corpus.corpusId, hits };
  const summary = `${task.taskId}: gate for ${counted(hits.length, 'reference')}`;
  if (!run.isGraded)
    return passed(run, withScores(hits, await run.reason('scoreRelevance', { ...input, task, firstRank: 1 }, summary)));
  const scored = withScores(hits, await run.reason('scoreReferences', input, summary));
  const isRefused = ({ score }: ScoredHit): boolean => (score?.score ?? 0) < run.request.settings.referenceGate;
  const refused = scored.filter(isRefused).map(({ hit, score }) => ({
    reference: hit.reference.text,
    locator: hit.locator,
    score: score?.score ?? null,
    reason: score?.reason ?? '',
  }));
  run.accounts.noteReferences({ refused });
  return passed(run, scored);
}

function passed(run: ResearchRun, scored: readonly ScoredHit[]): ScoredHit[] {
  const { referenceGate } = run.request.settings;
  return scored
    .filter(({ score }) => (score?.score ?? 0) >= referenceGate)
    .sort((a, b) => (b.score?.score ?? 0) - (a.score?.score ?? 0));
}
