import type { PaidCallKind } from '../../workflows/contracts/metering.ts';
import type { TokenUsage } from './paid-calls.ts';

/** What calls cost, in US dollars. Prices change, so the project ships none. */
export interface PriceTable {
  /** Price of a million tokens, by model name. */
  readonly models: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** Price of one search, by provider name. */
  readonly searches: Readonly<Record<string, number>>;
}

const MILLION = 1_000_000;

/** Price in US dollars; null where the table has none. */
export function priceOf(
  { models, searches }: PriceTable,
  { kind, name, model }: { readonly kind: PaidCallKind; readonly name: string; readonly model: string },
  { promptTokens, completionTokens }: TokenUsage,
): number | null {
  if (kind === 'page') return null;
  if (kind === 'search') return searches[name] ?? null;
  const price = models[model];
  return price === undefined ? null : (promptTokens * price.input + completionTokens * price.output) / MILLION;
}
