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

/** Help text with an example: the text after the program's name, preceded by `VARIABLE=value` if needed. */
export function example(words: string): string {
  const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(words) ?? [];
  return `\nExample:\n  ${variables}${PROGRAM} ${rest}`;
}
