import { readFile } from 'node:fs/promises';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { researchRecordSchema } from '@plumbline/contracts/report/report';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { SearchWebInput } from '@plumbline/contracts/research/retrieval-activities';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { NothingSearchedError, type SearchProviders } from '@plumbline/web/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeepStages } from '../../activities/entries/research/keep-stages.ts';
import { createSearchWeb } from '../../activities/entries/research/search-web.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { anchorOf, telemetryOf } from '../support/builders/research-fixtures.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { runsIn, withFiles } from '../support/builders/stored-records.ts';
import { createTestActivities, research, type TestActivities } from '../support/builders/test-activities.ts';
import { createTestCalls, type TestCalls } from '../support/builders/test-calls.ts';

const WEB_SEARCH: SearchWebInput = {
  provider: 'brave',
  query: 'oil of the harbour lamp',
  language: 'en',
  topK: 10,
  domainAllow: [],
  domainBlock: [],
  since: null,
  primaryOnly: false,
  metering: UNLIMITED,
};

const request = researchRequestSchema.parse({ question: 'How long does the lamp burn?', corpusDirectories: ['/docs'] });
const ORIGIN = { researchId: 'research-lamp', from: 'synthesis' } as const;
const KEEPING = { pages: { copyAll: async () => undefined }, calls: { noteKept: async () => undefined } };

let world: TestActivities;
let calls: TestCalls;
/** Queries that the provider was asked. */
const asked: string[] = [];
const providers: SearchProviders = {
  open: (name) => ({
    name,
    async search({ query }) {
      if (query === BLOCKED) throw new NothingSearchedError('its search engines did not answer');
      asked.push(query);
      return [{ url: 'https://harbour.example/lamp', title: 'Lamp', snippet: 'Rapeseed oil.', publishedAt: null }];
    },
  }),
};

beforeAll(async () => {
  world = await createTestActivities();
  calls = createTestCalls(world.corpus.home, { prices: { models: {}, searches: { brave: 0.005 } } });
});
afterAll(async () => {
  await calls.store.close();
  await world.dispose();
});

const BLOCKED = 'blocked';

function searchWeb(changes: Partial<SearchWebInput> = {}, activityId = '1') {
  const search = createSearchWeb({ providers, paidCalls: calls.paidCalls });
  return calls.payingAs({ activityId }, () => search({ ...WEB_SEARCH, ...changes }, new AbortController().signal));
}

describe('the ledger of a run', () => {
  it('is null until something is spent, and includes the address of the server', async () => {
    const progress = researchProgress({ researchId: 'research-lamp' });

    expect(await world.activities.recordProgress({ progress })).toEqual({
      ledger: null,
      settled: [],
      temporalAddress: 'localhost:7233',
    });
  });

  it('counts searches, and sends equal ones to the provider only once', async () => {
    const first = await searchWeb();

    expect(await searchWeb({}, '2')).toEqual(first);
    await searchWeb({ since: '2026-01-01' }, '3');
    expect(asked).toHaveLength(2);

    const progress = researchProgress({ researchId: 'research-lamp' });
    const { ledger } = await world.activities.recordProgress({ progress });
    expect(ledger?.entries).toMatchObject([{ kind: 'search', name: 'brave', requests: 2, reused: 1, money: 0.01 }]);
  });

  it('is in the record of the report, with the changes of the user', async () => {
    const steering = [
      {
        steer: { action: 'ban-domain', domain: 'news.example' },
        at: '2026-01-02T03:30:00.000Z',
        effect: 'Nothing of news.example is read any more.',
      },
    ] as const;
    const input = await research(world, 'How long does the harbour lamp burn?');
    const { recordPath } = await withFiles(world.corpus.home, world.activities.publishReport({ ...input, steering }));

    const record = researchRecordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
    expect(record.ledger).toEqual(await calls.store.ledgerOf('research-lamp'));
    expect(record.steering).toEqual(steering);
  });
});

