import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchWeb } from '../../activities/search-web.ts';
import { NothingSearchedError } from '../../activities/web-search/provider-error.ts';
import type { SearchProviders } from '../../activities/web-search/search-provider.ts';
import { UNLIMITED } from '../../workflows/contracts/metering.ts';
import { researchRecordSchema } from '../../workflows/contracts/report.ts';
import type { SearchWebInput } from '../../workflows/contracts/retrieval-activities.ts';
import { researchProgress } from '../support/builders/run-views.ts';
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
    const { recordPath } = await world.activities.publishReport({ ...input, steering });

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
