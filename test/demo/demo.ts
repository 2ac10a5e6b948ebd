// npm run demo:model: the question of the demo, with recorded answers of a model; npm run demo:record records them anew, from
// the model that is configured. Options go to `research`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../workers/config/settings-files.ts';
import {
  type AskedModel,
  RECORDED_MODEL,
  startRecordedModel,
  startRecorder,
  writeRecording,
} from './recorded-model.ts';

const NOTE =
  'The answers of the model are recorded, so no key is needed. The search, the checks, the run and its durability are real.';

const isRecording = process.argv[2] === '--record';
const options = process.argv.slice(isRecording ? 3 : 2);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

if (!isRecording) say(`${NOTE}\n`);
const recorder = isRecording ? await startRecorder(configuredModel()) : null;
const server = recorder ?? (await startRecordedModel(say));
const own = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: 'none', PLUMBLINE_MODEL: RECORDED_MODEL };
const id = `demo-with-recorded-answers-${randomBytes(3).toString('hex')}`;
// A store that has answers does not ask again.
const home = isRecording ? mkdtempSync(join(tmpdir(), 'plumbline-recording-')) : process.env['PLUMBLINE_HOME'];
// The worker knows this server alone, which ends here.
const words = ['run', '--silent', 'demo', '--', '--id', id, '--linger', '0', ...options];
const demo = spawn('npm', words, { stdio: 'inherit', env: { ...process.env, ...own, PLUMBLINE_HOME: home } });
process.on('SIGINT', () => undefined);
await once(demo, 'close');
await server.close();
process.exitCode = demo.exitCode ?? 1;
if (isRecording) rmSync(home ?? '', { recursive: true, force: true });
if (recorder !== null && process.exitCode === 0) writeRecording(recorder.recorded);

/** @throws {Error} where no model is configured */
function configuredModel(): AskedModel {
  const settings = readSettings(process.env);
  const model = settings.read('PLUMBLINE_MODEL');
  if (model === undefined) throw new Error('No model is configured: npx plumbline init');
  const baseURL = settings.read('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1';
  return { baseURL, key: settings.read('OPENAI_API_KEY') ?? 'none', model };
}
