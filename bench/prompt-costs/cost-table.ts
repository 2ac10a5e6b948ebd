import { renderTable } from '../answers/figure-table.ts';
import type { Figure } from '../figure.ts';
import type { MeasuredPreset, PromptCosts } from './measurement.ts';

/** Of a standard run with 3 tasks, and of a deep one with 8. A model reads whole passages, each once. */
const AIMS: Readonly<
  Record<
    MeasuredPreset,
    { readonly calls?: number; readonly tokens?: number; readonly events?: number; readonly bytes?: number }
  >
> = {
  standard: { calls: 25, tokens: 60_000, bytes: 500_000 },
  deep: { calls: 45, tokens: 150_000, events: 600 },
};
const MAX_PAYLOAD = 131_072;

/** What one run cost, step by step, with its history below. */
export function renderCosts(costs: PromptCosts): string {
  const { steps, history } = costs;
  const stepRows = steps.map((step) => [step.step, ...[step.calls, step.promptTokens, step.schemaTokens].map(String)]);
  const callRows = Object.entries(history.calls)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => [name, String(count)]);
  const byteRows = Object.entries(history.bytesByKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, bytes]) => [kind, String(bytes)]);
  return [
    `${nameOf(costs)}: ${costs.pages} passages read, ${costs.findings} findings in the report; tokens = characters / 4`,
    renderTable(['report', 'count'], reportRows(costs)),
    renderTable(['step', 'calls', 'prompt tokens', 'answer schemas'], stepRows),
    renderTable(
      ['figure', 'measured', 'aim'],
      costFigures(costs).map(({ name, value, aim }) => [name, value, aim]),
    ),
    renderTable(['activity', 'calls'], callRows),
    renderTable(['history', 'bytes'], byteRows),
  ].join('\n\n');
}

function reportRows({ report, findings, tasks }: PromptCosts): string[][] {
  const { words, sections, paragraphs, tables, statements, findingsCited, tasksCited } = report;
  return [
    ['words before the sources', String(words)],
    ['sections', String(sections)],
    ['paragraphs', String(paragraphs)],
    ['tables', String(tables)],
    ['statements and cells', String(statements)],
    ['findings cited', `${findingsCited} of ${findings}`],
    ['tasks with a cited finding', `${tasksCited} of ${tasks}`],
  ];
}

/** The sums of a run beside their aims. */
export function costFigures(costs: PromptCosts): Figure[] {
  const { preset, steps, history } = costs;
  const { calls, tokens, events, bytes: bytesOfHistory } = AIMS[preset];
  const sumOf = (of: 'calls' | 'promptTokens' | 'schemaTokens'): number =>
    steps.reduce((sum, step) => sum + step[of], 0);
  const { bytes, of } = history.largestPayload;
  const figure = (name: string, value: string, aim?: number): Figure => ({
    name: `${name}, ${nameOf(costs)}`,
    value,
    baseline: '',
    aim: aim === undefined ? '' : `≤ ${aim}`,
  });
  return [
    figure('model calls', String(sumOf('calls')), calls),
    figure('prompt tokens (characters / 4)', String(sumOf('promptTokens')), tokens),
    figure('the same with answer schemas', String(sumOf('promptTokens') + sumOf('schemaTokens'))),
    figure('history events', `${history.events} (${history.workflowTasks} workflow tasks)`, events),
    figure('history bytes', String(costs.history.bytes), bytesOfHistory),
    figure('largest payload', `${bytes} bytes (${of})`, MAX_PAYLOAD),
  ];
}

function nameOf({ preset, tasks, length }: PromptCosts): string {
  return `${preset} run, ${tasks} ${tasks === 1 ? 'task' : 'tasks'}, ${length} report`;
}
