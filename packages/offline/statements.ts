export {
  type EvidenceScore,
  rankEvidence,
  type ReadableFinding,
  type SourcedFinding,
  toReadableFinding,
  withStatements,
} from './answers/evidence-reading.ts';
export { nearestUnits } from './answers/nearest-units.ts';
export {
  createForeignLabel,
  isForeignFinding,
  missedWords,
  selectReportQuotes,
  type StatedQuote,
  withoutWorks,
} from './answers/report-quotes.ts';
export { createUnitFinder } from './passages/enclosing-unit.ts';
export {
  createStatementScorer,
  type InformationNeed,
  type RankedStatement,
  rankStatements,
  type ReadablePassage,
  type StatementScore,
} from './passages/passage-reading.ts';
export { type QuoteReading, readStatements } from './passages/quote-reading.ts';
export { describeQuoteReason, quoteReasonOf } from './passages/quote-reasons.ts';
export { formFit } from './passages/stated-values.ts';
export { createStatementReader } from './passages/statement-reading.ts';
