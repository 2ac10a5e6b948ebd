import type { PaidCallKind } from '../../workflows/contracts/metering.ts';
import type { TokenUsage } from './paid-calls.ts';

/** What calls cost, in US dollars. Prices change, so the project brings none of its own. */
export interface PriceTable {
  /** For a million tokens, by the name of the model. */
  readonly models: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** For one search, by the name of the provider. */
  readonly searches: Readonly<Record<string, number>>;
}

const MILLION = 1_000_000;

/** In US dollars; null where the table has no price. */
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
