import { counted } from '@plumbline/contracts/common/counted';
import { describeSpending } from '@plumbline/contracts/common/metering-phrases';
import { describeOrigin } from '@plumbline/contracts/report/fork-phrases';
import type { ResearchProgress, RunWait, TaskProgress } from '@plumbline/contracts/report/progress';
import {
  MAX_TELEMETRY_ENTRIES,
  type RetrievalTelemetry,
  type ShownTelemetry,
} from '@plumbline/contracts/research/accounting';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import { describeReflections } from '@plumbline/contracts/research/noted-reflection';

/** Temporal accepts details of up to 20 KB; people read far less at a glance. */
const MAX_BOARD_LENGTH = 8_000;

/** Notes on retrieval; `status` shows more, the record all. */
const MAX_NOTES = 5;

/** Addresses that the Temporal CLI uses by default. */
const DEFAULT_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1:7233', 'localhost:7233']);
const DEFAULT_NAMESPACE = 'default';

/** What people can send to a run that waits. */
const REMEDY_FOR: Readonly<Record<RunWait['kind'], string>> = {
  budget: 'send `extendBudget` with a higher limit, `finishEarly`, or cancel the run',
  outage: 'send `retryNow` to ask it at once',
  setup: 'put it right, then send `retryNow` to go on at once',
};

/** Where a run can be reached by the Temporal CLI. */
export interface RunPlace {
  /** `host:port`; undefined where it is not known yet. */
  readonly address: string | undefined;
  readonly namespace: string;
}

/** The run as Markdown for the Web UI: stage, what it waits for and the message that answers it, tasks, usage, gaps. */
export function renderProgressBoard(progress: ResearchProgress, place: RunPlace): string {
  const sections = [
    `**Stage:** ${progress.stage}${progress.language === null ? '' : ` · **language:** ${progress.language}`}`,
    progress.forkedFrom === undefined ? '' : `**Forked:** ${plain(describeOrigin(progress.forkedFrom))}`,
    progress.failure === null ? '' : `**Failed:** ${plain(progress.failure)}`,
    renderWaits(progress),
    progress.pendingClarification && renderQuestions(progress.researchId, progress.pendingClarification, place),
    progress.planToApprove && renderApproval(progress),
    renderTasks(progress.tasks),
    renderUsage(progress),
    ...renderRetrieval(progress),
    renderDrift(progress),
    renderList('Spent', progress.ledger ? describeSpending(progress.ledger) : []),
    renderList(
      'Changes by people',
      progress.steering.map(({ at, effect }) => `${at}: ${effect}`),
    ),
    renderList(
      'Gaps',
      // Providers that failed have a list of their own.
      progress.gaps.filter(({ kind }) => kind !== 'provider-failed').map(({ description }) => description),
    ),
    renderList(
      'Degradations',
      progress.degradations.map(({ step, cause, count }) => `${step}: ${cause} (×${count})`),
    ),
    renderList(
      'Rejected messages',
      progress.rejections.map(({ message, reason }) => `${message}: ${reason}`),
    ),
    progress.result && `**Report:** \`npx plumbline report ${progress.researchId}\``,
  ];
  return sections.filter(Boolean).join('\n\n').slice(0, MAX_BOARD_LENGTH);
}

/** What delays the run, why, and how to go on. */
function renderWaits({ waits }: ResearchProgress): string {
  if (waits.length === 0) return '';
  const lines = waits.map(({ kind, subject, reason, until, attempts }) => {
    const next =
      kind === 'budget' ? 'finishes with what it has' : `is asked again (asked ${counted(attempts, 'time')} so far)`;
    return `- **${subject}** ${plain(reason)}\n  - ${REMEDY_FOR[kind]}\n  - ${next} at ${until}`;
  });
  return ['### Waiting', ...lines].join('\n');
}

function renderQuestions(
  researchId: string,
  { questions, answeredQuestionIds, deadline }: PendingClarification,
  place: RunPlace,
): string {
  const lines = questions.map(({ questionId, text }) => {
    const mark = answeredQuestionIds.includes(questionId) ? '✓' : '?';
    return `- ${mark} **${questionId}** ${plain(text)}`;
  });
  return [
    '### Waiting for an answer',
    ...lines,
    '',
    'Send `answerClarification` with `{"text": "…"}`, for one question with its `questionId` too, or send `skipClarification`:',
    '',
    `\`\`\`\ntemporal workflow signal ${optionsFor(place)}--workflow-id ${researchId} --name answerClarification --input '{"text":"your answer"}'\n\`\`\``,
    `Without an answer the run goes on with its assumptions at ${deadline}.`,
  ].join('\n');
}

