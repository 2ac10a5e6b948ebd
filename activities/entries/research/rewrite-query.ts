import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type { RewriteQueryInput } from '../../../workflows/contracts/research/retrieval-activities.ts';
import { newQueries, toQuery } from '../../corpus/ranking/query-variants.ts';
import { firstPass, learnWords } from '../../corpus/ranking/relevance-feedback.ts';
import { snippetsOf } from '../../corpus/search-index/hit-text.ts';
import { type RewriteQueryStepInput, rewriteQueryStep } from '../../steps/rewrite-query.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Turns a task into search queries, its own words first; or, to correct a search, into one new query. */
export function createRewriteQuery({ reasoner, corpus }: Pick<ActivityDependencies, 'reasoner' | 'corpus'>) {
  return async (
    input: RewriteQueryInput,
    signal: AbortSignal,
  ): Promise<Reasoned<{ readonly queries: readonly string[] }>> => {
    const { anchor, task, engine, metering, correction } = input;
    const { language } = anchor;
    const original = toQuery(task.text);
    const stepInput = await toStepInput(corpus, input, original);
    const { triedQueries, count } = stepInput;

    // Saves the call when the model could not add a query.
    const reasoning = { engine: count === 0 ? ('offline' as const) : engine, metering, signal };
    const { value, cost } = await reasoner.run(rewriteQueryStep, stepInput, reasoning);
    // Where a model gives too few, or only repeats itself, the rule adds queries.
    const candidates = [...value.queries, ...rewriteQueryStep.offline(stepInput).queries];
    const fresh = newQueries(candidates, triedQueries, language).slice(0, count);
    return { value: { queries: correction === null ? [original, ...fresh] : fresh }, cost };
  };
}

async function toStepInput(
  corpus: ActivityDependencies['corpus'],
  { anchor, task, corpusId, corpusLanguages, queryVariants, correction, approvedTasks }: RewriteQueryInput,
  original: string,
): Promise<RewriteQueryStepInput> {
  const { language } = anchor;
  const count = correction === null ? queryVariants - 1 : 1;
  const query = { text: original, language };
  const hits = correction?.hits ?? (count === 0 ? [] : await firstPass(corpus, corpusId, original, language));
  return {
    anchor,
    approvedTasks,
    taskText: task.text,
    corpusLanguages,
    count,
    triedQueries: [original, ...(correction?.triedQueries.filter((query) => query !== original) ?? [])],
    found:
      correction === null
        ? null
        : (await snippetsOf(corpus, corpusId, correction.hits, query)).map(({ shown }) => shown),
    learned: await learnWords(corpus, corpusId, query, hits),
  };
}
