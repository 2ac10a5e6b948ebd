import { callActivity } from '../../calls/activity-options.ts';
import { counted } from '../../contracts/common/counted.ts';
import { hitIdOf, type RankedHit, type SearchHit } from '../../contracts/evidence/evidence.ts';
import type { Lead } from '../../contracts/research/retrieval-activities.ts';
import { isBanned } from '../../domain/steering.ts';
import { type PassageReading, readPages } from './page-reading.ts';
import { readLinks } from './reference-following.ts';
import { searchSources } from './source-search.ts';
import type { ResearchParts, TaskContext } from './task-context.ts';

/** Searches that the leads of one reading may ask for, and hits of each that are read. */
const SEARCHES = 3;
const HITS_OF_SEARCH = 3;

type LeadContext = Pick<TaskContext, 'anchor' | 'task' | 'corpus'>;

/** Finds the passages that a reader wants to read next, at most `left`: sections, references, and what searches find. */
export async function followLeads(
  run: ResearchParts,
  context: LeadContext,
  leads: readonly Lead[],
  left: number,
): Promise<readonly PassageReading[]> {
  const places = await resolvePlaces(run, context, leads, left);
  const searched = await searchLeads(run, context, leads);
  const seen = new Set(run.visitedPassages);
  return [...places, ...searched].filter(({ hit }) => {
    if (seen.has(hit.passage.passageId) || isBanned(run.state.steering, hit.locator)) return false;
    seen.add(hit.passage.passageId);
    return true;
  });
}

async function resolvePlaces(
  run: ResearchParts,
  context: LeadContext,
  leads: readonly Lead[],
  left: number,
): Promise<readonly PassageReading[]> {
  const places = leads.filter(({ kind }) => kind !== 'search');
  if (places.length === 0) return [];
  const { hits, unresolved, links } = await callActivity(
    'followReferences',
    {
      corpusId: context.corpus.corpusId,
      findings: [],
      leads: places,
      visitedPassageIds: [...run.visitedPassages],
      maxReferences: left,
      followsWeb: run.request.web !== null,
    },
    `follow ${counted(places.length, 'lead')}`,
  );
  const linked = await readLinks(run, { ...context, visitedPassages: run.visitedPassages }, links);
  run.accounts.noteReferences({ resolved: hits.length + linked.length, unresolved });
  return [...hits, ...linked].map((hit) => ({ hit, score: null, belowThreshold: false }));
}

async function searchLeads(
  run: ResearchParts,
  context: LeadContext,
  leads: readonly Lead[],
): Promise<readonly PassageReading[]> {
  const words = leads.flatMap((lead) => (lead.kind === 'search' ? lead.words : []));
  const queries = [...new Set(words)].slice(0, SEARCHES);
  run.accounts.note('rewrittenQueries', queries);
  const { anchor, corpus, task } = context;
  const purpose = { taskId: task.taskId, language: anchor.language, primaryOnly: false };
  const found = await Promise.all(queries.map((query) => searchSources(run, corpus.corpusId, [query], purpose)));
  const fresh = found.flatMap((hits) => hits.filter((hit) => !isVisited(run, hit)).slice(0, HITS_OF_SEARCH));
  return readPages(run, { ...context, isFollowUp: true, visitedPassages: run.visitedPassages }, fresh.map(toRanked));
}

function isVisited({ visitedPassages }: Pick<ResearchParts, 'visitedPassages'>, { passage }: SearchHit): boolean {
  return passage !== null && visitedPassages.has(passage.passageId);
}

/** The reader asked for it, so no score decides. */
function toRanked(hit: SearchHit): RankedHit {
  return { ...hit, relevance: { id: hitIdOf(hit), score: null, reason: '' }, sourceTier: null, selection: 'passed' };
}
