import type { Finding } from '../workflows/contracts/evidence.ts';
import type { ForkOrigin } from '../workflows/contracts/fork.ts';
import type { KeepStagesInput, SettledMaterial, SettledStages } from '../workflows/contracts/settled-stages.ts';
import { corpusIdOf, corpusMembers, isWebCorpus } from '../workflows/domain/corpus-set.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { OriginUnavailableError } from './forks/forkable-runs.ts';
import { currentPayer } from './metering/current-payer.ts';

type KeepingTools = Pick<ActivityDependencies, 'forkableRuns' | 'blobs' | 'pages' | 'calls' | 'runs'>;

/**
 * Loads what another run settled before a point. Afterwards the fork needs nothing of that run: what was settled is in its own
 * history, pages are in its own store, and the texts count as used by it.
 */
export function createKeepStages({ forkableRuns, blobs, pages, calls, runs }: KeepingTools) {
  return async ({ origin, webCorpusId }: KeepStagesInput, signal: AbortSignal): Promise<SettledStages> => {
    const { points, stages } = await forkableRuns.read(origin.researchId, origin.from);
    if (!points.includes(origin.from)) throw notReached(origin);
    for (const sha256 of textsOf(stages)) {
      signal.throwIfAborted();
      await blobs.getText({ sha256 });
    }
    const kept = await withOwnPages(stages, webCorpusId, pages);
    const { researchId } = currentPayer();
    if (kept.material !== undefined) {
      for (const task of await runs.readDecisions(origin.researchId)) await runs.saveDecisions(researchId, task);
    }
    await calls.noteKept(currentPayer(), origin.researchId, latestOf(kept));
    return kept;
  };
}

function notReached({ researchId, from }: ForkOrigin): OriginUnavailableError {
  return new OriginUnavailableError(`The run "${researchId}" has not come to ${from}; nothing of it can be kept.`);
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
