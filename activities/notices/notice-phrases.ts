import type { Notice, NoticeEvent } from '@plumbline/contracts/report/notice';

const LONGEST_TITLE = 160;

const ENGLISH = {
  /** What the run is, by its event. */
  events: {
    clarification: 'asks back',
    approval: 'waits for an approval of its plan',
    limit: 'has reached a limit',
    setup: 'waits for a correction of its settings',
    published: 'is finished',
    stopped: 'was finished early, with a report',
    halted: 'has halted',
    failed: 'has failed',
    cancelled: 'was cancelled',
  },
  questions: 'It asks:',
  limit: (name: string) => `Limit: ${name}`,
  setup: (name: string) => `Server: ${name}`,
  until: (time: string) => `Without an answer it goes on at ${time}.`,
  page: (address: string) => `Page: ${address}`,
  command: (command: string) => `Command: ${command}`,
};

type NoticeWords = typeof ENGLISH;

const GERMAN: NoticeWords = {
  events: {
    clarification: 'fragt zurück',
    approval: 'wartet auf die Freigabe des Plans',
    limit: 'hat eine Grenze erreicht',
    setup: 'wartet auf richtige Einstellungen',
    published: 'ist fertig',
    stopped: 'wurde vorzeitig beendet, mit Bericht',
    halted: 'wurde angehalten',
    failed: 'ist gescheitert',
    cancelled: 'wurde abgebrochen',
  },
  questions: 'Gefragt wird:',
  limit: (name) => `Grenze: ${name}`,
  setup: (name) => `Server: ${name}`,
  until: (time) => `Ohne Antwort geht es weiter um ${time}.`,
  page: (address) => `Seite: ${address}`,
  command: (command) => `Befehl: ${command}`,
};

/** The command that answers, or shows what became of it. */
const COMMANDS: Readonly<Record<NoticeEvent, (id: string) => string>> = {
  clarification: (id) => `npx plumbline answer ${id} "…"`,
  approval: (id) => `npx plumbline answer ${id} --approve`,
  limit: (id) => `npx plumbline steer ${id}`,
  setup: () => 'npx plumbline doctor',
  published: (id) => `npx plumbline report ${id}`,
  stopped: (id) => `npx plumbline report ${id}`,
  halted: (id) => `npx plumbline status ${id}`,
  failed: (id) => `npx plumbline status ${id}`,
  cancelled: (id) => `npx plumbline status ${id}`,
};

/** A notice in words: German where the run is, otherwise English. @param pageUrl null: not known */
export function noticeWords(notice: Notice, pageUrl: string | null) {
  const words = notice.language === 'de' ? GERMAN : ENGLISH;
  const { event, runId, subject, until } = notice;
  const isResearch = notice.kind === 'research';
  const title = shortened(notice.title);
  const page =
    pageUrl === null ? null : `${pageUrl}${isResearch ? `/runs/${encodeURIComponent(runId)}` : '/briefings'}`;
  const command = isResearch || event === 'setup' ? COMMANDS[event](runId) : null;
  const lines = [
    `${title}: ${words.events[event]}`,
    ...(notice.questions.length === 0 ? [] : ['', words.questions]),
    ...notice.questions.map((question) => `- ${shortened(question)}`),
    '',
    ...(subject === null ? [] : [words[event === 'limit' ? 'limit' : 'setup'](subject)]),
    ...(until === null ? [] : [words.until(until)]),
    ...(page === null ? [] : [words.page(page)]),
    ...(command === null ? [] : [words.command(command)]),
  ];
  return { title, heading: `[Plumbline] ${lines[0]}`, text: lines.join('\n').trim(), page, command };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…`;
}
