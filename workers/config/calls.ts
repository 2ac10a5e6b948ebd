import type { PriceTable } from '../../activities/metering/price-table.ts';
import { readPrices } from './prices.ts';
import { HOUR_MS, hoursSchema, type Settings } from './settings.ts';

/** Where paid calls and their answers are stored, and what they cost. */
export interface CallsConfig {
  /** `postgres://…`; null: a file in the home. Holds a password. */
  readonly databaseUrl: string | null;
  /** How long other runs may reuse an answer of a model or a search. */
  readonly answerTtlMs: number;
  readonly prices: PriceTable;
}

const DEFAULT_TTL_HOURS = 7 * 24;

/** Where answers are kept, for how long, and what they cost. */
export function readCalls(settings: Settings): CallsConfig {
  const databaseUrl = settings.text('PLUMBLINE_DATABASE_URL') ?? null;
  // The value is not repeated: it may hold a password.
  if (databaseUrl !== null && !isPostgresUrl(databaseUrl)) {
    settings.reject('PLUMBLINE_DATABASE_URL: must be a PostgreSQL address like postgres://user@host:5432/database');
  }
  const ttlHours = settings.value('PLUMBLINE_ANSWER_TTL_HOURS', hoursSchema) ?? DEFAULT_TTL_HOURS;
  return { databaseUrl, answerTtlMs: ttlHours * HOUR_MS, prices: readPrices(settings) };
}

function isPostgresUrl(written: string): boolean {
  return /^postgres(?:ql)?:$/.test(URL.parse(written)?.protocol ?? '');
}
