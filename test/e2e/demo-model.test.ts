import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRequest, OLDER, readRecording, startRecordedModel } from '../demo/recorded-model.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const QUESTION = 'How long is the headers timeout of a Client by default, and which status codes trigger a retry?';

const said: string[] = [];
let model: Awaited<ReturnType<typeof startRecordedModel>>;
let world: CommandWorld;
beforeAll(async () => {
  model = await startRecordedModel((line) => said.push(line));
  world = await createServedWorld(
    {},
    { OPENAI_BASE_URL: model.baseURL, OPENAI_API_KEY: 'none', PLUMBLINE_MODEL: 'recorded' },
  );
});
afterAll(async () => {
  await world.close();
  await model.close();
});

it('a recording has an answer for each step of the demo, in the form that is asked for today', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  const corpus = join(PROJECT, 'node_modules/undici/docs');
  expect(manifest.scripts.demo).toContain(`"${QUESTION}" --corpus node_modules/undici/docs`);

  const { stdout } = await world.run('research', QUESTION, '--corpus', corpus, '--id', 'recorded');

  expect(stdout).toMatch(/^# .*\(recorded answers\)\n/);
  expect(stdout).toContain('`Client` waits 300 seconds');
  expect(await world.run('verify', 'recorded')).toMatchObject({ code: 0 });
  const forms = ({ step, schema }: { step: string; schema: string }) => `${step} ${schema}`;
  expect(model.requests.map((request) => forms(describeRequest(request)))).toEqual(readRecording().map(forms));
  // Other words are told, and no fault.
  expect(said.every((line) => line.includes(OLDER))).toBe(true);
});
