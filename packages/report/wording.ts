export { describeGap } from './wording/gap-phrases.ts';
export { phrasesFor } from './wording/phrases-for.ts';
export type { ReportPhrases } from './wording/english-phrases.ts';
