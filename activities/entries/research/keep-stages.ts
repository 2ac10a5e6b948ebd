import { corpusIdOf, corpusMembers, isWebCorpus } from '@plumbline/contracts/evidence/corpus-set';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import {
  type KeepStagesInput,
  type KeptStages,
  type SettledMaterial,
  type SettledStages,
  stageNames,
} from '@plumbline/contracts/report/settled-stages';
import { currentPayer } from '@plumbline/model/calls';
import { storeEvidence } from '@plumbline/storage/evidence';
import { takeWithinBytes } from '../../../workflows/domain/finding-selection.ts';
import { reachedPoints, stagesBefore, withSteeredPlan } from '../../../workflows/domain/settled-stages.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What a fork keeps, or a run that resumes, is not on record: the run is gone, or has not come so far. */
class OriginUnavailableError extends Error {
  override readonly name = 'OriginUnavailableError';
}

interface KeepingTools extends Pick<ActivityDependencies, 'runs'> {
  readonly blobs: Pick<ActivityDependencies['blobs'], 'getText' | 'putText'>;
  readonly pages: Pick<ActivityDependencies['pages'], 'copyAll'>;
  readonly calls: Pick<ActivityDependencies['calls'], 'noteKept'>;
}
type Origin = KeepStagesInput['origin'];

/** For the findings in one answer, within Temporal's 2 MB for a payload including everything else that is kept. */
const MAX_BATCH_BYTES = 500_000;

/**
 * Loads the stages completed before a point, by another run that this one forks or by this one before it failed.
 * Afterwards a fork needs nothing of the other run: the stages are in its own history, pages are in its own store, and
 * the texts count as used by it.
 */
export function createKeepStages(tools: KeepingTools) {
  return async ({ origin, webCorpusId, findingsFrom }: KeepStagesInput, signal: AbortSignal): Promise<KeptStages> => {
    const stages = await read(tools, origin);
    if (findingsFrom !== undefined) return { batch: await batchOf(tools, stages.material, findingsFrom) };
    for (const sha256 of textsOf(stages)) {
      signal.throwIfAborted();
      await tools.blobs.getText({ sha256 });
    }
    const kept = await keep(tools, origin, stages, webCorpusId);
    return kept.material === undefined ? kept : { ...kept, ...(await inBatches(tools, kept.material)) };
  };
}

async function read({ runs }: KeepingTools, origin: Origin): Promise<SettledStages> {
  const settled = await runs.readSettled(origin.researchId);
  if (settled === null) throw new OriginUnavailableError(`There is no record of what "${origin.researchId}" settled.`);
  if (!reachedPoints(stageNames(settled.stages)).includes(origin.from)) throw notReached(origin);
  return stagesBefore(settled.stages, origin.from);
}

function notReached({ researchId, from }: Origin): OriginUnavailableError {
  return new OriginUnavailableError(`The run "${researchId}" has not come to ${from}; nothing of it can be kept.`);
}

async function keep(
  tools: KeepingTools,
  { researchId: originId }: Origin,
  stages: SettledStages,
  webCorpusId: string,
): Promise<KeptStages> {
  const { pages, calls, runs } = tools;
  const { researchId } = currentPayer();
  if (originId === researchId) return stages;
  const steering = (await runs.read(originId))?.progress?.steering ?? [];
  const kept = await withOwnPages(withSteeredPlan(stages, steering), webCorpusId, pages);
  if (kept.material !== undefined) {
    for (const task of await runs.readDecisions(originId)) await runs.saveDecisions(researchId, task);
  }
  await calls.noteKept(currentPayer(), originId, latestOf(kept));
  return kept;
}

/** The material without its findings, and the first of these. */
async function inBatches(
  tools: KeepingTools,
  settled: SettledMaterial,
): Promise<Pick<KeptStages, 'material' | 'batch'>> {
  const material = { ...settled.material, findings: [], reserve: [] };
  return { material: { ...settled, material }, batch: await batchOf(tools, settled, 0) };
}

async function batchOf(
  tools: KeepingTools,
  settled: SettledMaterial | undefined,
  from: number,
): Promise<NonNullable<KeptStages['batch']>> {
  const { findings = [], reserve = [] } = settled?.material ?? {};
  const batch = takeWithinBytes([...findings, ...reserve].slice(from), MAX_BATCH_BYTES);
  const next = from + batch.length;
  const stored = await storeEvidence(tools, currentPayer().researchId, batch);
  const isLast = next >= findings.length + reserve.length;
  return { findings: batch, stored, next: isLast ? null : next, selected: findings.length };
}

/** Hashes of the texts that findings quote. */
function textsOf({ question, material }: SettledStages): Set<string> {
  const findings: readonly Finding[] = [...(question?.context.findings ?? []), ...(material?.material.findings ?? [])];
  return new Set(
    findings.flatMap(({ quotes, passageSpan }) => [passageSpan.textHash, ...quotes.map(({ textHash }) => textHash)]),
  );
}

/** Pages belong to a run, so that they are deleted with it: the fork gets copies. */
async function withOwnPages(
  stages: SettledStages,
  webCorpusId: string,
  pages: KeepingTools['pages'],
): Promise<SettledStages> {
  const { material } = stages;
  if (material === undefined) return stages;
  const members = corpusMembers(material.material.corpus.corpusId);
  for (const { indexId } of members) if (isWebCorpus(indexId)) await pages.copyAll(indexId, webCorpusId);
  const own = members.map((member) => (isWebCorpus(member.indexId) ? { ...member, indexId: webCorpusId } : member));
  return { ...stages, material: withCorpus(material, corpusIdOf(own)) };
}

function withCorpus(settled: SettledMaterial, corpusId: string): SettledMaterial {
  const { material } = settled;
  return { ...settled, material: { ...material, corpus: { ...material.corpus, corpusId } } };
}

/** When the last of the stages was settled. */
function latestOf({ question, plan, material }: SettledStages): string {
  return (material ?? plan ?? question)?.settledAt ?? '';
}
