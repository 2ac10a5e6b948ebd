import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { type CorpusIndex, type StoredPassage, wordFrequency } from '@plumbline/search/corpus-index';
import type { BlobStore } from '@plumbline/storage/blobs';
import { answerStep, type ReadPrompt } from '../../test/support/builders/step-answers.ts';
import type { GeneratedLanguage } from '../load/generated-words.ts';
import { createRandom } from '../load/random.ts';
import { type MadeEvidence, makeEvidence } from './made-evidence.ts';

const CLAIMS_OF_A_SECTION = 6;

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
    },
  };
}

/** Writes what the draft says behind the addresses that it is shown, and finds nothing entailed. */
function writerOf(draft: ReportDraft): Reasoner {
  const knowledge = { ...KNOWS_NOTHING, report: (prompt: ReadPrompt) => addressed(draft, prompt) };
  return {
    async run(step, input) {
      const { system, user } = step.prompt(input);
      const answer = answerStep({ step: step.name, prompt: `${system}\n${user}` }, knowledge);
      const cost = { engine: 'model' as const, modelCalls: 1, modelTokens: 0, degradations: [] };
      return { value: step.output.parse(answer), cost };
    },
  };
}

const KNOWS_NOTHING = {
  keyEntities: [],
  scope: '',
  coverage: 1,
  tasks: () => [],
  rationale: '',
  queries: () => [],
  extraction: () => ({ information: '', quotes: [], relevance: 0 }),
};

/** The claims of a draft, each with the next of the addresses. */
function addressed({ summary, overview, keyFindings, sections }: ReportDraft, { quotes }: ReadPrompt) {
  let next = 0;
  const cited = (claims: readonly Claim[]): Claim[] =>
    claims.map(({ text, citations }) => {
      const { key } = quotes[next++ % quotes.length] ?? {};
      return { text, citations: citations.length === 0 || key === undefined ? [] : [key] };
    });
  return {
    summary: cited(summary),
    overview: cited(overview),
    keyFindings: cited(keyFindings),
    sections: sections.map(({ heading, claims }) => ({ heading, claims: cited(claims) })),
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
    statistics: refuse,
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

/** A draft as a model writes it from the findings: most claims hold, some have another figure, source or no source at all. */
function makeDraft(findings: readonly Finding[], claimCount: number, seed = 7): ReportDraft {
  const random = createRandom(seed);
  const quotes = findings.flatMap((finding) => finding.quotes);
  const claims = Array.from({ length: claimCount }, (_, index) => makeClaim(quotes, index, random));
  const [summary, overview, keyFindings, rest] = [[0, 3], [3, 6], [6, 10], [10]].map((range) => claims.slice(...range));
  const sections = Array.from({ length: Math.ceil((rest?.length ?? 0) / CLAIMS_OF_A_SECTION) }, (_, index) => ({
    heading: `Part ${index + 1}`,
    claims: rest?.slice(index * CLAIMS_OF_A_SECTION, (index + 1) * CLAIMS_OF_A_SECTION) ?? [],
  }));
  return {
    summary: summary ?? [],
    overview: overview ?? [],
    keyFindings: keyFindings ?? [],
    sections,
    conflicts: [],
    limitations: [],
    remainingGaps: [],
    missingSubject: null,
  };
}

/** The same draft as the rules would write it. */
function makeRuledDraft(findings: readonly Finding[], claimCount: number): ReportDraft {
  const quotes = findings.flatMap((finding) => finding.quotes).slice(0, claimCount);
  const claims = quotes.map(({ key, text }): Claim => ({ text, citations: [key] }));
  return { ...makeDraft(findings, 0), summary: claims.slice(0, 2), keyFindings: claims.slice(2) };
}

function makeClaim(quotes: readonly Quote[], index: number, random: () => number): Claim {
  const quote = quotes[index % quotes.length];
  const other = quotes[Math.floor(random() * quotes.length)];
  if (quote === undefined || other === undefined) return { text: '', citations: [] };
  const kind = random();
  const text = reworded(quote.text, random);
  if (kind < 0.08) return { text: withOtherFigure(text), citations: [quote.key] };
  if (kind < 0.16) return { text, citations: [other.key] };
  if (kind < 0.2) return { text, citations: [] };
  if (kind < 0.3) return { text: quote.text, citations: [quote.key] };
  return { text, citations: [quote.key] };
}

/** Without one or two of its words, as a paraphrase leaves some out. */
function reworded(sentence: string, random: () => number): string {
  const words = sentence.split(' ');
  const dropped = 1 + Math.floor(random() * (words.length - 2));
  return words.filter((word, index) => index !== dropped || /\d/.test(word)).join(' ');
}

function withOtherFigure(text: string): string {
  return text.replace(/\d+/, (figure) => String(Number(figure) * 3 + 1));
}
