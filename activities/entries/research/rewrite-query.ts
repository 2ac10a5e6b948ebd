import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { HitReference } from '@plumbline/contracts/evidence/search-hit';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { RewriteQueryInput, RewrittenQueries } from '@plumbline/contracts/research/retrieval-activities';
import { correctedQueries, newQueries, queryVariants, toQuery } from '@plumbline/ranking/query-variants';
import { firstPass, learnWords } from '@plumbline/ranking/relevance-feedback';
import { hitTextsOf } from '@plumbline/search/hit-text';
import { shownPlace } from '../../steps/prompt-text.ts';
import { rewriteQueryStep, type SearchQueries } from '../../steps/rewrite-query.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { shelfOf } from './shelf.ts';

/** Hits of a task's own words whose places a model sees. */
const PLACES_SHOWN = 3;

/** What is known of a task before its queries are written. */
interface Prepared {
  readonly task: ResearchTask;
  /** Its own words. */
  readonly original: string;
  readonly hits: readonly HitReference[];
}

/** Turns tasks into search queries, their own words first; or, to correct a search, each into one new query by rule. */
export function createRewriteQuery({ reasoner, corpus }: Pick<ActivityDependencies, 'reasoner' | 'corpus'>) {
  return async (input: RewriteQueryInput, signal: AbortSignal): Promise<Reasoned<RewrittenQueries>> => {
    const { anchor, corpusLanguages, engine, metering, correction, approvedTasks } = input;
    const count = correction === null ? input.queryVariants - 1 : 1;
    const prepared = await Promise.all(input.tasks.map((task) => prepare(corpus, input, task, count)));
    // Saves the call when the model could not add a query.
    const isByRule = count === 0 || correction !== null;
    const tasks = await Promise.all(
      prepared.map(async ({ task, hits }) => ({
        ...task,
        places: isByRule ? [] : await placesOf(corpus, input.corpusId, hits),
      })),
    );
    const shelf = isByRule ? [] : await shelfOf(corpus, input.corpusId, anchor.originalQuestion, anchor.language);
    const stepInput = { anchor, approvedTasks, shelf, corpusLanguages, count, tasks };
    const reasoning = { engine: isByRule ? ('offline' as const) : engine, metering, signal };
    const { value, cost } = await reasoner.run(rewriteQueryStep, stepInput, reasoning);
    const queries = prepared.map(async (one) => {
      const tried = [one.original, ...(correction?.triedQueries.filter((query) => query !== one.original) ?? [])];
      // Where a model gives too few, or only repeats itself, the rule adds queries.
      const candidates = [
        ...queriesOf(value, one.task, prepared.length === 1),
        ...(count === 0 ? [] : await ruled(corpus, input, one)),
      ];
      const fresh = newQueries(candidates, tried, anchor.language).slice(0, count);
      return correction === null ? [one.original, ...fresh] : fresh;
    });
    return { value: { queries: await Promise.all(queries) }, cost };
  };
}

/** An answer about a single task can only mean that task. */
function queriesOf({ tasks }: SearchQueries, { taskId }: ResearchTask, isAlone: boolean): readonly string[] {
  const own = tasks.find((said) => said.taskId === taskId) ?? (isAlone ? tasks[0] : undefined);
  return own?.queries ?? [];
}

async function prepare(
  corpus: ActivityDependencies['corpus'],
  { anchor, corpusId, correction }: RewriteQueryInput,
  task: ResearchTask,
  count: number,
): Promise<Prepared> {
  const original = toQuery(task.text);
  const hits = correction?.hits ?? (count === 0 ? [] : await firstPass(corpus, corpusId, original, anchor.language));
  return { task, original, hits };
}

async function ruled(
  corpus: ActivityDependencies['corpus'],
  { anchor, corpusId, correction }: RewriteQueryInput,
  { task, original, hits }: Prepared,
): Promise<readonly string[]> {
  const learned = await learnWords(corpus, corpusId, { text: original, language: anchor.language }, hits);
  const material = { anchor, taskText: task.text, learned };
  return correction === null ? queryVariants(material) : correctedQueries(material);
}

async function placesOf(
  corpus: ActivityDependencies['corpus'],
  corpusId: string,
  hits: readonly HitReference[],
): Promise<string[]> {
  const texts = await hitTextsOf(corpus, corpusId, hits.slice(0, PLACES_SHOWN));
  return texts.flatMap((text) => (text === null ? [] : shownPlace(text.title, text.headingPath)));
}
