import { counted } from '@plumbline/contracts/common/counted';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { callActivity } from '../../calls/activity-options.ts';
import { isBanned } from '../../domain/steering.ts';
import { type PassageReading, readPages } from './page-reading.ts';
import { readLinks } from './reference-following.ts';
import { searchSources } from './source-search.ts';
import type { ResearchParts, TaskContext } from './task-context.ts';

const HITS_OF_SEARCH = 3;

/** How far leads are followed. */
export interface LeadExtent {
  /** Most passages that are read. */
  readonly left: number;
  /** Most searches. */
  readonly searches: number;
  /** A call for fewer hits of searches than this rarely pays; places that a reader named are read in any case. */
  readonly fewest: number;
}

/** Of the leads of readers. */
export const READER_EXTENT: Omit<LeadExtent, 'left'> = { searches: 3, fewest: 3 };

/** Those that are followed now, places up to so many, and those that there is no room for. */
export function divideLeads(
  leads: readonly Lead[],
  left: number,
): { readonly served: readonly Lead[]; readonly unserved: readonly Lead[] } {
  const places = leads.filter(({ kind }) => kind !== 'search').slice(0, left);
  const searches = leads.filter(({ kind }) => kind === 'search').slice(0, READER_EXTENT.searches);
  const served = new Set([...places, ...searches]);
  return { served: [...served], unserved: leads.filter((lead) => !served.has(lead)) };
}

type LeadContext = Pick<TaskContext, 'anchor' | 'task' | 'corpus'>;

/** Finds the passages that a reader wants to read next: sections, references, and what searches find. */
export async function followLeads(
  run: ResearchParts,
  context: LeadContext,
  leads: readonly Lead[],
  { left, searches, fewest }: LeadExtent,
): Promise<readonly PassageReading[]> {
  const places = await resolvePlaces(run, context, leads, left);
  const searched = await searchLeads(run, context, leads, searches);
  const seen = new Set(run.visitedPassages);
  const read = places.length + searched.length < fewest ? places : [...places, ...searched];
  const unread = read.filter(({ hit }) => {
    if (seen.has(hit.passage.passageId) || isBanned(run.state.steering, hit.locator)) return false;
    seen.add(hit.passage.passageId);
    return true;
  });
  return unread.slice(0, left);
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

/** Of each search what it ranks first and no reader has seen. A reader asked for it, and judges it as a whole. */
async function searchLeads(
  run: ResearchParts,
  context: LeadContext,
  leads: readonly Lead[],
  searches: number,
): Promise<readonly PassageReading[]> {
  const words = leads.flatMap((lead) => (lead.kind === 'search' ? lead.words : []));
  const queries = [...new Set(words)].slice(0, searches);
  run.accounts.note('rewrittenQueries', queries);
  const { anchor, corpus, task } = context;
  const purpose = { taskId: task.taskId, language: anchor.language, primaryOnly: false };
  const found = await Promise.all(
    queries.map(async (query) => {
      const hits = await searchSources(run, corpus.corpusId, [query], purpose);
      return hits.filter((hit) => !isVisited(run, hit)).slice(0, HITS_OF_SEARCH);
    }),
  );
  return readPages(run, { ...context, isFollowUp: true, visitedPassages: run.visitedPassages }, found.flat());
}

function isVisited({ visitedPassages }: Pick<ResearchParts, 'visitedPassages'>, { passage }: SearchHit): boolean {
  return passage !== null && visitedPassages.has(passage.passageId);
}
