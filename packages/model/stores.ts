export { createRecordedCalls, type PriceTable } from './metering/recorded-calls.ts';
export { createSqlSpending, type Spending } from './metering/spending.ts';
export { createSqlCallStore } from './metering/sql-call-store.ts';
