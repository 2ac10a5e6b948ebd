import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { RewriteQueryInput, RewrittenQueries } from '@plumbline/contracts/research/retrieval-activities';
import { contentTerms } from '@plumbline/language/terms';
import { correctedQueries, newQueries, queryVariants, toQuery } from '@plumbline/ranking/query-variants';
import { hitTextsOf } from '@plumbline/search/hit-text';
import { shownPlace } from '../../steps/prompt-text.ts';
import { rewriteQueryStep, type SearchQueries } from '../../steps/rewrite-query.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { shelfOf } from './shelf.ts';

/** Hits of a task's own words whose places a model sees. */
const PLACES_SHOWN = 3;

/** Turns tasks into search queries, their own words first; or, to correct a search, each into one new query by rule. */
export function createRewriteQuery({ reasoner, corpus }: Pick<ActivityDependencies, 'reasoner' | 'corpus'>) {
  return async (input: RewriteQueryInput, signal: AbortSignal): Promise<Reasoned<RewrittenQueries>> => {
    const { anchor, corpusLanguages, engine, metering, correction, approvedTasks } = input;
    const count = correction === null ? input.queryVariants - 1 : 1;
    // Saves the call when the model could not add a query.
    const isByRule = count === 0 || correction !== null;
    const tasks = await Promise.all(
      input.tasks.map(async (task) => ({ ...task, places: isByRule ? [] : await placesOf(corpus, input, task) })),
    );
    const shelf = isByRule ? [] : await shelfOf(corpus, input.corpusId, anchor.originalQuestion, anchor.language);
    const stepInput = { anchor, approvedTasks, shelf, corpusLanguages, count, tasks };
    const reasoning = { engine: isByRule ? ('offline' as const) : engine, metering, signal };
    const { value, cost } = await reasoner.run(rewriteQueryStep, stepInput, reasoning);
    const queries = input.tasks.map(async (task) => {
      const original = toQuery(task.text);
      // Where a model gives too few, or only repeats itself, the rule adds queries.
      const candidates = [
        ...queriesOf(value, task, tasks.length === 1),
        ...(count === 0 ? [] : await ruled(corpus, input, task)),
      ];
      const tried = [original, ...(correction?.triedQueries ?? [])];
      const fresh = newQueries(candidates, tried, anchor.language).slice(0, count);
      return correction === null ? [original, ...fresh] : fresh;
    });
    return { value: { queries: await Promise.all(queries) }, cost };
  };
}

/** An answer about a single task can only mean that task. */
function queriesOf({ tasks }: SearchQueries, { taskId }: ResearchTask, isAlone: boolean): readonly string[] {
  const own = tasks.find((said) => said.taskId === taskId) ?? (isAlone ? tasks[0] : undefined);
  return own?.queries ?? [];
}

async function ruled(
  corpus: ActivityDependencies['corpus'],
  { anchor, corpusId, correction, approvedTasks }: RewriteQueryInput,
  { taskId, text }: ResearchTask,
): Promise<readonly string[]> {
  // What a person asked for beside the question stands alone.
  const isAlone = approvedTasks.some((approved) => approved.taskId === taskId);
  const asked = isAlone ? { ...anchor, originalQuestion: text, refinements: [] } : anchor;
  if (correction === null) return queryVariants(asked, text);
  const words = contentTerms(text, anchor.language).map(({ surface }) => surface);
  const folders = foldersOf(corpusId);
  const known = folders === null ? null : await corpus.wordFrequencies(folders, words, anchor.language);
  const rarity = (word: string): number => known?.get(word)?.inverseDocumentFrequency ?? 0;
  const found = words.filter((word) => known?.get(word)?.passages !== 0);
  const telling = found.length > 0 ? found : words;
  return correctedQueries(
    anchor,
    telling.toSorted((a, b) => rarity(b) - rarity(a) || b.length - a.length),
  );
}

/** Where a task's own words are found in the folders. */
async function placesOf(
  corpus: ActivityDependencies['corpus'],
  { anchor, corpusId }: RewriteQueryInput,
  task: ResearchTask,
): Promise<string[]> {
  const folders = foldersOf(corpusId);
  if (folders === null) return [];
  const search = { query: toQuery(task.text), language: anchor.language, topK: PLACES_SHOWN, snippets: false };
  const { hits } = await corpus.search({ corpusId: folders, ...search });
  const texts = await hitTextsOf(corpus, corpusId, hits);
  return texts.flatMap((text) => (text === null ? [] : shownPlace(text.title, text.headingPath)));
}
