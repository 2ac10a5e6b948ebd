import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { RewriteQueryInput } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { MAX_QUERIES, rewriteQueryStep } from './reasoning/steps/rewrite-query.ts';

const MAX_QUERY_LENGTH = 500;

/** Turns a task into one to three search queries. */
export function createRewriteQuery({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (
    input: RewriteQueryInput,
    signal: AbortSignal,
  ): Promise<Reasoned<{ readonly queries: readonly string[] }>> => {
    const { anchor, task, corpusLanguages, today, engine } = input;

    const stepInput = { today, anchor, taskText: task.text, corpusLanguages };
    const { value, cost } = await reasoner.run(rewriteQueryStep, stepInput, { engine, signal });
    const queries = value.queries
      .map((query) => query.trim().slice(0, MAX_QUERY_LENGTH))
      .filter((query) => query !== '');
    const distinct = [...new Set(queries)].slice(0, MAX_QUERIES);
    return { value: { queries: distinct.length > 0 ? distinct : [task.text.slice(0, MAX_QUERY_LENGTH)] }, cost };
  };
}
