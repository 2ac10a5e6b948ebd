export { compareStatements, isSaidBy } from './statements/compare-statements.ts';
export { shareInCommon } from './statements/shared-matter.ts';
export { readInOwnLanguage, readStatement, type ReadStatement } from './statements/statement-reading.ts';
