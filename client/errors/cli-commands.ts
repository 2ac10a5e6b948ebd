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
  skip: (researchId: string) => line('skip', researchId),
  approve: (researchId: string) => line('approve', researchId),
  resume: (researchId: string) => line('resume', researchId),
  status: (researchId: string) => line('status', researchId),
  list: () => line('list'),
  library: () => line('library list'),
  report: (researchId: string) => line('report', researchId),
  reportSection: (researchId: string, section: string) => line('report', researchId, '--section', section),
  reportPath: () => line('report', '--path'),
  extend: (researchId: string, option: string) => line('extend', researchId, option),
  retry: (researchId: string) => line('retry', researchId),
  finish: (researchId: string) => line('finish', researchId),
  cancel: (researchId: string) => line('cancel', researchId),
  verify: (report: string) => line('verify', report),
  exportTexts: (researchId: string) => line('export', researchId, '--format bundle', '--without-originals'),
  trace: (researchId: string) => line('trace', researchId),
  delete: (id: string) => line('delete', id),
  listMemory: (user: string) => line('memory list', '--user', user),
  forgetMemory: (entryId: string, user: string) => line('memory forget', entryId, '--user', user),
  initBriefing: (folder: string) => line('briefing init', quoted(folder)),
  runBriefing: (folder: string, ...options: readonly string[]) => line('briefing run', quoted(folder), ...options),
  scheduleBriefing: (folder: string, ...options: readonly string[]) =>
    line('briefing schedule', quoted(folder), ...options),
  resumeBriefing: (folder: string, kind?: string) =>
    line('briefing pause', quoted(folder), ...(kind === undefined ? [] : ['--kind', kind]), '--resume'),
  backfillBriefing: (folder: string, day: string) => line('briefing backfill', quoted(folder), day),
  showBriefing: (folder: string) => line('briefing show', quoted(folder)),
  refreshState: (folder: string) => line('briefing refresh-state', quoted(folder)),
  restore: (folder: string) => line('restore', folder),
  collectGarbage: () => line('gc', '--yes'),
  serve: () => line('serve'),
  doctor: () => line('doctor'),
  up: () => line('up'),
  down: () => line('down'),
  worker: () => line('worker'),
} as const;

/** Help text with examples; each is the text after the program's name, preceded by `VARIABLE=value` if needed. */
export function examples(...lines: readonly string[]): string {
  const written = lines.map((words) => {
    const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(words) ?? [];
    return `  ${variables}${PROGRAM} ${rest}`;
  });
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...written].join('\n');
}
