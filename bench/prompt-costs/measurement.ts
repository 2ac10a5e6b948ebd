import { presetSettings } from '../../client/configuration/settings.ts';
import { type ModelRequest, startScriptedModelServer } from '../../test/support/servers/scripted-model-server.ts';
import { createRealResearch } from '../../test/support/worlds/real-research.ts';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import type { DeepResearchHandle } from '../../test/support/worlds/workflow-world.ts';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { createGeneratedAnswers } from './generated-answers.ts';
import { inventCorpus } from './generated-corpus.ts';
import { type ReportCosts, readReport } from './report-costs.ts';
import { type HistoryFigures, readHistory } from './run-history.ts';

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
