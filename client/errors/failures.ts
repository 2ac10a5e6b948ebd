import type { ReachedQuota } from '@plumbline/contracts/common/metering';

/** What a person is told: what went wrong, and what to do. */
export abstract class Failure extends Error {
  abstract readonly kind: 'usage' | 'environment' | 'run-failed';
  /** One or few sentences. */
  readonly remedy: string;

  constructor(what: string, remedy = '', options?: ErrorOptions) {
    super(what, options);
    this.remedy = remedy;
  }
}

/** The request cannot be done as given. */
export class UsageError extends Failure {
  override readonly name: string = 'UsageError';
  readonly kind = 'usage';
}

/** Neither Temporal nor the store has the run. */
export class UnknownRunError extends UsageError {
  override readonly name = 'UnknownRunError';
  readonly researchId: string;

  constructor(researchId: string, options?: ErrorOptions) {
    super(`there is no run "${researchId}"`, `List the runs: ${commands.list()}`, options);
    this.researchId = researchId;
  }
}

/** Temporal has no such session, or it belongs to another user, which is not disclosed. */
export class UnknownSessionError extends UsageError {
  override readonly name = 'UnknownSessionError';

  constructor(sessionId: string) {
    super(`there is no session "${sessionId}"`, 'Begin one: leave out --session.');
  }
}

/** The run or session is in a state in which it cannot do this: over, or under way with something else. */
export class ConflictError extends UsageError {
  override readonly name = 'ConflictError';
}

/** A user or a tenant has started as many runs as a day has. */
export class QuotaReachedError extends UsageError {
  override readonly name = 'QuotaReachedError';
  /** ISO 8601. */
  readonly renewsAt: string;

  constructor({ reason, renewsAt }: ReachedQuota) {
    super(reason, 'Start the run when the quota has renewed.');
    this.renewsAt = renewsAt;
  }
}

/** Temporal knows it, and its worker has written it elsewhere. */
export class OtherStoreError extends UsageError {
  override readonly name = 'OtherStoreError';
}

/** Something that the project needs is missing or does not answer: Temporal, its CLI, a folder. */
export class EnvironmentError extends Failure {
  override readonly name = 'EnvironmentError';
  readonly kind = 'environment';
}

/** The run ended without a report. */
export class RunFailedError extends Failure {
  override readonly name = 'RunFailedError';
  readonly kind = 'run-failed';
}

/** Folders may have spaces. */
const quoted = (path: string): string => (/\s/u.test(path) ? `"${path}"` : path);

/** How a person starts a command in a clone, whichever Node is on the PATH. */
export const PROGRAM = 'npx plumbline';

/** As one word for a shell. */
const asWord = (text: string): string =>
  /["$`\\!\n]/u.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;

const line = (...words: readonly string[]): string => [PROGRAM, ...words].join(' ');

/** The commands that messages name, so that their form is decided in one place. */
export const commands = {
  help: (command: string) => line(command, '--help'),
  research: () => line('research', '"your question"', '--corpus <folder>'),
  askAgain: (question: string) => line('research', asWord(question), '<options>'),
  chat: (sessionId: string) => line('chat', '--session', sessionId),
  answer: (researchId: string) => line('answer', researchId, '"your answer"'),
  answerQuestion: (researchId: string, questionId: string) =>
    line('answer', researchId, '--question', questionId, '"your answer"'),
  skip: (researchId: string) => line('answer', researchId, '--skip'),
  approve: (researchId: string) => line('answer', researchId, '--approve'),
  resume: (researchId: string) => line('resume', researchId),
  status: (researchId: string) => line('status', researchId),
  list: () => line('list'),
  library: () => line('library list'),
  report: (researchId: string) => line('report', researchId),
  reportSection: (researchId: string, section: string) => line('report', researchId, '--section', section),
  reportPath: () => line('report', '--path'),
  extend: (researchId: string, option: string) => line('steer', researchId, option),
  retry: (researchId: string) => line('resume', researchId),
  finish: (researchId: string) => line('finish', researchId),
  cancel: (researchId: string) => line('finish', researchId, '--without-report'),
  verify: (report: string) => line('verify', report),
  exportTexts: (researchId: string) => line('report', researchId, '--format bundle', '--without-originals'),
  trace: (researchId: string) => line('trace', researchId),
  delete: (id: string) => line('delete', id),
  listMemory: (user: string) => line('memory list', '--user', user),
  forgetMemory: (entryId: string, user: string) => line('memory forget', entryId, '--user', user),
  initBriefing: (folder: string) => line('briefing init', quoted(folder)),
  runBriefing: (folder: string, ...options: readonly string[]) => line('briefing run', quoted(folder), ...options),
  scheduleBriefing: (folder: string, ...options: readonly string[]) =>
    line('briefing schedule', quoted(folder), ...options),
  resumeBriefing: (folder: string, kind?: string) =>
    line('briefing schedule', quoted(folder), ...(kind === undefined ? [] : ['--kind', kind]), '--resume'),
  backfillBriefing: (folder: string, day: string) => line('briefing run', quoted(folder), '--again', day),
  showBriefing: (folder: string) => line('briefing show', quoted(folder)),
  refreshState: (folder: string) => line('briefing themes', quoted(folder)),
  restore: (folder: string) => line('backup', '--restore', folder),
  collectGarbage: () => line('delete', '--unused', '--yes'),
  serve: () => line('serve'),
  ask: () => line('ask', '"your question"'),
  config: () => line('config'),
  model: () => line('model'),
  doctor: () => line('doctor'),
  up: () => line('up'),
  down: () => line('down'),
  worker: () => line('worker'),
} as const;

/** Help text with an example: the text after the program's name, preceded by `VARIABLE=value` if needed; a note stands first. */
export function example(words: string, note = ''): string {
  const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(words) ?? [];
  return `${note === '' ? '' : `${note}\n`}\nExample:\n  ${variables}${PROGRAM} ${rest}`;
}
