import { AsyncLocalStorage } from 'node:async_hooks';
import type { PaidCalls } from '@plumbline/model/calls';
import { createSqlCallStore } from '@plumbline/model/stores';
import { openSqliteState, type StateDatabase } from '@plumbline/storage/database';
import { noopMetricMeter } from '@temporalio/common';
import type { CallStore, Payer } from '../../../packages/model/metering/call-store.ts';
import { createRecordedCalls, type RecordedCallsOptions } from '../../../packages/model/metering/recorded-calls.ts';

/** Paid calls on record, without a worker around them. */
export interface TestCalls {
  readonly store: CallStore;
  readonly paidCalls: PaidCalls;
  /** What the work calls is paid by this run and activity. */
  readonly payingAs: <Result>(payer: Partial<Payer>, work: () => Result) => Result;
}

const DAY_MS = 86_400_000;
const PAYER: Payer = { researchId: 'research-lamp', activityId: '1' };

/** @param database the home of a file, or a database */
export function createTestCalls(
  database: string | StateDatabase,
  options: Partial<Pick<RecordedCallsOptions, 'prices' | 'timeToLiveMs' | 'now' | 'storingPausesMs'>> = {},
): TestCalls {
  const { now = () => new Date() } = options;
  const store = createSqlCallStore(typeof database === 'string' ? openSqliteState(database) : database, now);
  const payers = new AsyncLocalStorage<Payer>();
  return {
    store,
    paidCalls: createRecordedCalls({
      prices: { models: {}, searches: {} },
      timeToLiveMs: { model: DAY_MS, search: DAY_MS, page: DAY_MS },
      ...options,
      now,
      store,
      payer: () => payers.getStore() ?? PAYER,
      meter: () => noopMetricMeter,
    }),
    payingAs: (payer, work) => payers.run({ ...PAYER, ...payer }, work),
  };
}
