import type { ResearchProgress, TaskProgress } from '@plumbline/contracts/report/progress';
import { researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import type { MeasuredRun } from '../../../client/cli/runs/find-run.ts';
import type { RunObservation } from '../../../client/runs/run-observation.ts';
import { shownTelemetryOf } from './research-fixtures.ts';

const STARTED_AT = '2026-03-01T10:00:00.000Z';

/** Milliseconds since the epoch, `seconds` after the start of every run here. */
export function secondsIn(seconds: number): number {
  return Date.parse(STARTED_AT) + seconds * 1_000;
}

export function taskProgress(fields: Partial<TaskProgress> = {}): TaskProgress {
  return {
    taskId: 'task-1',
    text: 'How are connections limited?',
    step: 'extracting',
    searches: 2,
    hits: 9,
    pages: 4,
    findings: 3,
    ...fields,
  };
}

export function researchProgress(fields: Partial<ResearchProgress> = {}): ResearchProgress {
  return {
    researchId: 'research-limits-3f9a21',
    question: 'How are connections limited?',
    stage: 'researching',
    startedAt: STARTED_AT,
    updatedAt: '2026-03-01T10:00:05.000Z',
    language: 'en',
    corpus: null,
    tasks: [],
    usage: { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 },
    limits: researchLimitsSchema.parse({}),
    pendingClarification: null,
    planToApprove: null,
    gaps: [],
    degradations: [],
    drift: null,
    telemetry: shownTelemetryOf({
      counts: { issued: 0, found: 0, duplicates: 0, corrected: 0, rounds: 0, belowThreshold: 0, read: 0, failed: 0 },
    }),
    rejections: [],
    rejectionCount: 0,
    waits: [],
    steering: [],
    ledger: null,
    failure: null,
    result: null,
    ...fields,
  };
}

export function runView(fields: Partial<MeasuredRun> = {}): MeasuredRun {
  const progress = fields.progress === undefined ? researchProgress() : fields.progress;
  return {
    researchId: 'research-limits-3f9a21',
    question: 'How are connections limited?',
    stage: progress?.stage ?? null,
    startedAt: STARTED_AT,
    endedAt: null,
    awaitingInput: false,
    from: 'worker',
    progress,
    workerLastSeenAt: null,
    workerIsBusy: false,
    activities: [],
    retries: [],
    failingTask: null,
    failure: null,
    advice: null,
    webUi: null,
    hasReport: false,
    reportPath: null,
    recordPath: null,
    refused: [],
    trust: null,
    drift: null,
    ...fields,
  };
}

export function observation(fields: Partial<RunObservation> = {}): RunObservation {
  const progress = fields.progress === undefined ? researchProgress() : fields.progress;
  return {
    researchId: 'research-limits-3f9a21',
    runId: 'run-1',
    status: 'running',
    stage: progress?.stage ?? null,
    question: 'How are connections limited?',
    awaitingInput: false,
    startedAt: STARTED_AT,
    endedAt: null,
    from: progress === null ? 'server' : 'worker',
    progress,
    workerLastSeenAt: null,
    workerIsBusy: false,
    activities: [],
    retries: [],
    failingTask: null,
    failure: null,
    ...fields,
  };
}
