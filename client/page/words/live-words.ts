import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { Stage, TaskStep } from '../../../workflows/contracts/report/progress.ts';
import type { Steer } from '../../../workflows/contracts/research/steering.ts';
import type { LimitName } from '../models/run-limits.ts';
import type { PathStage } from '../models/stage-path.ts';

/** What can be asked for with a confirmation. */
export interface ConfirmedWords {
  readonly button: string;
  /** What it will do. */
  readonly says: string;
  readonly confirm: string;
}

type End = Extract<Stage, 'published' | 'stopped' | 'halted' | 'failed' | 'cancelled'>;

/** What the view of a run under way says. */
export interface LiveWords {
  readonly stages: Readonly<Record<PathStage, string>>;
  readonly stageState: Readonly<Record<'done' | 'present' | 'ahead', string>>;
  readonly path: string;
  readonly ends: Readonly<Record<End, string>>;
  readonly ended: (time: string) => string;
  readonly endReason: (reason: string) => string;
  /** What to do where no report is shown. */
  readonly afterEnd: Readonly<Record<End, string>>;
  /** Before the command. */
  readonly resumes: string;
  readonly starting: string;
  readonly lost: string;
  readonly toldByStore: string;
  readonly noWorker: string;
  readonly lastSeen: (time: string) => string;
  readonly bringWorker: string;
  readonly failingTask: (attempt: number, cause: string) => string;
  readonly retrying: (activity: string, attempt: number, cause: string) => string;
  readonly webUi: string;
  readonly reportReady: string;
  readonly readReport: string;
  readonly tasks: string;
  /** What a task has done so far, in its order. */
  readonly story: {
    readonly searched: (count: number) => string;
    readonly read: (count: number) => string;
    readonly found: (count: number) => string;
    readonly sources: string;
  };
  readonly pace: Readonly<Record<'took' | 'elapsed' | 'left' | 'most', (duration: string) => string>>;
  readonly engineers: string;
  readonly steps: Readonly<Record<TaskStep, string>>;
  readonly found: string;
  readonly foundCount: (count: number) => string;
  readonly nothingFound: string;
  readonly notWritten: string;
  readonly moreFound: (count: number) => string;
  readonly otherFindings: string;
  readonly spending: string;
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly used: (used: string, limit: string | null) => string;
  readonly ledger: string;
  readonly waits: string;
  /** Above what it waits for a person to decide. */
  readonly decides: string;
  readonly reached: (limit: string) => string;
  readonly actsAt: Readonly<Record<'budget' | 'outage' | 'setup', (time: string) => string>>;
  readonly gaps: (count: number) => string;
  readonly degradations: (count: number) => string;
  readonly times: (count: number) => string;
  readonly changes: (count: number) => string;
  readonly refused: {
    readonly heading: string;
    /** By the name of the message. */
    readonly messages: Readonly<Record<string, string>>;
    /** What a run says when it refuses, in words; the names of limits are in words already. */
    readonly reasons: readonly (readonly [said: RegExp, words: string])[];
  };
  readonly asks: {
    readonly heading: string;
    readonly until: (time: string) => string;
    readonly assumptions: string;
    readonly placeholder: string;
    readonly send: string;
    readonly skip: ConfirmedWords;
  };
  readonly plan: {
    readonly heading: string;
    readonly says: string;
    readonly task: (number: number) => string;
    readonly up: (number: number) => string;
    readonly down: (number: number) => string;
    readonly remove: (number: number) => string;
    readonly add: string;
    readonly approve: string;
    readonly approveEdited: string;
    readonly faults: Readonly<Record<'empty-plan' | 'empty-task', string>>;
  };
  readonly controls: string;
  readonly back: string;
  readonly sending: string;
  readonly taken: string;
  readonly stored: string;
  readonly retry: ConfirmedWords;
  readonly finish: ConfirmedWords;
  readonly cancel: ConfirmedWords;
  readonly extend: ConfirmedWords & { readonly present: (value: string) => string; readonly nothing: string };
  readonly steer: ConfirmedWords & {
    readonly action: string;
    readonly actions: Readonly<Record<Steer['action'], string>>;
    readonly fields: Readonly<Record<Steer['action'], string>>;
    readonly effects: Readonly<Record<Steer['action'], string>>;
  };
  readonly notify: {
    readonly allow: string;
    readonly allowed: string;
    readonly denied: string;
    readonly asks: string;
    readonly ended: string;
  };
  readonly exports: string;
  readonly exportAs: Readonly<Record<ExportFormat, string>>;
  readonly auditBundle: string;
  readonly making: string;
  /** Before the link to the run that a run was forked from. */
  readonly forkedFrom: string;
}
