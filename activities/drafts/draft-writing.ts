import type { Reasoned } from '../../workflows/contracts/accounting.ts';
import { questionLanguageOf } from '../../workflows/contracts/query-anchor.ts';
import type { MissingSubject, ReportDraft } from '../../workflows/contracts/report.ts';
import type { SynthesizeReportInput } from '../../workflows/contracts/report-activities.ts';
import { describeGap } from '../../workflows/domain/gap-phrases.ts';
import { completeness } from '../../workflows/domain/report-quality.ts';
import { createStoredTexts, type StoredTexts } from '../citations/stored-quotes.ts';
import { coverageOf, isNamedIn, type WantedPart } from '../extractive/answers/evidence-completeness.ts';
import { selectReportQuotes } from '../extractive/answers/report-quotes.ts';
import { withStatements } from '../extractive/answers/stored-statements.ts';
import { needsOf } from '../extractive/passages/information-needs.ts';
import type { CorpusIndex } from '../index/corpus-index.ts';
import type { Reasoner, ReasoningCall } from '../reasoning/engine/reasoner.ts';
import type { ReasoningStep } from '../reasoning/engine/step.ts';
import { offlinePhrasesFor } from '../reasoning/prompts/offline-phrases.ts';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../reasoning/steps/synthesize-report.ts';
import { missingWorks } from '../references/missing-works.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { missingIn, settleDraft, textsOf } from './draft-settlement.ts';

/** What drafts are written with. */
export interface DraftTools {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly reasoner: Reasoner;
}

/** A step that writes a draft; by rule it says what `synthesizeReportStep` says. */
export interface DraftStep<Input extends SynthesizeReportStepInput> {
  readonly step: ReasoningStep<Input, SynthesizedReport>;
  /** Adds what the step knows beyond the evidence. */
  readonly inputOf: (evidence: SynthesizeReportStepInput) => Input;
  /** A draft in the wrong language is asked for once more; otherwise the rules stand in for it. */
  readonly isAskedAgain: boolean;
}

/** Writes the content of a report or an answer. Code computes from the evidence how much of the question it covers. */
export async function writeDraft<Input extends SynthesizeReportStepInput>(
  { corpus, blobs, reasoner }: DraftTools,
  { step, inputOf, isAskedAgain }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
): Promise<Reasoned<ReportDraft>> {
  const { anchor } = material;
  const texts = createStoredTexts(blobs);
  const evidence = await readEvidence(corpus, texts, material);
  const { tasks, findings, missingWorks: absent } = evidence;
  const said = await reasoner.run(step, inputOf(evidence), call);
  const { value, cost } = await settleDraft(said, { name: step.name, isAskedAgain, evidence, material, texts });
  const understood = cost.engine === 'model' ? textsOf(value) : [];
  const wanted = coverageOf({ anchor, tasks, findings, understood });
  const isAnswered = value.summary.length > 0;
  const parts = isAnswered
    ? wanted
    : wanted.map((part) => ({ ...part, isCovered: part.isCovered && part.kind !== 'task' }));
  const missing = missingIn(value, tasks, findings, anchor.language);
  return {
    value: {
      ...value,
      limitations: [...value.limitations, ...(isAnswered ? toLimitations(missing, anchor.language) : [])],
      missingSubject: isAnswered ? null : withWorks(missing, absent),
      certainties: [...selectReportQuotes(tasks, findings, questionLanguageOf(anchor)).certainties],
      queryCoverage: isAnswered ? completeness(parts) : 0,
      remainingGaps: withUncovered(value.remainingGaps, parts, anchor.language),
    },
    cost,
  };
}

/** What both engines write from. */
async function readEvidence(corpus: CorpusIndex, texts: StoredTexts, material: SynthesizeReportInput) {
  const { anchor, corpusId, clarificationSummary, today, approvedTasks, quotes, correction } = material;
  const planned = tasksOf(material);
  const taskTexts = planned.map(({ text }) => text);
  const needs = await needsOf(corpus, corpusId, anchor, taskTexts);
  const tasks = planned.flatMap((task, index) => {
    const need = needs[index];
    return need === undefined ? [] : [{ ...task, need }];
  });
  const findings = await withStatements(material.findings, texts);
  const gaps = material.gaps.map((gap) => describeGap(gap, anchor.language));
  const absent = missingWorks(
    [anchor.originalQuestion, ...anchor.refinements].join('\n'),
    await corpus.sourcesOf(corpusId),
    findings.map(({ surroundings }) => surroundings),
  );
  const shared = { today, anchor, approvedTasks, clarificationSummary, quotes, correction };
  return { ...shared, tasks, findings, gaps, missingWorks: absent };
}

function withWorks(missing: MissingSubject | null, works: readonly string[]): MissingSubject | null {
  return works.length === 0 ? missing : { words: [], unknown: [], ...missing, works: [...works] };
}

/** A model may use other words than the question; readers should know where they differ. */
function toLimitations(missing: MissingSubject | null, language: string): SynthesizedReport['limitations'] {
  if (missing === null || missing.words.length === 0) return [];
  return [{ text: offlinePhrasesFor(language).uncovered(missing.words), citations: [] }];
}

/** A run stopped before planning still has its question. */
function tasksOf({ anchor, taskTexts, taskSummaries }: SynthesizeReportInput) {
  const texts = taskTexts.length > 0 ? taskTexts : [anchor.originalQuestion];
  return texts.map((text) => {
    const summed = taskSummaries.find(({ taskText }) => taskText === text);
    return { text, taskId: summed?.taskId ?? null, summary: summed?.summary ?? '', gaps: summed?.gaps ?? [] };
  });
}

/** Names every uncovered part once. */
function withUncovered(gaps: readonly string[], parts: readonly WantedPart[], language: string): string[] {
  const phrases = offlinePhrasesFor(language);
  const uncovered = parts.filter(({ name, isCovered }) => !isCovered && !isNamedIn(gaps, name, language));
  return [
    ...gaps,
    ...uncovered.map(({ kind, name }) => (kind === 'task' ? phrases.taskUnanswered : phrases.entityUnmentioned)(name)),
  ];
}
