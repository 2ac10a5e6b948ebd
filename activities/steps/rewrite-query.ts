import { languageName } from '@plumbline/contracts/common/language-name';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import { boundedList, boundedText, keyedById } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { anchoredText, tagged, taggedAnchor, taggedShelf, UNDATED } from './prompt-text.ts';

export interface RewriteQueryStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  /** The documents, a line each. */
  readonly shelf: readonly string[];
  /** ISO 639-1 codes. */
  readonly corpusLanguages: readonly string[];
  /** Maximum number of queries for a task. */
  readonly count: number;
  readonly tasks: readonly QueriedTask[];
}

/** A task, and what a search for its own words showed. */
export interface QueriedTask {
  readonly taskId: string;
  readonly text: string;
  /** Titles and headings, best first. */
  readonly places: readonly string[];
}

/** Most that a run may ask for. */
const MAX_QUERIES = 8;
const MAX_PLACE_LENGTH = 160;

function queriesUpTo(most: number): z.ZodType<string[]> {
  return boundedList(boundedText(160, 'a few words'), most, 'search queries of a few words each');
}

/** What rewriting reads: lists of queries by task id, also inside another key. */
const searchQueriesSchema = z.preprocess(
  toTasks,
  z.object({ tasks: z.array(z.object({ taskId: z.string(), queries: queriesUpTo(MAX_QUERIES) })) }),
);
export type SearchQueries = z.infer<typeof searchQueriesSchema>;

/** Finds queries for a full-text search beyond the tasks' own words. A rule adds its own for each task. */
export const rewriteQueryStep: ReasoningStep<RewriteQueryStepInput, SearchQueries> = {
  name: 'rewrite-query',
  role: 'small',
  version: 9,
  output: searchQueriesSchema,
  asked: (ids, most) => keyedById(ids, queriesUpTo(Math.min(most, MAX_QUERIES))),
  prompt: ({ anchor, approvedTasks, shelf, corpusLanguages, count, tasks }) => ({
    ids: tasks.map(({ taskId }) => taskId),
    most: count,
    system: anchoredText(
      'You write queries for a full-text search over documents.',
      UNDATED,
      corpusLanguages.includes(anchor.language) ? anchor.language : (corpusLanguages[0] ?? anchor.language),
    ),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedShelf(shelf),
      ...tasks.map((task) => tagged('task', describe(task), 4_000, task.taskId)),
      renderLanguages(corpusLanguages, anchor.language),
      [
        'Each task was already searched for in its own words; the best places found are listed below it.',
        `For each task, write at most ${count} ${count === 1 ? 'query' : 'queries'} that find what these miss.`,
        'The search matches words, not meaning: use the terms of such documents, and put a synonym into another query.',
        'Keep the meaning of the task. Keep identifiers, section numbers and names unchanged; a name or heading of a document finds its section first.',
        'Use no operators and no full sentences.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  offline: () => ({ tasks: [] }),
};

function describe({ text, places }: QueriedTask): string {
  return [text, ...places.map((place) => `- ${place.slice(0, MAX_PLACE_LENGTH)}`)].join('\n');
}

function toTasks(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer as Readonly<Record<string, unknown>>).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [[key, value] as const],
  );
  const lists = entries.filter(
    ([, value]) => Array.isArray(value) && value.every((query) => typeof query === 'string'),
  );
  return lists.length === 0 ? answer : { tasks: lists.map(([taskId, list]) => ({ taskId, queries: list })) };
}

function renderLanguages(corpusLanguages: readonly string[], language: string): string {
  const names = corpusLanguages.map((code) => languageName(code, 'en')).join(', ');
  if (corpusLanguages.length === 0) return 'It is not known in which languages the documents are written.';
  if (corpusLanguages.every((code) => code === language))
    return `The documents are written in ${names}. Write the queries in it too.`;
  return `The documents are written in: ${names}. Some are in another language than the task: first write a query in each of their languages, in the words that such documents use.`;
}
