import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { RewriteQueryInput } from '@plumbline/contracts/research/retrieval-activities';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRewriteQuery } from '../../activities/entries/research/rewrite-query.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { createTestCorpus, type TestCorpus } from '../support/builders/test-corpus.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const FILES = {
  'lamp.md': '# Harbour lamp\n\nThe harbour lamp will burn nine hours on rapeseed. The keeper measures the rapeseed.\n',
  'stores.md': '# Stores\n\nThe keeper of the harbour lamp orders rapeseed in spring, ten barrels for a year.\n',
  'tide.md': '# Tide\n\nThe tide rises twice a day and floods the lower quay for three hours.\n',
};

let corpus: TestCorpus;
let corpusId: string;
let server: ScriptedModelServer;
let model: Reasoner;

beforeAll(async () => {
  corpus = await createTestCorpus();
  await writeFiles(corpus.folder, FILES);
  ({ corpusId } = await corpus.update());
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  model = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
});

afterAll(async () => {
  await server.close();
  await corpus.dispose();
});

const rewrite = async (changes: Partial<RewriteQueryInput> = {}, reasoner: Reasoner = createOfflineReasoner()) => {
  const input: RewriteQueryInput = {
    engine: 'configured',
    today: '2026-01-02',
    metering: UNLIMITED,
    approvedTasks: [],
    anchor: anchorOf(),
    tasks: [{ taskId: 't1', text: QUESTION, rationale: '' }],
    corpusId,
    corpusLanguages: ['en'],
    queryVariants: 3,
    correction: null,
    ...changes,
  };
  const { value } = await createRewriteQuery({ reasoner, corpus: corpus.index })(input, new AbortController().signal);
  return value.queries[0] ?? [];
};

describe('rewriteQuery by rule', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('gives at most %i queries, the task first, none twice', async (queryVariants) => {
    const queries = await rewrite({ queryVariants });

    expect(queries[0]).toBe(QUESTION);
    expect(queries.length).toBeLessThanOrEqual(queryVariants);
    expect(new Set(queries).size).toBe(queries.length);
  });

  it('asks with key words where only the web is searched', async () => {
    expect(await rewrite({ corpusId: 'web-0123456789ab' })).toEqual([QUESTION, 'harbour lamp burn']);
  });

  it('keeps the first query as the task says it, cut at 500 characters', async () => {
    const text = `  How long,  exactly? ${'lamp '.repeat(200)}`;
    const queries = await rewrite({ tasks: [{ taskId: 't1', text, rationale: '' }] });

    expect(queries[0]).toBe(text.trim().slice(0, 500));
    expect(queries.every((query) => query.length <= 500)).toBe(true);
  });
});

describe('rewriteQuery as a correction', () => {
  it('gives one broader query that was not tried', async () => {
    expect(await rewrite({ correction: { triedQueries: await rewrite() } })).toEqual(['harbour lamp']);
  });

  it('gives nothing when everything was tried', async () => {
    const task = { taskId: 't1', text: 'Lamp', rationale: '' };
    const anchor = anchorOf({ originalQuestion: 'Lamp', keyEntities: [] });

    expect(await rewrite({ tasks: [task], anchor, correction: { triedQueries: ['Lamp'] } })).toEqual([]);
  });
});

describe('rewriteQuery with a model', () => {
  it('puts the task before what the model gives, and drops what repeats it', async () => {
    server.replyWith(
      answer({ queries: ['burn, harbour lamp: how LONG does the?', ' oil  lamp endurance ', 'lamp', 'quay'] }),
    );

    expect(await rewrite({}, model)).toEqual([QUESTION, 'oil lamp endurance', 'lamp']);
  });

  it('asks no model for a single query', async () => {
    const asked = server.requests.length;

    expect(await rewrite({ queryVariants: 1 }, model)).toEqual([QUESTION]);
    expect(server.requests).toHaveLength(asked);
  });

  it('corrects by rule when the model only repeats what was tried', async () => {
    server.replyWith(answer({ queries: [QUESTION, 'lamp oil'] }));
    const correction = { triedQueries: [QUESTION, 'oil lamps'] };

    expect(await rewrite({ correction }, model)).toEqual(['harbour lamp']);
  });
});
