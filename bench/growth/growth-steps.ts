import { findReferred, noteStored, referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { StoredFinding } from '@plumbline/contracts/evidence/evidence-reference';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createClaimVerifier, verifyDraft } from '@plumbline/evidence/claims';
import { readUnits, registerSources } from '@plumbline/quotes/quotes';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { compareRecords } from '@plumbline/report/comparison';
import { checkRecord } from '@plumbline/report/record-verification';
import { createRecord, sourcesOfEvidence } from '@plumbline/report/records';
import { foreignSentencesOf } from '../../activities/entries/research/check-report.ts';
import { gradeFindings } from '../../activities/entries/research/classify-tiers.ts';
import { createSynthesizeReport } from '../../activities/entries/research/synthesize-report.ts';
import { createValidateRelevance } from '../../activities/entries/research/validate-relevance.ts';
import { createPartialReport } from '../../workflows/deep-research/deep-research.ts';
import { withUncitedFindings } from '../../workflows/deep-research/stages/synthesize-report.ts';
import { selectEvidence } from '../../workflows/domain/evidence-selection.ts';
import { selectAll, selectQuotes } from '../../workflows/domain/finding-selection.ts';
import { applyValidation, measureDrift } from '../../workflows/domain/finding-validation.ts';
import type { MadeRun } from './made-run.ts';

/** One step of a run that handles all findings, or all claims. */
export interface GrowthStep {
  readonly name: string;
  readonly grows: 'findings' | 'claims';
  /** Prepares what the step is given, and returns the step. */
  readonly prepare: (run: MadeRun) => Promise<() => unknown>;
}

const { signal } = new AbortController();
const VERIFICATION = {
  quotesChecked: 0,
  quotesRejected: 0,
  claims: 0,
  statementsRemoved: 0,
  claimsRepaired: 0,
  notes: [],
};
const UNCAPPED = { tier1: 5_000, tier2: 5_000, tier3: 5_000 };

const ready =
  (start: (run: MadeRun) => () => unknown): GrowthStep['prepare'] =>
  async (run) =>
    start(run);

/** In the order of a run. */
export const GROWTH_STEPS: readonly GrowthStep[] = [
  { name: 'tiers of findings', grows: 'findings', prepare: ready(gradeEach) },
  { name: 'validation of findings by rule', grows: 'findings', prepare: ready(validateFindings) },
  { name: 'selection of findings, in the workflow', grows: 'findings', prepare: ready(chooseEvidence) },
  { name: 'report by rule', grows: 'findings', prepare: ready(writeByRule) },
  { name: "settling a model's draft", grows: 'claims', prepare: ready(settleModelDraft) },
  { name: 'check of the language', grows: 'claims', prepare: ready(checkLanguage) },
  { name: 'verification of claims by rule', grows: 'claims', prepare: ready(verifyByRule) },
  { name: 'record and rendering', grows: 'claims', prepare: ready((run) => () => recordOf(run)) },
  { name: 'verification of the record', grows: 'claims', prepare: verifyRecord },
  { name: 'comparison of two reports', grows: 'claims', prepare: compareReports },
];

function gradeEach({ anchor, findings }: MadeRun) {
  return () => gradeFindings({ anchor, findings, approvedTasks: [] });
}

function validateFindings({ blobs, material }: MadeRun) {
  const runs = { noteEvidence: async () => undefined };
  const validate = createValidateRelevance({ blobs, runs });
  return () => validate({ ...material, storeFor: null });
}

function chooseEvidence({ findings, tasks, ruledDraft, material }: MadeRun) {
  const scores = findings.map(({ findingId }, index) => ({ id: findingId, score: (index % 9) / 8, reason: '' }));
  const taskIds = tasks.map(({ taskId }) => taskId);
  const wanted = { taskIds, summaries: material.taskSummaries, caps: UNCAPPED, citeThreshold: 0.3 };
  const known = { researchId: 'growth', question: '', stage: 'researching' as const, language: 'en', tasks: [] };
  return () => {
    const validated = applyValidation(findings, scores, 0.25);
    measureDrift(validated);
    const selected = selectEvidence(validated.kept, { ...wanted, mergesPassages: true });
    selectQuotes(selected.findings, { maxQuotes: 10, minQuoteLength: 20 });
    selectAll(findings);
    travelByReference(findings, selected.findings);
    createPartialReport(known, findings, [], '2026-01-02T03:04:05.000Z');
    return withUncitedFindings(ruledDraft, selected.findings, 'en');
  };
}

