import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as yaml from 'yaml';
import { z } from 'zod';
import type { PriceTable } from '../../activities/metering/price-table.ts';
import type { Environment } from '../../workflows/contracts/environment-reader.ts';

const load = createRequire(import.meta.url);

const price = z.number('must be a price in US dollars').min(0, 'must be a price in US dollars, 0 or more');

const priceTableSchema = z.strictObject(
  {
    models: z.record(z.string(), z.strictObject({ input: price, output: price })).default({}),
    searches: z.record(z.string(), price).default({}),
  },
  'must hold `models` and `searches`',
);

/** The YAML or JSON file in `PLUMBLINE_PRICES`; without it there are no prices. */
export function readPrices(environment: Environment): PriceTable {
  const nothing: PriceTable = { models: {}, searches: {} };
  const path = environment.read('PLUMBLINE_PRICES');
  if (path === undefined) return nothing;
  const reject = (problem: string): PriceTable => {
    environment.reject(`PLUMBLINE_PRICES: ${path}: ${problem}`);
    return nothing;
  };
  let content: unknown;
  try {
    // Loaded late: every command reads these settings, and few homes have prices.
    const { parse } = load('yaml') as Pick<typeof yaml, 'parse'>;
    content = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return reject(firstLine(error));
  }
  const { data, error } = priceTableSchema.safeParse(content);
  if (data !== undefined) return data;
  return reject(
    error.issues.map((issue) => [z.core.toDotPath(issue.path), issue.message].filter(Boolean).join(' ')).join('; '),
  );
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
