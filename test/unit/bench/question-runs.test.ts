import { describe, expect, it } from 'vitest';
import type { EvaluationWorld } from '../../../bench/answers/evaluation-world.ts';
import { askQuestion } from '../../../bench/answers/question-runs.ts';
import type { Delivery } from '../../../client/runs/run-messages.ts';
import type { RunObservation } from '../../../client/runs/run-observation.ts';
import { researchProgress } from '../../support/builders/run-views.ts';
import { questionOf } from './measured-report.ts';

const AMBIGUOUS = questionOf({ ambiguous: true, clarification: 'A rowing boat.' });

interface ScriptedWorld extends EvaluationWorld {
  /** What the runs were told, in order. */
  readonly told: readonly string[];
}

const round = {
  round: 1,
  questions: [{ questionId: 'r1q1', text: 'Which boat?', reason: '' }],
  answeredQuestionIds: [],
  assumptions: [],
  deadline: '2026-03-02T10:00:00.000Z',
};

function observationOf(researchId: string, isAsking: boolean): RunObservation {
  return {
    researchId,
    runId: 'run',
    status: isAsking ? 'running' : 'failed',
    stage: isAsking ? 'clarifying' : 'failed',
    question: '',
    awaitingInput: isAsking,
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: null,
    from: 'worker',
    progress: researchProgress({ pendingClarification: isAsking ? round : null }),
    workerLastSeenAt: null,
    workerIsBusy: false,
    activities: [],
    retries: [],
    failingTask: null,
    failure: null,
  };
}

/** Runs that ask back as often as their script says, and end without a report. */
function createScriptedWorld(roundsOfRuns: readonly number[]): ScriptedWorld {
  const told: string[] = [];
  const roundsLeft: number[] = [];
  const settleRound = (researchId: string, what: string): Delivery => {
    told.push(what);
    roundsLeft[Number(researchId)] = (roundsLeft[Number(researchId)] ?? 0) - 1;
    return { accepted: true, refusals: [], progress: null };
  };
  return {
    told,
    corpusDirectory: '/documents',
    research: {
      start: async ({ question, settings }) => {
        const rounds = roundsOfRuns[roundsLeft.length];
        if (rounds === undefined) throw new Error(`unscripted run of "${question}"`);
        told.push(`start ${question} (${settings.clarify}, ${settings.maxTasks} task)`);
        return { researchId: String(roundsLeft.push(rounds) - 1), requestHash: '', attached: false };
      },
      observe: async (researchId) => observationOf(researchId, (roundsLeft[Number(researchId)] ?? 0) > 0),
      answer: async (researchId, { text }) => settleRound(researchId, `answer ${text}`),
      skip: async (researchId) => settleRound(researchId, 'skip'),
    },
    runs: { readReport: async () => null },
    stepsOf: async () => ({ searches: [], readings: [], findings: [], finalScores: [] }),
    blobs: { getText: async (ref) => Promise.reject(new Error(`unscripted blob ${ref.sha256}`)) },
    close: async () => {},
  };
}

const ask = (world: EvaluationWorld, question = questionOf()) =>
  askQuestion(world, question, { maxTasks: 1 }, new AbortController().signal);

describe('askQuestion', () => {
  it('answers an ambiguous question once with its clarification, and skips further questions', async () => {
    const world = createScriptedWorld([2]);

    expect(await ask(world, AMBIGUOUS)).toMatchObject({
      isClarified: true,
      askedBack: ['Which boat?', 'Which boat?'],
      failure: 'no report',
      report: null,
    });
    expect(world.told).toEqual([
      'start How long may a boat stay at the quay? (auto, 1 task)',
      'answer A rowing boat.',
      'skip',
    ]);
  });

  it('repeats an ambiguous question with the clarification when it was not asked back', async () => {
    const world = createScriptedWorld([0, 0]);

    expect(await ask(world, AMBIGUOUS)).toMatchObject({ isClarified: false, askedBack: [], researchId: '1' });
    expect(world.told).toEqual([
      'start How long may a boat stay at the quay? (auto, 1 task)',
      'start How long may a boat stay at the quay? A rowing boat. (auto, 1 task)',
    ]);
  });

  it('skips and reports what is asked about a clear question', async () => {
    const world = createScriptedWorld([1]);

    expect(await ask(world)).toMatchObject({ isClarified: false, askedBack: ['Which boat?'] });
    expect(world.told.at(-1)).toBe('skip');
  });
});
