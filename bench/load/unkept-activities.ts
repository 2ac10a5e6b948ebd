import type { Activities } from '@plumbline/contracts/activities';
import { createUnrecordedCalls } from '@plumbline/model/calls';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { openSqliteState } from '@plumbline/storage/database';
import { createActivities } from '../../activities/registry.ts';
import { runAsActivity } from '../../test/support/builders/activity-context.ts';
import { memoryOver } from '../../test/support/builders/memory-fixtures.ts';
import { placeIn } from '../../test/support/builders/stored-records.ts';
import { NO_WEB } from '../../test/support/servers/no-web.ts';
import { createStores } from '../../workers/assembly/dependencies.ts';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { MODELS } from './paced-endpoint.ts';

export interface UnkeptActivitiesOptions {
  readonly home: string;
  readonly baseURL: string;
  /** For one request to the model. */
  readonly timeoutMs: number;
}

/** The product's activities over a home of their own, without its store of paid answers. */
export function createUnkeptActivities({ home, baseURL, timeoutMs }: UnkeptActivitiesOptions): Activities {
  const { blobs, corpus } = createStores(home);
  const state = createStateStores(openSqliteState(home), placeIn(home));
  return createActivities({
    ...NO_WEB,
    blobs,
    corpus,
    reviewRate: 0,
    notices: null,
    temporalAddress: async () => 'localhost:7233',
    ...state,
    memory: memoryOver(state.memoryStore),
    paidCalls: createUnrecordedCalls(),
    reasoner: createOpenAIReasoner({ apiKey: 'none', baseURL, models: MODELS, timeoutMs }),
  });
}

/** The same outside of a worker. */
export function outsideOfWorkers(activities: Activities): Activities {
  const entries = Object.entries(activities).map(([name, act]) => [
    name,
    (input: never) => runAsActivity(() => (act as (input: never) => Promise<unknown>)(input), {}),
  ]);
  return Object.fromEntries(entries) as Activities;
}
