import type { SpendingCeiling } from '../../workflows/contracts/metering.ts';

/** A call would exceed a ceiling of its run; nothing was sent. */
export class BudgetReachedError extends Error {
  override readonly name = 'BudgetReachedError';
  readonly limit: keyof SpendingCeiling;

  constructor(limit: keyof SpendingCeiling, ceiling: number) {
    super(`The call would exceed the run's limit of ${ceiling} (${limit}).`);
    this.limit = limit;
  }
}
