export {
  type CitedWords,
  type PartEvidence,
  type PartPassage,
  readPartEvidence,
} from './statement-rules/part-evidence.ts';
export { ruleOnCited, ruleOnUncited, type Ruling } from './statement-rules/rules-on-claims.ts';
export { createSettings, type StatementSetting } from './statement-rules/statement-setting.ts';
