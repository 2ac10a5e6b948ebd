import { setTimeout as delay } from 'node:timers/promises';
import { researchRecordSchema } from '@plumbline/contracts/report/report';
import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { EvaluationWorld } from './evaluation-world.ts';
import type { AskedQuestion } from './question-figures.ts';
import type { Question } from './question-file.ts';

const LOOK_EVERY_MS = 200;

/** Settings of the request that differ from the defaults. */
export type SettingsChange = Partial<Omit<ResearchRequest['settings'], 'limits'>>;

type RunOutcome = Pick<
  AskedQuestion,
  'researchId' | 'askedBack' | 'isClarified' | 'seconds' | 'report' | 'steps' | 'failure'
>;

/**
 * Researches a question as a user would. When the run asks back about an ambiguous question, replies with the
 * clarification; otherwise repeats the run with the clarification appended to the question, so that there is an answer
 * to measure. Skips what the run asks about other questions.
 */
export async function askQuestion(
  world: EvaluationWorld,
  question: Question,
  settings: SettingsChange,
  signal: AbortSignal,
): Promise<Omit<AskedQuestion, 'isCrossLanguage' | 'expectedIds'>> {
  const reply = question.ambiguous ? (question.clarification ?? null) : null;
  const first = await conductRun(world, question.question, reply, settings, signal);
  if (reply === null || first.isClarified) return { question, ...first };
  const second = await conductRun(world, `${question.question} ${reply}`, null, settings, signal);
  return { question, ...second, askedBack: first.askedBack };
}

/**
 * One run, seen to its end.
 *
 * @param reply to the first thing that it asks back; null, and everything further: skipped
 */
export async function conductRun(
  world: EvaluationWorld,
  question: string,
  reply: string | null,
  settings: SettingsChange,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { research, corpusDirectory } = world;
  const request = researchRequestSchema.parse({
    question,
    corpusDirectories: [corpusDirectory],
    settings: { clarify: 'auto', ...settings },
  });
  const startedAt = performance.now();
  const { researchId } = await research.start(request);
  const askedBack: string[] = [];
  let isClarified = false;
  for (;;) {
    const { status, progress, failure } = await research.observe(researchId);
    if (status !== 'running') {
      const seconds = (performance.now() - startedAt) / 1_000;
      const report = await readReport(world, researchId);
      const problem = 'problem' in report ? report.problem : null;
      const steps = await world.stepsOf(researchId);
      const outcome = { researchId, askedBack, isClarified, seconds, steps, failure: failure ?? problem };
      return { ...outcome, report: 'record' in report ? report : null };
    }
    const pending = progress?.pendingClarification ?? null;
    if (pending === null) {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      continue;
    }
    askedBack.push(...pending.questions.map(({ text }) => text));
    if (reply === null || isClarified) {
      await research.skip(researchId);
      continue;
    }
    await research.answer(researchId, { text: reply });
    isClarified = true;
  }
}

async function readReport(
  { runs }: EvaluationWorld,
  researchId: string,
): Promise<NonNullable<AskedQuestion['report']> | { readonly problem: string }> {
  const stored = await runs.readReport(researchId);
  if (stored === null) return { problem: 'no report' };
  const parsed = researchRecordSchema.safeParse(JSON.parse(stored.json));
  if (!parsed.success) return { problem: `report.json is not as described: ${parsed.error.message}` };
  return { record: parsed.data, markdown: stored.markdown ?? '' };
}
