export { sourcesOfEvidence } from './record/record-sources.ts';
export { createRecord, RULES_VERSION } from './record/report-record.ts';
