import type { CorpusIndex, StoredPassage } from '../../activities/corpus/search-index/corpus-index.ts';
import { wordFrequency } from '../../activities/corpus/search-index/corpus-index.ts';
import { createOfflineReasoner } from '../../activities/model/engine/offline-reasoner.ts';
import type { Reasoner } from '../../activities/model/engine/reasoner.ts';
import type { BlobStore } from '../../activities/platform/storage/blob-store.ts';
import { judgeEntailmentStep } from '../../activities/steps/judge-entailment.ts';
import { UNLIMITED } from '../../workflows/contracts/common/metering.ts';
import type { SynthesizeReportInput } from '../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../workflows/contracts/report/report.ts';
import type { GeneratedLanguage } from '../load/generated-words.ts';
import { makeDraft, makeRuledDraft } from './made-draft.ts';
import { type MadeEvidence, makeEvidence } from './made-evidence.ts';

/** A run at the end of its research, with its stores in memory: only computing takes time. */
export interface MadeRun extends MadeEvidence {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  /** Claims of a model's draft, and of one by rule. */
  readonly draft: ReportDraft;
  readonly ruledDraft: ReportDraft;
  /** Answers with the draft. */
  readonly writer: Reasoner;
  readonly rules: Reasoner;
  readonly material: SynthesizeReportInput;
}

export interface RunSize {
  readonly findings: number;
  readonly claims: number;
  readonly language?: GeneratedLanguage;
  /** Another one makes other texts. */
  readonly seed?: number;
}

export function makeRun({ findings: findingCount, claims: claimCount, language = 'en', seed = 1 }: RunSize): MadeRun {
  const evidence = makeEvidence(findingCount, language, seed);
  const { anchor, tasks, findings } = evidence;
  const draft = makeDraft(findings, claimCount, seed);
  const taskSummaries = tasks.map(({ taskId, text }) => ({
    taskId,
    taskText: text,
    summary: text,
    keyFindings: [],
    quotes: [],
    sources: [],
    relevanceToQuestion: null,
    gaps: [],
  }));
  return {
    ...evidence,
    corpus: corpusOf(evidence),
    blobs: blobsOf(evidence),
    draft,
    ruledDraft: makeRuledDraft(findings, claimCount),
    writer: writerOf(draft),
    rules: createOfflineReasoner(),
    material: {
      engine: 'configured',
      today: '2026-01-02',
      metering: UNLIMITED,
      approvedTasks: [],
      anchor,
      corpusId: 'growth',
      clarificationSummary: null,
      taskTexts: tasks.map(({ text }) => text),
      findings,
      quotes: findings.flatMap(({ quotes }) => quotes).slice(0, 10),
      taskSummaries,
      gaps: [],
      correction: null,
    },
  };
}

/** Gives the draft, and finds nothing entailed. */
function writerOf({ summary, overview, keyFindings, sections }: ReportDraft): Reasoner {
  const written = { summary, overview, keyFindings, sections, conflicts: [], limitations: [], remainingGaps: [] };
  return {
    async run(step) {
      const answer = step.name === judgeEntailmentStep.name ? { verdicts: [] } : written;
      const cost = { engine: 'model' as const, modelCalls: 1, modelTokens: 0, degradations: [] };
      return { value: step.output.parse(answer), cost };
    },
  };
}

function blobsOf({ texts }: MadeEvidence): BlobStore {
  return {
    putText: refuse,
    putBytes: refuse,
    getBytes: refuse,
    getText: async ({ sha256 }) => texts.get(sha256) ?? '',
  };
}

function corpusOf({ findings, sources, texts }: MadeEvidence): CorpusIndex {
  const bySource = new Map(sources.map((source) => [source.sourceId, source]));
  const passages = new Map<string, StoredPassage>();
  for (const { passageId, sourceId, headingPath, passageSpan } of findings) {
    const source = bySource.get(sourceId);
    const { textHash, start, end } = passageSpan;
    const passage = { passageId, sourceId, page: null, headingPath, start, end };
    if (source !== undefined)
      passages.set(passageId, { passage, source, text: texts.get(textHash)?.slice(start, end) ?? '' });
  }
  return {
    search: refuse,
    update: refuse,
    readPassage: refuse,
    passagesOf: refuse,
    skippedFilesOf: async () => [],
    sourcesOf: async () => [...sources],
    sourceStatesOf: async () => new Map(),
    readPassages: async () => passages,
    wordFrequencies: async (_, words) =>
      new Map(
        words.map((word, index) => [word, wordFrequency(1 + (index % 5) * findings.length * 0.1, findings.length)]),
      ),
  };
}

async function refuse(): Promise<never> {
  throw new Error('the made run has no such store');
}
