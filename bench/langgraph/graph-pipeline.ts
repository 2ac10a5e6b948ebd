import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { RankedHit, RelevanceScore, SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import {
  type Batch,
  type Ground,
  inBatches,
  type Pipeline,
  READING_BATCH,
  SCORING_BATCH,
  type TaskGround,
} from '../load/pipeline.ts';

const THREAD = { configurable: { thread_id: 'research-lamp' } };

const collected = <Entry>() =>
  Annotation<readonly Entry[]>({ reducer: (before, more) => [...before, ...more], default: () => [] });

/** What a task hands on to its run. */
const handedOn = { findings: collected<Finding>(), summaries: collected<TaskSummary>() };
const TaskResult = Annotation.Root(handedOn);
const TaskState = Annotation.Root({
  ...handedOn,
  ground: Annotation<TaskGround>(),
  hits: Annotation<readonly SearchHit[]>(),
  scores: collected<RelevanceScore>(),
  ranked: Annotation<readonly RankedHit[]>(),
  read: collected<Finding>(),
});
/** For one of several nodes side by side. */
interface BatchState<Entry> {
  readonly ground: TaskGround;
  readonly batch: Batch<Entry>;
}

const RunState = Annotation.Root({
  ...handedOn,
  ground: Annotation<Ground>(),
  plan: Annotation<ResearchPlan>(),
  validated: Annotation<readonly Finding[]>(),
  record: Annotation<string>(),
});

/**
 * The pipeline as a LangGraph graph: each step a node, each task a subgraph, batches as nodes side by side, and every
 * checkpoint written before the next step begins. Begins where the last checkpoint in the database stands.
 *
 * @returns the hash of the report's record
 */
export async function runGraph(pipeline: Pipeline, database: string): Promise<string> {
  const graph = runGraphOf(pipeline).compile({ checkpointer: SqliteSaver.fromConnString(database) });
  const known = await graph.getState(THREAD);
  const isUnderWay = known.next.length > 0;
  const { record } = await graph.invoke(isUnderWay ? null : {}, { ...THREAD, durability: 'sync' });
  return record;
}

function runGraphOf(pipeline: Pipeline) {
  return new StateGraph(RunState)
    .addNode('clarify', async () => ({ ground: await pipeline.clarify() }))
    .addNode('makePlan', async ({ ground }) => ({ plan: await pipeline.plan(ground) }))
    .addNode('research', taskGraphOf(pipeline).compile())
    .addNode('validate', async ({ ground, findings }) => ({ validated: await pipeline.validate(ground, findings) }))
    .addNode('write', async ({ ground, plan, validated, summaries }) => ({
      record: await pipeline.write(ground, plan, validated, summaries),
    }))
    .addEdge(START, 'clarify')
    .addEdge('clarify', 'makePlan')
    .addConditionalEdges(
      'makePlan',
      ({ ground, plan }) => plan.tasks.map((task) => new Send('research', { ground: { ...ground, task } })),
      ['research'],
    )
    .addEdge('research', 'validate')
    .addEdge('validate', 'write')
    .addEdge('write', END);
}

function taskGraphOf(pipeline: Pipeline) {
  return new StateGraph({ stateSchema: TaskState, output: TaskResult })
    .addNode('search', async ({ ground }) => ({ hits: await pipeline.search(ground) }))
    .addNode('score', async ({ ground, batch }: BatchState<SearchHit>) => ({
      scores: await pipeline.score(ground, batch),
    }))
    .addNode('rank', async ({ ground, hits, scores }) => ({ ranked: await pipeline.rank(ground, hits, scores) }))
    .addNode('readPassages', async ({ ground, batch }: BatchState<RankedHit>) => ({
      read: await pipeline.read(ground, batch),
    }))
    .addNode('grade', async ({ ground, read }) => ({ findings: await pipeline.grade(ground, read) }))
    .addNode('summarize', async ({ ground, findings }) => ({
      summaries: [await pipeline.summarize(ground, findings)],
    }))
    .addEdge(START, 'search')
    .addConditionalEdges(
      'search',
      ({ ground, hits }) => inBatches(hits, SCORING_BATCH).map((batch) => new Send('score', { ground, batch })),
      ['score'],
    )
    .addEdge('score', 'rank')
    .addConditionalEdges(
      'rank',
      ({ ground, ranked }) =>
        inBatches(ranked, READING_BATCH).map((batch) => new Send('readPassages', { ground, batch })),
      ['readPassages'],
    )
    .addEdge('readPassages', 'grade')
    .addEdge('grade', 'summarize')
    .addEdge('summarize', END);
}
