import type { Claim } from '@plumbline/contracts/evidence/claim';
import { servedTasks } from '@plumbline/contracts/evidence/finding';
import type { ReportDraft, MissingSubject } from '@plumbline/contracts/report/report';
import type { ReportAsWritten, SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import { isCheckable } from '@plumbline/contracts/report/report-claims';
import type { Reasoned, ReasoningCost } from '@plumbline/contracts/research/accounting';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';
import { isForeign } from '@plumbline/language/detection';
import { isTooLong, ofLength } from '@plumbline/model/asking-in-parts';
import { withDegradation } from '@plumbline/model/calls';
import type { AnyReasoningStep, Reasoner, ReasoningCall } from '@plumbline/model/reasoner';
import { needsOf } from '@plumbline/offline/needs';
import { withPlaces, missingWords } from '@plumbline/offline/places';
import { missingWorks } from '@plumbline/quotes/references';
import { createStoredTexts, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { describeGap } from '@plumbline/report/wording';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { BlobStore } from '@plumbline/storage/blobs';
import { readableText } from '@plumbline/text/readable-text';
import { LONGEST_QUOTE, type ShownContradiction, type ShownEvidence } from '../../steps/shown-passages.ts';
import {
  synthesizeReportStep,
  type SynthesizeReportStepInput,
  type WrittenDraft,
  type SynthesizedReport,
} from '../../steps/synthesize-report.ts';
import { type AddressedEvidence, showEvidence } from './shown-evidence.ts';
import { readWrittenReport, type WrittenReport } from './written-report.ts';

/** What drafts are written with. */
export interface DraftTools {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly reasoner: Reasoner;
}

/** A step that writes a draft; by rule it says what `synthesizeReportStep` says. */
export interface DraftStep<Input extends SynthesizeReportStepInput> {
  readonly step: AnyReasoningStep<Input, WrittenDraft>;
  /** Adds what the step knows beyond the evidence. */
  readonly inputOf: (evidence: SynthesizeReportStepInput) => Input;
}

const NOTHING_WRITTEN = 'the model wrote nothing that cites an address; the offline rule wrote in its place';
const FEWER_PASSAGES = 'it was sent with fewer passages';
const UNKNOWN_ADDRESSES = 'addresses that no passage has were left out';

/** Room for passages by the length of what is written, in characters; four are about a token. */
const ROOM: Readonly<Record<ReportLength, number>> = { brief: 36_000, standard: 50_000, full: 110_000 };
/** The caps of the settings that a length belongs to: they fill the room. */
const FINDINGS_BY_LENGTH: Readonly<Record<ReportLength, number>> = { brief: 15, standard: 30, full: 30 };

/** All of it for the caps by default, less for lower ones: they say how many findings a report is written from. */
function roomFor({ length = 'standard', tierCaps }: Pick<SynthesizeReportInput, 'length' | 'tierCaps'>): number {
  if (tierCaps === undefined) return ROOM[length];
  const most = tierCaps.tier1 + tierCaps.tier2 + tierCaps.tier3;
  return ROOM[length] * Math.min(1, most / FINDINGS_BY_LENGTH[length]);
}

/** With less room than this, it is not the passages that a model has no room for. */
const SMALLEST_ROOM = 1_500;

/**
 * Writes the content of a report or an answer in one call. A model's text stays as it is; the rule writes where the call
 * failed, or brought nothing that could be checked.
 */
export async function writeDraft<Input extends SynthesizeReportStepInput>(
  tools: DraftTools,
  { step, inputOf }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
): Promise<Reasoned<ReportAsWritten>> {
  const { input, addressed, value, cost } = await ask(tools, { step, inputOf }, material, call);
  if (typeof value !== 'string') return { value: ruledDraft(value, input), cost };
  const written = readWrittenReport(value, material.anchor.language, addressed.resolve);
  if (!isUsable(written)) return writeByRule(step.name, input, cost);
  return { value: modelDraft(written, input), cost: withUnknown(cost, step.name, written) };
}

/** A prompt that is too long for the model is sent again with half the passages, as long as there are any to leave out. */
async function ask<Input extends SynthesizeReportStepInput>(
  tools: DraftTools,
  { step, inputOf }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
  room = roomFor(material),
): Promise<Awaited<ReturnType<typeof readEvidence>> & Reasoned<WrittenDraft>> {
  const read = await readEvidence(tools.corpus, createStoredTexts(tools.blobs), material, room);
  try {
    return { ...read, ...(await tools.reasoner.run(step, inputOf(read.input), call)) };
  } catch (error) {
    if (!isTooLong(error) || room / 2 < SMALLEST_ROOM) throw error;
    const shorter = await ask(tools, { step, inputOf }, material, call, room / 2);
    return { ...shorter, cost: withDegradation(shorter.cost, ofLength(step.name, error, FEWER_PASSAGES)) };
  }
}

/** In place of a call that failed or is unusable. */
async function writeByRule(
  step: string,
  input: SynthesizeReportStepInput,
  cost: ReasoningCost,
): Promise<Reasoned<ReportDraft>> {
  const degraded = withDegradation(cost, { step, cause: NOTHING_WRITTEN, count: 1, isByRule: true });
  const value = ruledDraft(synthesizeReportStep.offline(input), input);
  return { value, cost: { ...degraded, engine: 'offline' } };
}

function withUnknown(cost: ReasoningCost, step: string, { unknown }: WrittenReport): ReasoningCost {
  if (unknown.length === 0) return cost;
  return withDegradation(cost, { step, cause: UNKNOWN_ADDRESSES, count: unknown.length });
}

/** What both engines write from. */
async function readEvidence(corpus: CorpusIndex, texts: StoredTexts, material: SynthesizeReportInput, room: number) {
  const { anchor, corpusId, clarificationSummary, today, approvedTasks, quotes, length } = material;
  const planned = tasksOf(material);
  const taskTexts = planned.map(({ text }) => text);
  const needs = await needsOf(corpus, corpusId, anchor, taskTexts);
  const tasks = planned.flatMap((task, index) => {
    const need = needs[index];
    return need === undefined ? [] : [{ ...task, need }];
  });
  const findings = await withPlaces(material.findings, texts);
  const sources = await corpus.sourcesOf(corpusId);
  // A short answer has no use for what does not fit.
  const addressed = await showEvidence(material.findings, texts, sources, room, length === 'brief' ? 0 : undefined);
  const absent = missingWorks(
    [anchor.originalQuestion, ...anchor.refinements].join('\n'),
    sources,
    findings.map(({ surroundings }) => surroundings),
  );
  const input = {
    today,
    anchor,
    approvedTasks,
    clarificationSummary,
    tasks,
    findings,
    shown: { ...addressed.shown, ...keptFor(material, addressed) },
    length: length ?? ('standard' as const),
    mostQuotes: quotes.length,
    gaps: material.gaps.map((gap) => describeGap(gap, anchor.language)),
    contradictions: contradictionsIn(material.contradictions, addressed),
    missingWorks: absent,
  };
  return { input, addressed };
}

/** The quotes that are shown whole, and the summaries of tasks of which not everything is shown. Answers have neither. */
function keptFor(
  { findings, quotes, taskSummaries, tierCaps }: SynthesizeReportInput,
  { shown: { passages, notes }, markOf }: AddressedEvidence,
): Pick<ShownEvidence, 'quotes' | 'summaries'> {
  const seen = new Set([...passages, ...notes].map(({ addressed }) => addressed.findingId));
  const unseen = new Set(findings.filter(({ findingId }) => !seen.has(findingId)).flatMap(servedTasks));
  const cut = taskSummaries.filter(({ taskId }) => unseen.has(taskId));
  const kept = tierCaps === undefined ? [] : quotes;
  return {
    quotes: kept.flatMap(({ key, text }) => {
      const mark = markOf(key);
      return mark === '' || text.length > LONGEST_QUOTE ? [] : [{ mark, text: readableText(text) }];
    }),
    summaries: cut.map(({ taskText, summary }) => `${taskText}: ${summary}`),
  };
}

/** Each with the addresses of its words, as far as they are shown. */
function contradictionsIn(
  claims: readonly Claim[] = [],
  { markOf }: Pick<AddressedEvidence, 'markOf'>,
): ShownContradiction[] {
  return claims.map(({ text, citations }) => ({ text, marks: citations.map(markOf).filter((mark) => mark !== '') }));
}

/** A run stopped before planning still has its question. */
function tasksOf({ anchor, taskTexts, taskSummaries }: SynthesizeReportInput) {
  const texts = taskTexts.length > 0 ? taskTexts : [anchor.originalQuestion];
  return texts.map((text) => {
    const summed = taskSummaries.find(({ taskText }) => taskText === text);
    return { text, taskId: summed?.taskId ?? null, gaps: summed?.gaps ?? [] };
  });
}

/** Parts that a draft may lack. */
const NO_PARTS = { overview: [], keyFindings: [], sections: [], conflicts: [], limitations: [] };

/** Whether a text says anything that can be checked. */
export function isUsable({ answer, sections }: Pick<WrittenReport, 'answer' | 'sections'>): boolean {
  return [...answer, ...sections.flatMap(({ claims }) => claims)].some(isCheckable);
}

/** The draft of a text as its model wrote it. What the rules compute of it is for the record. */
export function modelDraft(
  { title, answer, sections, limitations, followUps, keptItems, lookUps, fixedWords }: WrittenReport,
  evidence: SynthesizeReportStepInput,
): ReportAsWritten {
  const isAnswered = answer.some(({ citations }) => citations.length > 0);
  return {
    ...NO_PARTS,
    ...(title !== null && { title }),
    summary: [...answer],
    sections: [...sections],
    limitations: [...limitations],
    ...(followUps.length > 0 && { followUps: [...followUps] }),
    ...(keptItems !== null && { keptItems }),
    ...(lookUps.length > 0 && { lookUps }),
    ...(fixedWords !== null && { fixedWords }),
    missingSubject: isAnswered ? null : missingIn(evidence),
    remainingGaps: [],
  };
}

/** The draft of the places that were found, labelled where they are in another language, with the words that none of them has. */
export function ruledDraft(report: SynthesizedReport, evidence: SynthesizeReportStepInput): ReportDraft {
  const { findings, anchor } = evidence;
  const languages = new Map(findings.flatMap(({ quotes, language }) => quotes.map(({ key }) => [key, language])));
  const labelled = report.summary.map((claim): Claim => {
    const language = languages.get(claim.citations[0] ?? '');
    return language !== undefined && isForeign(claim.text, anchor.language)
      ? { ...claim, quotedLanguage: language }
      : claim;
  });
  // Words are not looked for in another language.
  const isComparable = labelled.some(({ quotedLanguage }) => quotedLanguage === undefined) || labelled.length === 0;
  return {
    ...NO_PARTS,
    ...report,
    summary: labelled,
    missingSubject: isComparable ? missingIn(evidence) : null,
  };
}

/** Null: nothing is missing. */
function missingIn({ tasks, findings, missingWorks: works = [] }: SynthesizeReportStepInput): MissingSubject | null {
  const missing = missingWords(tasks, findings);
  if (missing.words.length === 0 && works.length === 0) return null;
  return { ...missing, ...(works.length > 0 && { works: [...works] }) };
}
