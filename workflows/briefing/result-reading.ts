import { callActivity } from '../calls/activity-options.ts';
import type { GradedResult } from '../contracts/briefing-activities.ts';
import type { LiveQuery } from '../contracts/briefing-items.ts';
import { hitIdOf, type PassageHit, type SearchHit } from '../contracts/evidence.ts';
import type { ResearchTask } from '../contracts/research-plan.ts';
import { readPages } from '../deep-research/task/page-reading.ts';
import { isAsked, scopeFault, TIER_3, UNREAD } from '../domain/briefing/result-screening.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { BriefingSubject } from './corpus-context.ts';
import { type LiveEvidence, reject } from './live-evidence.ts';

/** A result that is worth reading. */
export interface Readable {
  readonly query: LiveQuery;
  readonly hit: SearchHit;
  readonly graded: GradedResult;
}

/** A passage of a readable result. */
export interface ReadPassage extends Readable {
  readonly passage: PassageHit;
}

/** Fetches the pages side by side; those of another date or standing than the search said are rejected. */
export async function readResults(
  run: BriefingRun,
  subject: BriefingSubject,
  readable: readonly Readable[],
  evidence: LiveEvidence,
): Promise<readonly ReadPassage[]> {
  const pages = await Promise.all(readable.map((result) => readResult(run, subject, result)));
  const standing = await standingOfTargets(subject, readable, pages);
  return pages.flatMap((passages, index) => {
    const result = readable[index];
    if (result === undefined) return [];
    const { query, hit } = result;
    const [first] = passages;
    const graded = standing.get(first?.locator ?? '') ?? result.graded;
    const fault = first === undefined ? UNREAD : pageFault(first, graded, query);
    if (fault === null) return passages.map((passage) => ({ ...result, graded, passage }));
    reject(evidence, query, hit, fault);
    return [];
  });
}

/** A page knows its date better than the search service, and where it was read decides over where it was found. */
function pageFault({ publishedAt }: PassageHit, graded: GradedResult, query: LiveQuery): string | null {
  if (graded.tier === 3) return TIER_3;
  return isAsked(query, graded) ? scopeFault(publishedAt, query) : 'it leads to a source that was not asked';
}

/** Standing of the pages that were read elsewhere than they were found: behind a redirect another outlet may speak. */
async function standingOfTargets(
  { sources }: BriefingSubject,
  readable: readonly Readable[],
  pages: readonly (readonly PassageHit[])[],
): Promise<ReadonlyMap<string, GradedResult>> {
  const moved = pages.flatMap(([first], index) =>
    first === undefined || first.locator === readable[index]?.hit.locator ? [] : [first],
  );
  if (moved.length === 0) return new Map();
  const graded = await callActivity('gradeResults', { sources, hits: moved }, 'standing behind redirects');
  return new Map(graded.map((grade) => [grade.locator, grade]));
}

async function readResult(
  run: BriefingRun,
  subject: BriefingSubject,
  { query, hit, graded }: Readable,
): Promise<readonly PassageHit[]> {
  const ranked = {
    ...hit,
    relevance: { id: hitIdOf(hit), score: null, reason: '' },
    sourceTier: graded.tier,
    selection: 'passed',
  } as const;
  const context = {
    anchor: subject.anchor,
    corpus: subject.corpus,
    task: taskOf(run, query),
    isFollowUp: false,
    visitedPassages: new Set<string>(),
  };
  const readings = await readPages(run, context, [ranked]);
  return readings.map(({ hit: passage }) => passage);
}

/** Ids of tasks begin citation keys, which must be unique among all outputs. */
export function taskOf({ slot }: BriefingRun, { queryId, text }: LiveQuery): ResearchTask {
  return { taskId: `${slot.slotId.toLowerCase()}-${queryId}`, text, rationale: '' };
}
