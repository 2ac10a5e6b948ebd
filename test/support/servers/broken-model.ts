import { answer, answerText, hang, type ModelRequest, startScriptedModelServer } from './scripted-model-server.ts';

/** Ways in which a model is useless. */
export const BROKEN_MODELS = ['empty', 'zero', 'one', 'random', 'silent'] as const;
export type BrokenModelKind = (typeof BROKEN_MODELS)[number];

export interface BrokenModel {
  readonly baseURL: string;
  countRequests(): number;
  close(): Promise<void>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly description?: string;
}

/** What a useless model writes where the schema wants a value of some type. */
interface Writing {
  readonly text: () => string;
  readonly score: () => number;
  /** How many entries it writes. */
  readonly entries: (most: number) => number;
  readonly citation: () => string;
}

/** A server whose model is useless in one way; whatever it answers has the form that it was asked for. */
export async function startBrokenModel(kind: BrokenModelKind): Promise<BrokenModel> {
  const server = await startScriptedModelServer();
  const random = createRandom();
  server.answerBy((request) => {
    if (kind === 'silent') return hang;
    if (kind === 'random' && random() < PROSE_SHARE) return answerText(wordsOf(random, 40));
    const schema = schemaOf(request);
    // Asked for one key each, it gives a list without any.
    if (kind === 'empty' && hasKeys(schema)) return answer({ entries: [] });
    return answer(write(schema, writingOf(kind, keysIn(request), random)));
  });
  return { baseURL: server.baseURL, countRequests: () => server.requests.length, close: () => server.close() };
}

const PROSE_SHARE = 0.25;
const SYLLABLES = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'so', 'ti', 'vu', 'ze'];

function writingOf(kind: BrokenModelKind, keys: readonly string[], random: () => number): Writing {
  const key = keys[Math.floor(random() * keys.length)] ?? 'k1';
  switch (kind) {
    case 'zero':
      return { text: () => 'Nothing of this is relevant.', score: () => 0, entries: () => 0, citation: () => key };
    case 'one':
      return { text: () => 'Yes, this answers the question.', score: () => 1, entries: () => 1, citation: () => key };
    case 'random':
      return {
        text: () => wordsOf(random, 8),
        score: () => Math.round(random() * 100) / 100,
        entries: (most) => Math.floor(random() * (most + 1)),
        citation: () => keys[Math.floor(random() * keys.length)] ?? 'k1',
      };
    case 'empty':
    case 'silent':
      return { text: () => '', score: () => 0, entries: () => 0, citation: () => '' };
  }
}

function write(schema: Schema, writing: Writing): unknown {
  const types = [schema.type ?? 'string'].flat();
  if (schema.properties !== undefined) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, write(value, writing)]));
  }
  if (types.includes('array')) {
    const entries = Array.from({ length: writing.entries(schema.maxItems ?? 3) });
    return entries.map(() => write(schema.items ?? {}, writing));
  }
  if (types.includes('number')) return writing.score();
  return schema.description?.startsWith('a key') === true ? writing.citation() : writing.text();
}

function hasKeys({ properties = {} }: Schema): boolean {
  return Object.keys(properties).every((key) => /^p\d+$/.test(key));
}

function schemaOf({ body, messages }: ModelRequest): Schema {
  const format = body['response_format'] as { json_schema?: { schema: Schema } } | undefined;
  const tagged = /<answer_schema [^>]*>([\s\S]*?)<\/answer_schema>/.exec(messages[0]?.content ?? '')?.[1];
  return format?.json_schema?.schema ?? (JSON.parse(tagged ?? '{}') as Schema);
}

/** Citation keys that the prompt shows: a small model knows them as well as any other. */
function keysIn({ messages }: ModelRequest): string[] {
  const prompt = messages.map(({ content }) => content).join('\n');
  return [...prompt.matchAll(/\[(\w+q\d+)\]/g)].flatMap(([, key]) => key ?? []);
}

function wordsOf(random: () => number, count: number): string {
  const word = () => Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  return Array.from({ length: count }, word).join(' ');
}

/** The same numbers every time. */
function createRandom(): () => number {
  let state = 20_260_102;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