describe('a search in which nothing was searched', () => {
  it('says why, and is made again', async () => {
    const problem = 'brave: its search engines did not answer';

    expect(await searchWeb({ query: BLOCKED }, '0')).toEqual({ hits: [], notes: [], problem });
    expect(await searchWeb({ query: BLOCKED }, '0')).toEqual({ hits: [], notes: [], problem });
  });
});

describe('what a run has settled', () => {
  const settled = { settledAt: '2026-01-02T03:04:05.000Z', gaps: [], degradations: [], workedSeconds: 9 };
  const usage = { searches: 1, pages: 2, modelCalls: 3, modelTokens: 4, money: 0 };
  const anchor = anchorOf();
  const context = { summary: null, findings: [], places: [], clarity: null };
  const question = { ...settled, usage, conversation: [], anchor, context };
  const plan = { ...settled, usage, plan: { tasks: [] }, approvedPlan: null };

  it('is on record with its findings, and kept in as many parts as payloads require', async () => {
    const [known] = (await research(world, 'How long does the harbour lamp burn?')).findings;
    const findings = Array.from({ length: 900 }, (_, index) => ({ ...known, findingId: `f${index}` }) as Finding);
    const grading = { anchor, findings, entityBonus: true, approvedTasks: [], storeFor: 'research-lamp' };
    const { stored } = await world.activities.classifyTiers(grading);
    if (stored === null) throw new Error('nothing was stored');
    const findingIds = findings.map(({ findingId }) => findingId);
    const evidence = { findings: [], evidence: { lists: [stored], findingIds }, selected: 860 };
    const material = { anchor, corpus: world.report, clarificationSummary: null, clarity: null, tasks: [] };
    const stage = { ...settled, usage, tasks: [], drift: null, engine: 'model', telemetry: telemetryOf() } as const;
    const empty = {
      ...material,
      findings: [],
      taskSummaries: [],
      quotes: [],
      reserve: [],
      leftOut: [],
      contradictions: [],
    };
    const progress = researchProgress({ researchId: 'research-lamp', stage: 'synthesizing' });

    const first = await world.activities.recordProgress({ progress, settled: { request, stages: { question, plan } } });
    const second = await world.activities.recordProgress({
      progress,
      settled: { request, stages: { material: { ...stage, material: empty } }, evidence },
    });

    expect([first.settled, second.settled]).toEqual([
      ['question', 'plan'],
      ['question', 'plan', 'material'],
    ]);
    const runs = runsIn(world.corpus.home);
    expect((await runs.read('research-lamp'))?.progress?.resumesFrom).toBe('synthesis');

    const keep = createKeepStages({ ...KEEPING, runs, blobs: createFileBlobStore(world.corpus.home) });
    const load = (findingsFrom?: number) =>
      runAsActivity(
        () =>
          keep(
            { origin: ORIGIN, webCorpusId: 'w', ...(findingsFrom !== undefined && { findingsFrom }) },
            new AbortController().signal,
          ),
        { researchId: 'research-lamp' },
      );
    const kept = [await load()];
    for (let next = kept[0]?.batch?.next ?? null; next !== null; next = kept.at(-1)?.batch?.next ?? null) {
      kept.push(await load(next));
    }
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.every((part) => JSON.stringify(part).length < 1_000_000)).toBe(true);
    expect(kept.flatMap(({ batch }) => batch?.findings ?? []).map(({ findingId }) => findingId)).toEqual(
      findings.map(({ findingId }) => findingId),
    );
    expect(kept[0]).toMatchObject({ question, plan, batch: { selected: 860 } });
  });

  it('before the wanted point is missed with a reason', async () => {
    const keep = createKeepStages({
      ...KEEPING,
      runs: runsIn(world.corpus.home),
      blobs: createFileBlobStore(world.corpus.home),
    });
    const load = (researchId: string) =>
      keep({ origin: { researchId, from: 'synthesis' }, webCorpusId: 'w' }, new AbortController().signal);

    await expect(load('nobody')).rejects.toThrow('There is no record of what "nobody" settled.');
  });
});
