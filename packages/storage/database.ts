export {
  BUSY_TIMEOUT_MS,
  compactDatabase,
  inTransaction,
  isNoDatabase,
  keptUntilChanged,
} from './stores/database-file.ts';
export {
  openPostgresState,
  openSqliteState,
  openSqliteStateIfThere,
  readDatabaseId,
  type StateDatabase,
  stateFileOf,
  type StateTransaction,
} from './stores/state-database.ts';
export {
  type CallRow,
  type IndexVersionRow,
  type RecordKind,
  type RecordRow,
  type SpendingRow,
  type StateTables,
  sum,
} from './stores/state-tables.ts';
