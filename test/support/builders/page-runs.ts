import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { PublicProgress, PublicRun } from '@plumbline/contracts/report/run-view';
import type { ListedRun, RunEvent } from '../../../packages/page/browser/api/api-types.ts';
import { findingOf } from './research-fixtures.ts';
import { researchProgress, runView, taskProgress } from './run-views.ts';

const AT = '2026-03-01T10:00:05.000Z';
const QUESTION = 'How are connections limited?';

export function listedRuns(): ListedRun[] {
  const runOf = (researchId: string, stage: ListedRun['stage'], awaitingInput = false): ListedRun => ({
    researchId,
    question: `A question about ${researchId}?`,
    stage,
    awaitingInput,
    startedAt: AT,
    endedAt: stage === 'researching' ? null : AT,
    usage: { searches: 1, pages: 4, modelCalls: 3, modelTokens: 900, money: 0.2 },
    userId: null,
    advice: null,
    corpusId: null,
    findings: 4,
    name: researchId === 'done' ? 'A name for it' : null,
    isPinned: researchId === 'failed',
  });
  return [
    runOf('done', 'published'),
    runOf('other', 'stopped'),
    runOf('asking', 'researching', true),
    runOf('failed', 'failed'),
  ];
}

/** Each run is in another state, with something in every place that the page has for a text. */
export const RUN_EVENTS: Readonly<Record<string, () => readonly RunEvent[]>> = {
  done: () => [runEvent({ researchId: 'done', stage: 'published', endedAt: AT, hasReport: true }), { kind: 'end' }],
  asking: () => [runEvent({}, { pendingClarification: questions() }), reportEvent()],
  planned: () => [runEvent({ stage: 'planning' }, { planToApprove: plan() })],
  waiting: () => [runEvent({}, { waits: [waitOf('budget', 'pages'), waitOf('outage', 'The search provider')] })],
  failed: () => [
    runEvent({ stage: 'failed', endedAt: AT, failure: 'The model refused every request.' }),
    reportEvent(),
    { kind: 'end' },
  ],
};

function runEvent(changes: Partial<PublicRun>, progress: Partial<PublicProgress> = {}): RunEvent {
  const made = { ...researchProgress(), result: null, ...fullProgress(), ...progress };
  const run = { ...runView({ question: QUESTION }), progress: made, hasReport: false };
  const failing = { failingTask: { attempt: 2, cause: 'The worker cannot read the history.' } };
  const retries = [{ activity: 'Search the web', attempt: 3, cause: 'The server is busy.', nextAttemptAt: AT }];
  return { kind: 'run', run: { ...run, ...failing, retries, webUi: 'http://127.0.0.1:8233/run', ...changes } };
}

function fullProgress(): Partial<PublicProgress> {
  return {
    tasks: [taskProgress(), taskProgress({ taskId: 'task-2', text: 'Who limits them?', step: 'failed' })],
    usage: { searches: 3, pages: 4, modelCalls: 5, modelTokens: 600, money: 0.1 },
    forkedFrom: { researchId: 'other', from: 'research', changes: [], ancestors: [] },
    gaps: [
      {
        kind: 'search-failed',
        taskId: 'task-2',
        subject: 'A subject',
        cause: 'A cause.',
        description: 'Nothing was found for it.',
      },
    ],
    degradations: [{ step: 'Reading of pages', cause: 'No model answers.', count: 2 }],
    rejections: [{ message: 'A message', reason: 'It names no task.', at: AT }],
    rejectionCount: 1,
    steering: [{ steer: { action: 'drop-task', taskId: 'task-2' }, effect: 'The task was dropped.', at: AT }],
    ledger: ledger(),
  };
}

function ledger(): PublicProgress['ledger'] {
  const spent = { requests: 2, lost: 0, reused: 1, promptTokens: 10, completionTokens: 5, money: 0.1 };
  return {
    entries: [{ kind: 'model', name: 'Planning of tasks', model: 'A model of theirs', ...spent }],
    reusedFrom: [],
  };
}

function questions(): PublicProgress['pendingClarification'] {
  return {
    round: 1,
    questions: [
      { questionId: 'r1q1', text: 'Which protocol is meant?', reason: 'The documents name two.' },
      { questionId: 'r1q2', text: 'Since when?', reason: 'The rules have changed.' },
    ],
    answeredQuestionIds: [],
    assumptions: ['The newest protocol is meant.'],
    deadline: AT,
  };
}

function plan(): ResearchPlan {
  return {
    tasks: [
      { taskId: 'task-1', text: 'Read about limits.', rationale: 'It is the question.' },
      { taskId: 'task-2', text: 'Read about servers.', rationale: 'They limit.' },
    ],
  };
}

function waitOf(kind: 'budget' | 'outage', subject: string): PublicProgress['waits'][number] {
  return { kind, subject, limit: null, reason: 'The server says: later.', since: AT, until: AT, attempts: 1 };
}

function reportEvent(): RunEvent {
  const findings = [1, 2, 3, 4].map((number) =>
    findingOf(`f${number}`, `Finding ${number} says so.`, {
      taskId: 'task-1',
      title: `Title ${number} of it`,
      untrusted: ['instructions'],
    }),
  );
  const report: PartialReport = {
    researchId: 'asking',
    question: QUESTION,
    stage: 'researching',
    asOf: AT,
    language: 'en',
    taskCoverage: 50,
    tasks: [{ taskId: 'task-1', text: QUESTION, isDone: false }],
    findings: [...findings, findingOf('f5', 'A finding of no task.', { taskId: 'none' })],
    findingCount: 5,
    gaps: [],
  };
  return { kind: 'report', report };
}
