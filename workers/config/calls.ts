import type { PriceTable } from '../../activities/metering/price-table.ts';
import type { Environment } from '../../workflows/contracts/environment-reader.ts';
import { readPrices } from './prices.ts';

/** Where paid calls and their answers are stored, and what they cost. */
export interface CallsConfig {
  /** `postgres://…`; null: a file in the home. Holds a password. */
  readonly databaseUrl: string | null;
  /** How long other runs may reuse an answer of a model or a search. */
  readonly answerTtlMs: number;
  readonly prices: PriceTable;
}

const HOUR_MS = 3_600_000;

/** Where answers are kept, for how long, and what they cost. */
export function readCalls(environment: Environment): CallsConfig {
  return {
    databaseUrl: environment.read('PLUMBLINE_DATABASE_URL') ?? null,
    answerTtlMs: environment.read('PLUMBLINE_ANSWER_TTL_HOURS') * HOUR_MS,
    prices: readPrices(environment),
  };
}
