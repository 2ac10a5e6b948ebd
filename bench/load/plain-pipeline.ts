import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import { inBatches, type Pipeline, READING_BATCH, SCORING_BATCH, type TaskGround } from './pipeline.ts';

/** The pipeline as plain functions: nothing is kept of what is under way. @returns path of the report's record */
export async function runPlain(pipeline: Pipeline): Promise<string> {
  const ground = await pipeline.clarify();
  const plan = await pipeline.plan(ground);
  const tasks = await Promise.all(plan.tasks.map((task) => researchTask(pipeline, { ...ground, task })));
  const findings = await pipeline.validate(
    ground,
    tasks.flatMap((task) => task.findings),
  );
  return pipeline.write(
    ground,
    plan,
    findings,
    tasks.map(({ summary }) => summary),
  );
}

async function researchTask(
  pipeline: Pipeline,
  ground: TaskGround,
): Promise<{ readonly findings: readonly Finding[]; readonly summary: TaskSummary }> {
  const hits = await pipeline.search(ground);
  const scores = await Promise.all(inBatches(hits, SCORING_BATCH).map((batch) => pipeline.score(ground, batch)));
  const ranked = await pipeline.rank(ground, hits, scores.flat());
  const read = await Promise.all(inBatches(ranked, READING_BATCH).map((batch) => pipeline.read(ground, batch)));
  const findings = await pipeline.grade(ground, read.flat());
  return { findings, summary: await pipeline.summarize(ground, findings) };
}
