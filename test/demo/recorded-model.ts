import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answer, type ModelRequest, raw, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';

/** What a model answered, and what it had been asked. */
interface RecordedAnswer {
  readonly step: string;
  /** Hashes: of the form of the answer, and of what was asked. */
  readonly schema: string;
  readonly prompt: string;
  readonly answer: string;
}

/** Where the answers of a model come from that runs. */
export interface AskedModel {
  readonly baseURL: string;
  readonly key: string;
  readonly model: string;
}

/** Named in progress and settings in the place of a model. */
export const RECORDED_MODEL = 'recorded-answers';
export const OLDER = 'recorded with older prompts';
const MARK = ' (recorded answers)';
const RECORDING = fileURLToPath(new URL('recording.json', import.meta.url));

export function readRecording(): readonly RecordedAnswer[] {
  return JSON.parse(readFileSync(RECORDING, 'utf8')) as readonly RecordedAnswer[];
}

/** A model that gives the recorded answers, once each. @param say is told once of answers to other prompts than today's */
export async function startRecordedModel(say: (line: string) => void) {
  const server = await startScriptedModelServer();
  const left = [...readRecording()];
  let isOlder = false;
  server.answerBy((request) => {
    const { step, prompt } = describeRequest(request);
    const same = left.findIndex((each) => each.step === step && each.prompt === prompt);
    const at = same === -1 ? left.findIndex((each) => each.step === step) : same;
    if (same === -1 && !isOlder) say(`The answers were ${OLDER}: npm run demo:record makes them anew.`);
    isOlder ||= same === -1;
    const [found] = at === -1 ? [] : left.splice(at, 1);
    return found && answer(found.answer);
  });
  return server;
}

/** Hands questions on to a model that runs, and keeps its answers. */
export async function startRecorder({ baseURL, key, model }: AskedModel) {
  const server = await startScriptedModelServer();
  const recorded: RecordedAnswer[] = [];
  server.answerBy(async (request) => {
    const { stream: _, stream_options: __, ...body } = request.body;
    const response = await fetch(`${baseURL.replace(/\/$/u, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...body, model }),
    });
    const text = await response.text();
    if (!response.ok) return raw(response.status, text);
    const { choices } = JSON.parse(text) as { readonly choices: readonly { message: { content: string } }[] };
    const content = choices[0]?.message.content ?? '';
    // Whoever reads the report anywhere sees it.
    const marked = content.startsWith('# ') ? content.replace(MARK, '').replace(/$/mu, MARK) : content;
    recorded.push({ ...describeRequest(request), answer: marked });
    return answer(marked);
  });
  return { ...server, recorded };
}

export function writeRecording(recorded: readonly RecordedAnswer[]): void {
  writeFileSync(RECORDING, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

/** Without what is other every day. */
export function describeRequest({ step, messages, body }: ModelRequest): Omit<RecordedAnswer, 'answer'> {
  const asked = messages.map(({ content }) => content.replaceAll(/^Today is [^.]+\./gmu, '')).join('\n');
  const { json_schema: form } = (body['response_format'] ?? {}) as { json_schema?: { readonly schema: object } };
  return { step, schema: hashOf(shapeOf(form?.schema)), prompt: hashOf(asked) };
}

/** Which fields an answer has, whatever their number. */
function shapeOf(schema: unknown): string {
  const {
    properties = {},
    items,
    type,
  } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly items?: object;
    readonly type?: string;
  };
  const fields = Object.entries(properties).map(([name, of]) => `${name.replace(/\d+/u, '#')}:${shapeOf(of)}`);
  return items === undefined ? `${String(type)}{${[...new Set(fields)].join()}}` : `[${shapeOf(items)}]`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
