import type { SpendingCeiling } from '../../workflows/contracts/metering.ts';

/** A call would take its run beyond a ceiling; nothing was sent. */
export class BudgetReachedError extends Error {
  override readonly name = 'BudgetReachedError';
  readonly limit: keyof SpendingCeiling;

  constructor(limit: keyof SpendingCeiling, ceiling: number) {
    super(`The call would take the run beyond its limit of ${ceiling} (${limit}).`);
    this.limit = limit;
  }
}
