import { counted } from '@plumbline/contracts/common/counted';
import { joinRanking, type RankedHit, referenceTo, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { callActivity } from '../../calls/activity-options.ts';
import { isBanned } from '../../domain/steering.ts';
import { type PassageReading, readPages } from './page-reading.ts';
import { readLinks } from './reference-following.ts';
import { searchSources } from './source-search.ts';
import type { ResearchParts, TaskContext } from './task-context.ts';

/** Searches that the leads of one reading may ask for, and hits of each that are read. */
const SEARCHES = 3;
const HITS_OF_SEARCH = 3;
/** Fewer passages are read only where a reader named their places. */
const FEWEST_READ = 3;

/** Those that are followed now, places up to so many, and those that there is no room for. */
export function divideLeads(
  leads: readonly Lead[],
  left: number,
): { readonly served: readonly Lead[]; readonly unserved: readonly Lead[] } {
  const places = leads.filter(({ kind }) => kind !== 'search').slice(0, left);
  const searches = leads.filter(({ kind }) => kind === 'search').slice(0, SEARCHES);
  const served = new Set([...places, ...searches]);
  return { served: [...served], unserved: leads.filter((lead) => !served.has(lead)) };
}

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
  // A call for one or two hits of a search rarely pays.
  const read = places.length + searched.length < FEWEST_READ ? places : [...places, ...searched];
  return read.filter(({ hit }) => {
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
  const found = await Promise.all(
    queries.map(async (query) => {
      const hits = await searchSources(run, corpus.corpusId, [query], purpose);
      return worthReading(
        run,
        context,
        query,
        hits.filter((hit) => !isVisited(run, hit)),
      );
    }),
  );
  return readPages(run, { ...context, isFollowUp: true, visitedPassages: run.visitedPassages }, found.flat());
}

/** Of what a search of a reader found, what shares as much with its words as the best of it. */
async function worthReading(
  run: ResearchParts,
  { anchor, task, corpus }: LeadContext,
  query: string,
  hits: readonly SearchHit[],
): Promise<readonly RankedHit[]> {
  if (hits.length === 0) return [];
  const { relevanceThreshold, sourceWeighting } = run.request.settings;
  const input = {
    anchor,
    task: { ...task, text: query },
    corpusId: corpus.corpusId,
    record: null,
    hits: hits.map((hit) => referenceTo(hit)),
    scores: [],
    topK: HITS_OF_SEARCH,
    fillsUpTo: HITS_OF_SEARCH,
    relevanceThreshold,
    sourceWeighting,
    approvedTasks: [],
  };
  const reranked = await callActivity('rerank', input, `rerank ${counted(hits.length, 'hit')} for "${query}"`);
  return joinRanking(hits, reranked.hits).slice(0, HITS_OF_SEARCH);
}

function isVisited({ visitedPassages }: Pick<ResearchParts, 'visitedPassages'>, { passage }: SearchHit): boolean {
  return passage !== null && visitedPassages.has(passage.passageId);
}
