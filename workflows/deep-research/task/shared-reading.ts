import type { Reading } from '@plumbline/contracts/activities';
import { counted } from '@plumbline/contracts/common/counted';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import { takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { callActivity } from '../../calls/activity-options.ts';
import { isBanned } from '../../domain/steering.ts';
import { readBatch, type PassageReading, readPages } from './page-reading.ts';
import { type PassageUnit, restOfCentralDocuments, unite } from './passage-units.ts';
import { readLinks } from './reference-following.ts';
import { takePassage, waitForPassage, waitToResearch } from './research-budget.ts';
import type { TaskResearch } from './research-task.ts';
import { searchSources } from './source-search.ts';
import type { ResearchContext, ResearchParts, TaskContext } from './task-context.ts';

/** Characters of the passages of one call: some 7,000 tokens. */
const MAX_LENGTH = 28_000;
/** A shorter rest is read with the call before it. */
const SHORTEST_BATCH = 6_000;
/** Of a passage whose length is not known: the longest that documents are split into. */
const LONGEST_PASSAGE = 2_400;
/** Leads that a wave may follow for each hit that a task may read. */
const LEADS_PER_HIT = 1;

const NOTHING_NAMED = 'the model named no passage; the rules read them';

/** A passage that is going to be read, and where it is in its document. */
interface PlannedReading {
  readonly reading: Reading;
  readonly start: number;
  readonly length: number;
}

/** The tasks of a wave, and those before them, which what is read now may serve as well. */
export interface Wave {
  readonly tasks: readonly TaskResearch[];
  readonly earlier: readonly ResearchTask[];
}

/**
 * Reads what the tasks of a wave found, each passage once for the whole question, and then what the reading points to.
 *
 * @returns where a reader would have read on
 */
export async function readTogether(run: ResearchParts, context: ResearchContext, wave: Wave): Promise<readonly Lead[]> {
  const { tasks } = wave;
  const { referenceDepth, rerankTopK } = run.request.settings;
  let left = Math.round(LEADS_PER_HIT * rerankTopK);
  const found = unite(tasks);
  // Later waves look for single things.
  const rest = wave.earlier.length > 0 ? [] : await restOfCentralDocuments(run, context, found);
  let leads = await readUnits(run, context, wave, [...found, ...rest], 0);
  const waiting: Lead[] = [];
  for (const depth of [1, 2] as const) {
    if (depth > referenceDepth || left === 0 || leads.length === 0) break;
    if (!(await waitToResearch(run))) break;
    const { served, unserved } = divideLeads(leads, left);
    waiting.push(...unserved);
    const read = await readOn(run, context, wave, served, { ...READER_EXTENT, left, depth });
    left -= read.count;
    leads = read.leads;
  }
  return [...waiting, ...leads];
}

/**
 * Reads what leads point to.
 *
 * @returns how many passages that are, and where they point to
 */
export async function readOn(
  run: ResearchParts,
  context: ResearchContext,
  wave: Wave,
  leads: readonly Lead[],
  { depth, ...extent }: LeadExtent & Pick<Reading, 'depth'>,
): Promise<{ readonly count: number; readonly leads: readonly Lead[] }> {
  const [first] = wave.tasks.filter(({ isDropped }) => !isDropped);
  if (first === undefined) return { count: 0, leads: [] };
  const targets = await followLeads(run, { ...context, task: first.task }, leads, extent);
  run.accounts.noteReferences({ followed: targets.length });
  const units = targets.map((candidate): PassageUnit => ({ candidate, finders: [first] }));
  return { count: targets.length, leads: await readUnits(run, context, wave, units, depth) };
}

/**
 * Where a model has named no passage at all, the rules have the last word: it may be of no use.
 *
 * @returns where the reading points to
 */
async function readUnits(
  run: ResearchParts,
  { anchor, corpus }: ResearchContext,
  { tasks, earlier }: Wave,
  units: readonly PassageUnit[],
  depth: Reading['depth'],
): Promise<readonly Lead[]> {
  const own = tasks.filter(({ isDropped }) => !isDropped).map(({ task }) => task);
  const ofWave = own.map(({ taskId }) => taskId);
  const shownBefore = [...run.visitedPassages];
  const planned: PlannedReading[] = [];
  for (const unit of units) {
    if (isBanned(run.state.steering, unit.candidate.hit.locator)) continue;
    // What no search found is worth no question to a person.
    if (!(unit.isRest === true ? hasRoom(run) && takePassage(run) : await waitForPassage(run))) break;
    planned.push(plan(unit, depth, ofWave));
  }
  const readAll = async (ruledBecause?: string): Promise<readonly Lead[]> => {
    const batches = readingBatches(planned);
    const read = batches.map(async (batch, index) => {
      const inBatchesBefore = batches.slice(0, index).flatMap((other) => other.map(({ hit }) => hit.passage.passageId));
      const { findings, leads, contradictions } = await readBatch(
        run,
        { anchor, tasks: [...earlier, ...own], corpus, shownBefore: [...shownBefore, ...inBatchesBefore] },
        batch,
        ruledBecause,
      );
      distribute(tasks, findings);
      run.contradictions.push(...contradictions);
      return leads;
    });
    // The first lead of each reader before any second one.
    return takeInTurn(await Promise.all(read), JSON.stringify);
  };
  const leads = await readAll();
  if (leads.length === 0 && !hasFindings(run)) await readAll(NOTHING_NAMED);
  return leads;
}

function hasRoom({ accounts }: Pick<ResearchParts, 'accounts'>): boolean {
  return !accounts.isAt('pages');
}

function hasFindings({ findingsByTask }: Pick<ResearchParts, 'findingsByTask'>): boolean {
  return [...findingsByTask.values()].some(({ length }) => length > 0);
}

/** @param ofWave any of these may keep what a lead brings: whom it serves is for its reader to say */
function plan(
  { candidate, finders: [first, ...others] }: PassageUnit,
  depth: Reading['depth'],
  ofWave: readonly string[],
): PlannedReading {
  const { passage } = candidate.hit;
  const { start = 0, end = start + LONGEST_PASSAGE } = passage;
  const reading = first.visit(candidate, depth);
  for (const task of others) task.show('extracting', [passage.passageId]);
  const taskIds = depth === 0 ? [first, ...others].map(({ task }) => task.taskId) : ofWave;
  return { reading: { ...reading, taskIds }, start, length: end - start };
}

/** Passages of one document together and in order, as many as one call reads. */
function readingBatches(planned: readonly PlannedReading[]): Reading[][] {
  const batches: { readings: Reading[]; length: number }[] = [];
  for (const own of Map.groupBy(planned, ({ reading }) => reading.hit.locator).values()) {
    const whole = own.reduce((sum, { length }) => sum + length, 0);
    // A document that fits into one call is not torn apart.
    const isTorn = (batches.at(-1)?.length ?? 0) + whole > MAX_LENGTH;
    if (isTorn) batches.push({ readings: [], length: 0 });
    for (const { reading, length } of own.toSorted((a, b) => a.start - b.start)) {
      let batch = batches.at(-1);
      if (batch === undefined || (batch.readings.length > 0 && batch.length + length > MAX_LENGTH)) {
        batch = { readings: [], length: 0 };
        batches.push(batch);
      }
      batch.readings.push(reading);
      batch.length += length;
    }
  }
  const last = batches.at(-1);
  const before = batches.at(-2);
  if (last !== undefined && before !== undefined && last.length < SHORTEST_BATCH) {
    before.readings.push(...last.readings);
    batches.pop();
  }
  return batches.map(({ readings }) => readings).filter(({ length }) => length > 0);
}

/** Each finding to the task of the wave that it serves first; one that serves only earlier tasks is kept by the first. */
function distribute(tasks: readonly TaskResearch[], findings: readonly Finding[]): void {
  const byTask = Map.groupBy(findings, (finding) => {
    const served = servedTasks(finding).flatMap((taskId) => tasks.find(({ task }) => task.taskId === taskId) ?? []);
    return served[0] ?? tasks[0];
  });
  for (const [task, own] of byTask) task?.keep(own);
}

const HITS_OF_SEARCH = 3;

/** How far leads are followed. */
interface LeadExtent {
  /** Most passages that are read. */
  readonly left: number;
  /** Most searches. */
  readonly searches: number;
  /** A call for fewer hits of searches than this rarely pays; places that a reader named are read in any case. */
  readonly fewest: number;
}

/** Of the leads of readers. */
const READER_EXTENT: Omit<LeadExtent, 'left'> = { searches: 3, fewest: 3 };

/** Those that are followed now, places up to so many, and those that there is no room for. */
function divideLeads(
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
async function followLeads(
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