/** As a workflow refers to findings, and an activity reads them. */
function travelByReference(stored: readonly Finding[], wanted: readonly Finding[]) {
  const evidence = new Map<string, StoredFinding>();
  noteStored(evidence, { sha256: '0'.repeat(64), byteLength: 0, mediaType: 'application/json' }, stored);
  const given = referTo({ evidence }, wanted);
  return given.evidence === undefined ? given.findings : findReferred(given.evidence, stored);
}

function writeByRule({ corpus, blobs, rules: reasoner, material }: MadeRun) {
  return () => createSynthesizeReport({ corpus, blobs, reasoner })(material, signal);
}

function settleModelDraft({ corpus, blobs, writer: reasoner, material }: MadeRun) {
  return () => createSynthesizeReport({ corpus, blobs, reasoner })(material, signal);
}

function checkLanguage({ anchor: { language }, draft }: MadeRun) {
  return () => foreignSentencesOf(draft, language);
}

function verifyByRule({ anchor, ruledDraft: draft, findings, blobs }: MadeRun) {
  const texts = createStoredTexts(blobs);
  const input = { anchor, draft, findings, engine: 'offline' } as const;
  return () => verifyDraft(input, texts, createClaimVerifier({ findings, texts }));
}

async function verifyRecord(run: MadeRun) {
  const record = await recordOf(run);
  const { markdown } = record.report;
  return () =>
    checkRecord({
      record,
      texts: createStoredTexts(run.blobs),
      markdown,
      markdownPath: 'report.md',
      hasPresentRules: true,
    });
}

/** With another report that says most of it, some of it with other figures. */
async function compareReports(run: MadeRun) {
  const [first, second] = [await recordOf(run), await recordOf({ ...run, draft: run.ruledDraft })];
  return () => compareRecords(first, second);
}

async function recordOf({ anchor, draft, findings, sources, blobs, tasks }: MadeRun): Promise<ResearchRecord> {
  const texts = createStoredTexts(blobs);
  const input: PublishReportInput = {
    researchId: 'growth',
    outcome: 'published',
    publishedAt: '2026-01-02T04:00:00.000Z',
    request: researchRequestSchema.parse({ question: anchor.originalQuestion, corpusDirectories: ['/documents'] }),
    anchor,
    conversation: [],
    clarificationSummary: null,
    clarity: null,
    plan: { tasks: [...tasks] },
    corpus: CORPUS,
    draft,
    findings,
    taskSummaries: [],
    gaps: [],
    quality: VERIFICATION,
    telemetry: TELEMETRY,
    degradations: [],
    diagnostics: [],
    drift: null,
    leftOut: [],
    alignment: null,
    engine: 'model',
    usage: { searches: 0, pages: 0, modelCalls: 1, modelTokens: 0, money: 0 },
    workedSeconds: 1,
    steering: [],
  };
  return createRecord(input, {
    sources: await sourcesOfEvidence(input, sources, texts),
    units: await readUnits(findings, texts),
    registered: await registerSources(findings, texts),
    decisions: [],
    ledger: null,
  });
}

const CORPUS: PublishReportInput['corpus'] = {
  corpusId: 'growth',
  version: 'v1',
  files: 1,
  passages: 1,
  added: 1,
  changed: 0,
  removed: 0,
  bytesRead: 1,
  languages: ['en', 'de'],
  skippedCount: 0,
  partialCount: 0,
  skippedFiles: [],
};

const TELEMETRY: PublishReportInput['telemetry'] = {
  rewrittenQueries: [],
  reflections: [],
  qualityNotes: [],
  references: { resolved: 0, followed: 0, refused: [], refusedCount: 0, unresolved: [] },
  providerErrors: [],
  counts: { issued: 1, found: 1, duplicates: 0, corrected: 0, rounds: 0, belowThreshold: 0, read: 1, failed: 0 },
};
