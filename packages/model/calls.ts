export { BudgetReachedError, type CallStore } from './metering/call-store.ts';
export { currentMeter, currentPayer } from './metering/current-payer.ts';
export { createUnrecordedCalls, sumCosts, withDegradation } from './metering/paid-calls.ts';
export { NO_COST, NO_TOKENS, type PaidCalls } from './metering/paid-calls.ts';
