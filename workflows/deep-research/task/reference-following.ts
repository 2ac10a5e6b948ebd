import { counted } from '@plumbline/contracts/common/counted';
import type { WebSettings } from '@plumbline/contracts/common/web-search';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { referenceTo, type ReferredHit, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { ON_THE_WEB, type ReferringFinding, type WebLink } from '@plumbline/contracts/research/retrieval-activities';
import { callActivity } from '../../calls/activity-options.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { isBanned, isWithin } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { type PassageReading, readPage, type ScoredHit, withScores } from './page-reading.ts';
import { waitToResearch } from './research-budget.ts';
import type { TaskContext } from './task-context.ts';

/** Passages of a linked page that go to the gate. */
const PASSAGES_OF_PAGE = 2;

/** Targets scored per target that may be read. */
const CANDIDATES_PER_REFERENCE = 2;

/** Lowest relevance at which the target of a reference is read. */
const REFERENCE_GATE = 0.6;

/** Targets that a task may read for each hit that it may read: they are worth less than what was found by its own words. */
const TARGETS_PER_HIT = 0.6;

type FollowingParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts' | 'budget'>;

/** Reads passages at a depth; gives back what they contributed. */
type Read = (hits: readonly PassageReading[], depth: 1 | 2) => Promise<readonly Finding[]>;

/**
 * Follows references of what was read, and references found that way. Each target must pass the gate before it is read;
 * a task visits no passage twice, so cycles end.
 *
 * @param found findings whose passages may refer elsewhere
 */
export async function followReferences(
  run: FollowingParts,
  context: TaskContext,
  found: readonly Finding[],
  read: Read,
): Promise<void> {
  const { referenceDepth, rerankTopK } = run.request.settings;
  let left = Math.round(TARGETS_PER_HIT * rerankTopK);
  let frontier = found;
  const fetched = new Set<string>();
  for (const depth of [1, 2] as const) {
    if (depth > referenceDepth || left === 0 || frontier.length === 0) return;
    if (!(await waitToResearch(run))) return;
    const targets = await resolveReferences(run, context, frontier, { left, fetched });
    const passed = (await passGate(run, context, targets)).slice(0, left);
    left -= passed.length;
    run.accounts.noteReferences({ followed: passed.length });
    const readings = passed.map((scored) => ({ ...scored, belowThreshold: false }));
    frontier = await read(readings, depth);
  }
}

/** Finds the passages that findings refer to; of the web their pages, each once. */
export async function resolveReferences(
  run: FollowingParts,
  context: TaskContext,
  findings: readonly Finding[],
  { left, fetched }: { readonly left: number; readonly fetched: Set<string> },
): Promise<readonly ReferredHit[]> {
  const { request, state, accounts } = run;
  const { corpus, task, visitedPassages } = context;
  const visitedPassageIds = [...visitedPassages];
  const maxReferences = left * CANDIDATES_PER_REFERENCE;
  const referring = findings.map(toReferring);
  const input = { corpusId: corpus.corpusId, findings: referring, leads: [], visitedPassageIds, maxReferences };
  const { hits, unresolved, links } = await callActivity(
    'followReferences',
    { ...input, followsWeb: request.web !== null },
    `${task.taskId}: references of ${counted(findings.length, 'finding')}`,
  );
  const fresh = links.filter(({ url }) => !fetched.has(url));
  for (const { url } of fresh) fetched.add(url);
  const linked = await readLinks(run, context, fresh);
  const targets = [...hits, ...linked].filter(({ locator }) => !isBanned(state.steering, locator));
  for (const { passage } of targets) visitedPassages.add(passage.passageId);
  accounts.noteReferences({ resolved: targets.length, unresolved });
  return targets;
}

function toReferring({ findingId, passageId, locator, quotes }: Finding): ReferringFinding {
  return { findingId, passageId, locator, quotes: quotes.map(({ start, end }) => ({ start, end })) };
}

/**
 * Scores each target by little text; what stays below the gate is counted with its reason and never read.
 *
 * @returns what passed, best first
 */
async function passGate(
  { accounts, state }: FollowingParts,
  { anchor, corpus, task }: TaskContext,
  hits: readonly ReferredHit[],
): Promise<ScoredHit[]> {
  if (hits.length === 0) return [];
  const summary = `${task.taskId}: gate for ${counted(hits.length, 'reference')}`;
  const input = { anchor, corpusId: corpus.corpusId, hits, approvedTasks: approvedTasksOf(state.current) };
  const scores = await callActivity('scoreReferences', input, summary);
  const scored = withScores(hits, scores);
  const passes = (target: ScoredHit): boolean => scoreOf(target) >= REFERENCE_GATE;
  const refused = scored
    .filter((target) => !passes(target))
    .map(({ hit, score }) => ({
      reference: hit.reference.text,
      locator: hit.locator,
      score: score?.score ?? null,
      reason: score?.reason ?? '',
    }));
  accounts.noteReferences({ refused });
  return scored.filter(passes).sort((a, b) => scoreOf(b) - scoreOf(a));
}

function scoreOf({ score }: ScoredHit): number {
  return score?.score ?? 0;
}

type LinkParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts'>;

/**
 * Fetches the pages that references lead to, concurrently, within the domains of the request. Their best passages for
 * the task go through the gate like other targets. An unreadable page is an unresolved reference, not a gap: the task
 * did not search for it.
 */
export async function readLinks(
  run: LinkParts,
  context: Pick<TaskContext, 'anchor' | 'task' | 'corpus' | 'visitedPassages'>,
  links: readonly WebLink[],
): Promise<readonly ReferredHit[]> {
  const { request, state, accounts } = run;
  const isWanted = ({ url }: WebLink): boolean => isAllowed(request.web, url) && !isBanned(state.steering, url);
  accounts.noteReferences({
    unresolved: links.filter((link) => !isWanted(link)).map(({ url }) => `${url}${ON_THE_WEB}`),
  });
  const read = await Promise.all(
    links.filter(isWanted).map(async (link) => {
      const { text, sentence, findingId, url } = link;
      const onUnread = (cause: string) => accounts.noteReferences({ unresolved: [`${url}: ${cause}`] });
      const passages = await readPage(run, context, toHit(link), onUnread);
      return passages
        .filter(({ passage }) => !context.visitedPassages.has(passage.passageId))
        .slice(0, PASSAGES_OF_PAGE)
        .map((hit): ReferredHit => ({ ...referenceTo(hit), reference: { text, sentence, findingId } }));
    }),
  );
  return read.flat();
}

function isAllowed(web: Pick<WebSettings, 'domainAllow' | 'domainBlock'> | null, url: string): boolean {
  if (web === null || web.domainBlock.some((domain) => isWithin(url, domain))) return false;
  return web.domainAllow.length === 0 || web.domainAllow.some((domain) => isWithin(url, domain));
}

function toHit({ url, text, sentence }: WebLink): SearchHit {
  const unknown = { rank: 1, providerScore: 0, passage: null, publishedAt: null };
  return { ...unknown, provider: 'reference', query: text, title: text, locator: url, snippet: sentence };
}
