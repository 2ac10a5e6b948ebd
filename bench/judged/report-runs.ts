import { setTimeout as delay } from 'node:timers/promises';
import type { ResearchProgress, Stage } from '@plumbline/contracts/report/progress';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { z } from 'zod';
import type { JudgedQuestion } from './questions.ts';
import type { ReportWorld } from './report-world.ts';

const LOOK_EVERY_MS = 500;
/** Of the run, before its worker is killed in research: it must have something to lose. */
const CALLS_BEFORE_KILL = 3;
const AFTER_RESEARCH: ReadonlySet<Stage> = new Set(['validating', 'synthesizing', 'verifying']);

export const runFiguresSchema = z.object({
  researchId: z.string(),
  hasEnded: z.boolean(),
  failure: z.string().nullable(),
  seconds: z.number(),
  /** Requests to the model along the longest chain of activities; null: it did not end. */
  chain: z.number().nullable(),
  /** Times that its worker was killed. */
  kills: z.number(),
});
/** What only the run itself tells. */
export type RunFigures = z.infer<typeof runFiguresSchema>;

export interface ReportRun {
  readonly run: RunFigures;
  /** Null: it published nothing. */
  readonly published: { readonly report: string; readonly record: string } | null;
}

interface RunOptions {
  readonly kills: boolean;
  readonly signal: AbortSignal;
}

/** Researches a question to its end, or goes on with the run that a call before began. It does not ask back. */
export async function runQuestion(
  world: ReportWorld,
  { id, question, corpus, length }: JudgedQuestion,
  { kills, signal }: RunOptions,
): Promise<ReportRun> {
  const request = researchRequestSchema.parse({
    question,
    corpusDirectories: [corpus],
    settings: { clarify: 'never', length },
  });
  const { researchId, attached } = await world.research.start(request, id);
  // Of a run that failed, what it had settled is used again.
  if (attached) await world.research.resume(researchId);
  let killsLeft = kills ? 1 : 0;
  for (;;) {
    const { status, startedAt, endedAt, progress, failure } = await world.research.observe(researchId);
    if (status !== 'running') {
      const seconds = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;
      const hasEnded = status === 'completed';
      const chain = hasEnded ? await world.chainOf(researchId) : null;
      const run = { researchId, hasEnded, failure, seconds, chain, kills: kills ? 1 - killsLeft : 0 };
      return { run, published: await world.publishedBy(researchId) };
    }
    if (killsLeft > 0 && progress !== null && isInTheMiddle(progress)) {
      killsLeft -= 1;
      world.killWorker();
    }
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

function isInTheMiddle({ stage, usage }: Pick<ResearchProgress, 'stage' | 'usage'>): boolean {
  return AFTER_RESEARCH.has(stage) || (stage === 'researching' && usage.modelCalls >= CALLS_BEFORE_KILL);
}
