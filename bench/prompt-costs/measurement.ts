import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ReportDraft, ResearchRecord } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';
import proto, { type temporal } from '@temporalio/proto';
import { presetSettings } from '../../client/configuration/settings.ts';
import { type ModelRequest, startScriptedModelServer } from '../../test/support/servers/scripted-model-server.ts';
import { createRealResearch } from '../../test/support/worlds/real-research.ts';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import type { DeepResearchHandle } from '../../test/support/worlds/workflow-world.ts';
import { createGeneratedAnswers } from './generated-answers.ts';
import { inventCorpus } from './generated-corpus.ts';

const SOURCES = /^## Sources$/mu;
const CITATION = /\[[\d, –-]+\]/gu;

/** Presets that are measured; `quick` costs less than either. */
export type MeasuredPreset = 'standard' | 'deep';

export interface StepCost {
  readonly step: string;
  readonly calls: number;
  /** Of all messages, and of the answer schema that each request carries. */
  readonly promptTokens: number;
  readonly schemaTokens: number;
}

/** What is run. */
export interface MeasuredRun {
  readonly preset: MeasuredPreset;
  /** 1..8 */
  readonly tasks: number;
  /** Null: the length of the preset. */
  readonly length: ReportLength | null;
}

export interface PromptCosts extends MeasuredRun {
  readonly length: ReportLength;
  /** Passages that were read. */
  readonly pages: number;
  readonly findings: number;
  readonly report: ReportCosts;
  readonly markdown: string;
  readonly steps: readonly StepCost[];
  readonly history: HistoryFigures;
}

/** Tokenizers differ; four characters are a usual token of English. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Runs the real workflow with the model engine over generated documents and counts, in the endpoint's own log, what it was
 * asked and how much text it had to read. The endpoint answers by what the prompts hold.
 *
 * @param signal ends the run, and with it the measurement
 */
export async function measurePromptCosts(
  { preset, tasks, length }: MeasuredRun,
  signal: AbortSignal,
): Promise<PromptCosts> {
  const generated = inventCorpus(tasks);
  const [temporal, model] = [await startTestServer(), await startScriptedModelServer()];
  try {
    model.answerBy(createGeneratedAnswers(generated));
    const research = await createRealResearch(temporal.address, generated.files, model.baseURL);
    try {
      let handle: DeepResearchHandle | undefined;
      const settings = { ...presetSettings(preset), maxTasks: tasks, ...(length !== null && { length }) };
      const { record, markdown } = await research.run(generated.question, settings, async (started) => {
        handle = started;
        signal.addEventListener('abort', () => void started.terminate('interrupted').catch(() => {}));
      });
      model.assertDone();
      const history = readHistory((await handle?.fetchHistory())?.events ?? []);
      return {
        preset,
        tasks,
        length: record.request.settings.length,
        pages: record.report.stats.usage.pages,
        findings: record.findings.length,
        report: readReport(record, markdown),
        markdown,
        steps: costsOf(model.requests),
        history,
      };
    } finally {
      await research.dispose();
    }
  } finally {
    await model.close();
    await temporal.stop();
  }
}

function costsOf(requests: readonly ModelRequest[]): StepCost[] {
  const steps = Map.groupBy(requests, ({ step }) => step);
  return [...steps].map(([step, asked]) => ({
    step,
    calls: asked.length,
    promptTokens: tokensOf(asked.flatMap(({ messages }) => messages.map(({ content }) => content))),
    schemaTokens: tokensOf(asked.map(({ body }) => JSON.stringify(body['response_format'] ?? ''))),
  }));
}

function tokensOf(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);
}

/** What a reader gets for what the run asked. */
interface ReportCosts {
  /** Before the list of sources, without citation marks. */
  readonly words: number;
  readonly sections: number;
  readonly paragraphs: number;
  readonly tables: number;
  /** Claims that cite something, cells of tables among them. */
  readonly statements: number;
  readonly findingsCited: number;
  readonly tasksCited: number;
}

function readReport({ report, findings }: ResearchRecord, markdown: string): ReportCosts {
  const claims = citedClaims(report);
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  const used = findings.filter(({ quotes }) => quotes.some(({ key }) => cited.has(key)));
  const [before = ''] = markdown.split(SOURCES);
  return {
    words: before.replaceAll(CITATION, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0,
    sections: report.sections.length,
    paragraphs: blocksOf(report, 'paragraph'),
    tables: blocksOf(report, 'table'),
    statements: claims.length,
    findingsCited: used.length,
    tasksCited: new Set(used.map(({ taskId }) => taskId)).size,
  };
}

function blocksOf({ sections }: ReportDraft, form: 'paragraph' | 'table'): number {
  return sections.reduce((sum, { claims }) => sum + new Set(claims.flatMap((claim) => blockOf(claim, form))).size, 0);
}

function blockOf({ placement }: Claim, form: 'paragraph' | 'table'): number[] {
  return placement?.form === form ? [placement.block] : [];
}

type Event = temporal.api.history.v1.IHistoryEvent;

interface HistoryFigures {
  readonly events: number;
  /** Calls by activity; each makes three events, and most of them a workflow task of three more. */
  readonly calls: Readonly<Record<string, number>>;
  readonly workflowTasks: number;
  /** Of the whole history, as the server stores it. */
  readonly bytes: number;
  /** Bytes of all events of a kind: inputs and results by activity, other events by type. */
  readonly bytesByKind: Readonly<Record<string, number>>;
  readonly largestPayload: { readonly bytes: number; readonly of: string };
}

/** What a run left in its history. */
function readHistory(events: readonly Event[]): HistoryFigures {
  const scheduled = new Map<string, string>();
  const calls: Record<string, number> = {};
  const bytesByKind: Record<string, number> = {};
  let largest = { bytes: 0, of: '' };
  for (const event of events) {
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (name !== undefined && name !== null) {
      scheduled.set(String(event.eventId), name);
      calls[name] = (calls[name] ?? 0) + 1;
    }
    const caller = scheduled.get(String(event.activityTaskCompletedEventAttributes?.scheduledEventId));
    const bytes = Math.max(0, ...payloadSizes(event));
    const place = name ?? (caller === undefined ? nameOfType(event) : `result of ${caller}`);
    bytesByKind[place] = (bytesByKind[place] ?? 0) + sizeOf(event);
    if (bytes > largest.bytes) largest = { bytes, of: place };
  }
  const workflowTasks = events.flatMap((event) => event.workflowTaskScheduledEventAttributes ?? []).length;
  const bytes = Object.values(bytesByKind).reduce((sum, size) => sum + size, 0);
  return { events: events.length, calls, workflowTasks, bytes, bytesByKind, largestPayload: largest };
}

function sizeOf(event: Event): number {
  return proto.temporal.api.history.v1.HistoryEvent.encode(event).finish().byteLength;
}

function nameOfType({ eventType }: Event): string {
  return proto.temporal.api.enums.v1.EventType[eventType ?? 0] ?? 'unknown';
}

/** Bytes of every payload inside, wherever it stands. */
function payloadSizes(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  if ('data' in value && value.data instanceof Uint8Array) return [value.data.byteLength];
  return Object.values(value).flatMap(payloadSizes);
}
