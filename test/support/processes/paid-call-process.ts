import { type CallStore, NO_TOKENS } from '@plumbline/model/calls';
import { createRecordedCalls, createSqlCallStore } from '@plumbline/model/stores';
import { openPostgresState, openSqliteState } from '@plumbline/storage/database';
import { noopMetricMeter } from '@temporalio/common';

// A process that pays for calls: node paid-call-process.ts <home or database url> <server> <run> <number of calls> <ceiling> [hold].
// Prints what became of each call as one line of JSON. With `hold` it says when an answer is stored, and goes no further.
const [place = '', server = '', researchId = '', count = '1', ceiling = '1000', hold] = process.argv.slice(2);

const database = place.startsWith('postgres') ? openPostgresState(place) : openSqliteState(place);
const store = createSqlCallStore(database, () => new Date());
const holding: CallStore = {
  ...store,
  async settle(...settled) {
    await store.settle(...settled);
    print('stored');
    return new Promise(() => setInterval(() => undefined, 60_000));
  },
};
const paidCalls = createRecordedCalls({
  store: hold === undefined ? store : holding,
  payer: () => ({ researchId, activityId: '1' }),
  prices: { models: {}, searches: {} },
  timeToLiveMs: { model: 60_000, search: 60_000, page: 60_000 },
  now: () => new Date(),
  meter: () => noopMetricMeter,
});

const calls = Array.from({ length: Number(count) }, async (_, index) => {
  const call = {
    kind: 'model',
    name: 'ask',
    version: 1,
    model: 'small',
    input: Number(count) === 1 ? 'the question' : `${process.pid} ${index}`,
    expected: { promptTokens: 10, completionTokens: 5 },
    terms: {
      reuse: 'any-run',
      ceiling: { modelCalls: Number(ceiling), modelTokens: 1_000_000, money: null },
    },
    signal: new AbortController().signal,
  } as const;
  const made = await paidCalls.make(call, async (signal) => ({
    answer: await (await fetch(server, { signal })).text(),
    usage: NO_TOKENS,
  }));
  print(made);
});
await Promise.all(
  calls.map((call) => call.catch((error: unknown) => print(error instanceof Error ? error.name : error))),
);
await store.close();

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