/** Only what differs from the Temporal CLI's defaults. */
function optionsFor({ address, namespace }: RunPlace): string {
  const isKnown = address === undefined || DEFAULT_ADDRESSES.has(address);
  return [
    isKnown ? '' : `--address ${address} `,
    namespace === DEFAULT_NAMESPACE ? '' : `--namespace ${namespace} `,
  ].join('');
}

function renderApproval({ planToApprove }: ResearchProgress): string {
  const tasks = (planToApprove?.tasks ?? []).map(({ taskId, text }) => `- **${taskId}** ${plain(text)}`);
  const remedy = 'Send `approvePlan` to start it, or `approvePlan` with a `plan` of your own.';
  return ['### The plan waits for approval', ...tasks, '', remedy].join('\n');
}

function renderTasks(tasks: readonly TaskProgress[]): string {
  if (tasks.length === 0) return '';
  const rows = tasks.map(
    ({ taskId, text, reason, step, searches, hits, pages, findings }) =>
      `| ${taskId} | ${cell(text)}${reason === undefined ? '' : ` (${cell(reason)})`} | ${step} | ${searches} | ${hits} | ${pages} | ${findings} |`,
  );
  return ['| task | text | step | searches | hits | read | findings |', '|---|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function cell(text: string): string {
  return plain(text).slice(0, 120).replaceAll('|', '\\|');
}

function renderUsage({ usage, limits, corpus }: ResearchProgress): string {
  const files = corpus === null ? '' : ` · ${counted(corpus.files, 'file')}, ${corpus.skippedCount} unreadable`;
  return (
    `**Used:** ${usage.searches} of ${limits.searches} searches · ${usage.pages} of ${limits.pages} passages read · ` +
    `${usage.modelCalls} of ${limits.modelCalls} model calls · ${usage.modelTokens} of ${limits.modelTokens} tokens` +
    `${renderMoney(usage.money, limits.money)}${files}`
  );
}

/** Empty where nothing has a price. */
function renderMoney(money: number, limit: number | null): string {
  if (money === 0 && limit === null) return '';
  return ` · $${money.toFixed(4)}${limit === null ? '' : ` of $${limit}`}`;
}

/** Unknown before the first search. */
function renderRetrieval({ telemetry }: ResearchProgress): string[] {
  if (telemetry.counts.issued === 0) return [];
  const { found, duplicates, belowThreshold, corrected, rounds } = telemetry.counts;
  return [
    `**Retrieval:** hits found ${found} · near-duplicates ${duplicates} · below the threshold ${belowThreshold} · ` +
      `corrected queries ${corrected} · follow-up rounds ${rounds}`,
    renderList(
      'Providers that failed',
      telemetry.providerErrors.map(({ provider, cause, count }) => `${provider}: ${cause} (×${count})`),
    ),
    renderList('Noticed', describeReflections(telemetry.reflections)),
    renderList('Notes on retrieval', telemetry.qualityNotes.slice(0, MAX_NOTES)),
  ];
}

/** Unknown before validation. */
function renderDrift({ drift }: ResearchProgress): string {
  if (!drift) return '';
  const total = drift.tiers.reduce((sum, tier) => sum + tier.total, 0);
  const kept = drift.tiers.reduce((sum, tier) => sum + tier.kept, 0);
  return `**Drift:** ${total - kept} of ${counted(total, 'finding')} dropped`;
}

function renderList(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : [`**${title}**`, '', ...lines.slice(0, 20).map((line) => `- ${plain(line)}`)].join('\n');
}

/** Text of people and documents on one line, without Markdown's special characters. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[`<>]/g, "'").trim();
}

/** What a run shows of its retrieval while it is under way, without what is kept with the run for its record. */
export function shownTelemetry(telemetry: RetrievalTelemetry, webPages: number): ShownTelemetry {
  const { tasks: _, references, rewrittenQueries, qualityNotes, ...counts } = telemetry;
  const { refused: __, unresolved, ...counted } = references;
  const first = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(0, MAX_TELEMETRY_ENTRIES);
  return {
    ...counts,
    rewrittenQueries: first(rewrittenQueries),
    qualityNotes: first(qualityNotes),
    references: { ...counted, unresolved: first(unresolved) },
    webPages,
  };
}
