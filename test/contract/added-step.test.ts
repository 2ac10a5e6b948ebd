import { readdirSync } from 'node:fs';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LAMP } from '../support/builders/scripted-answers.ts';
import { answerStep, STEP_ANSWERS } from '../support/builders/step-answers.ts';
import { STEP_CASES } from '../support/builders/step-inputs.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const FOLDER = new URL('../../activities/steps/', import.meta.url);

/** A step is exported under the name of its file, with `Step` behind it. */
async function stepNames(): Promise<string[]> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => new URL(file, FOLDER).href);
  const found = await Promise.all(
    files.map(async (file) => {
      const name = /(?<name>[^/]+)\.ts$/u.exec(file)?.groups?.['name'] ?? '';
      const exported: Readonly<Record<string, unknown>> = await import(file);
      return `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Step` in exported ? [name] : [];
    }),
  );
  return found.flat().sort();
}

describe('the reasoning steps', () => {
  it('are one file each, with a contract case and a scripted answer', async () => {
    const names = await stepNames();

    expect(names.length).toBeGreaterThan(15);
    expect(STEP_CASES.map(({ step }) => step.name).sort()).toEqual(names);
    expect(Object.keys(STEP_ANSWERS).sort()).toEqual(names);
  });
});

describe('a reasoning step added by one file and one line of scripted answers', () => {
  const output = z.object({ entities: z.array(z.string()) });
  const nameEntitiesStep: ReasoningStep<string, z.infer<typeof output>> = {
    name: 'name-entities',
    role: 'small',
    version: 1,
    output,
    prompt: (text) => ({ system: 'You name the entities of a text.', user: `<text>${text}</text>` }),
    offline: (text) => ({ entities: [text] }),
  };
  const answers = { ...STEP_ANSWERS, 'name-entities': ({ keyEntities }: typeof LAMP) => ({ entities: keyEntities }) };
  const call = { engine: 'configured' as const, metering: UNLIMITED, signal: new AbortController().signal };
  let server: ScriptedModelServer;
  beforeAll(async () => {
    server = await startScriptedModelServer();
  });
  afterAll(() => server.close());

  it('runs by its rule', async () => {
    const { value } = await createOfflineReasoner().run(nameEntitiesStep, 'lamp', call);

    expect(value).toEqual({ entities: ['lamp'] });
  });

  it('runs on a model', async () => {
    server.answerBy(({ step, messages }) =>
      answer(answerStep({ step, prompt: messages.map(({ content }) => content).join('\n') }, LAMP, answers)),
    );
    const models = { small: 'small-model', main: 'main-model' };
    const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });

    const { value, cost } = await reasoner.run(nameEntitiesStep, 'lamp', call);

    expect(value).toEqual({ entities: ['harbour lamp'] });
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 1, degradations: [] });
  });
});
