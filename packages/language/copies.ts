export { type Copyable, type CopyableDocument, withoutNearCopies } from './text/near-copies.ts';
export { comparableWords, createKnownTexts, isNearDuplicate, withoutNearDuplicates } from './text/near-duplicate.ts';
