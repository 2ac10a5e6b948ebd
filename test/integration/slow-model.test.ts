import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { reportMarkdown } from '../support/builders/step-answers.ts';
import {
  hang,
  type ModelReply,
  type ModelRequest,
  type ScriptedModelServer,
  startScriptedModelServer,
  stream,
} from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const FILES = { 'lamp.md': `# Harbour lamp\n\n## Burning time\n\n${SENTENCE}\n` };

let server: ScriptedModelServer;
let research: RealResearch | undefined;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await research?.dispose();
  await server.close();
  server.assertDone();
});

/** Whether the model wrote the report: no step was answered by rule. */
async function degradationsWith(unlucky: readonly ((text: string) => ModelReply)[]): Promise<readonly unknown[]> {
  const misfortunes = [...unlucky];
  server.answerBy((request) => {
    if (request.step !== 'synthesize-report') return replyTo(request, {});
    const text = reportMarkdown({ summary: [{ text: SENTENCE, citations: keysIn(request).slice(0, 1) }] });
    return misfortunes.shift()?.(text) ?? stream([text]);
  });
  research = await createRealResearch(inject('temporalAddress'), FILES, server.baseURL, null, 1_000);
  const { record, calls } = await research.run('How long does the harbour lamp burn on one filling?');
  expect(record.report.summary.map(({ text }) => text)).toEqual([SENTENCE]);
  expect(misfortunes).toEqual([]);
  return calls.inputsOf('publishReport')[0]?.degradations ?? [];
}

function keysIn({ messages }: ModelRequest): string[] {
  const prompt = messages.map(({ content }) => content).join('\n');
  return [...new Set([...prompt.matchAll(/\[(p\d+\.\d+)\]/g)].map((match) => match[1] ?? ''))];
}

it('waits for a model that is too slow twice, and the report is still its own', async () => {
  expect(await degradationsWith([() => hang, () => hang])).toEqual([]);
});

it('asks again when a stream falls silent or breaks off, and the report is still the model’s', async () => {
  const half = (text: string) => [text.slice(0, text.length / 2)];
  const stall = (text: string) => stream(half(text), { ending: 'stall' });
  const cut = (text: string) => stream(half(text), { ending: 'cut' });

  expect(await degradationsWith([stall, cut])).toEqual([]);
});
