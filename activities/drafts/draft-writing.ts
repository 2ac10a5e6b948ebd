import type { Reasoned } from '../../workflows/contracts/accounting.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import { questionLanguageOf } from '../../workflows/contracts/query-anchor.ts';
import type { SynthesizeReportInput } from '../../workflows/contracts/report-activities.ts';
import type { MissingSubject, ReportDraft, ReportSection, TaskCertainty } from '../../workflows/contracts/report.ts';
import { completeness } from '../../workflows/domain/report-quality.ts';
import { createStoredTexts, type StoredTexts } from '../citations/stored-quotes.ts';
import { coverageOf, isNamedIn, type WantedPart } from '../extractive/answers/evidence-completeness.ts';
import { selectReportQuotes } from '../extractive/answers/report-quotes.ts';
import { readAhead } from '../extractive/answers/subject-coverage.ts';
import type { CorpusIndex } from '../index/corpus-index.ts';
import { sumCosts } from '../reasoning/engine/cost.ts';
import type { Reasoner, ReasoningCall } from '../reasoning/engine/reasoner.ts';
import type { AnyReasoningStep } from '../reasoning/engine/step.ts';
import { offlinePhrasesFor } from '../reasoning/prompts/offline-phrases.ts';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../reasoning/steps/synthesize-report.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { createKnownTexts, type KnownTexts } from '../text/near-duplicate.ts';
import { readEvidence } from './draft-evidence.ts';
import { claimsOf, mapClaims, missingIn, settleDraft, textsOf } from './draft-settlement.ts';
import { findEntailed, markEntailed } from './entailment.ts';
import { singleStatements } from './single-statements.ts';

/** What drafts are written with. */
export interface DraftTools {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly reasoner: Reasoner;
}

/** A step that writes a draft; by rule it says what `synthesizeReportStep` says. */
export interface DraftStep<Input extends SynthesizeReportStepInput> {
  readonly step: AnyReasoningStep<Input, SynthesizedReport>;
  /** Adds what the step knows beyond the evidence. */
  readonly inputOf: (evidence: SynthesizeReportStepInput) => Input;
  /** A draft in the wrong language is asked for once more; otherwise the rules stand in for it. */
  readonly isAskedAgain: boolean;
  /** Statements of which words alone cannot decide are judged by meaning; an answer in seconds has no time for that. */
  readonly judgesEntailment: boolean;
}

/** Writes the content of a report or an answer. Code computes from the evidence how much of the question it covers. */
export async function writeDraft<Input extends SynthesizeReportStepInput>(
  { corpus, blobs, reasoner }: DraftTools,
  { step, inputOf, isAskedAgain, judgesEntailment }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
): Promise<Reasoned<ReportDraft>> {
  const { anchor } = material;
  const texts = createStoredTexts(blobs);
  const evidence = await readEvidence(corpus, texts, material);
  const { tasks, findings, missingWorks: absent } = evidence;
  await readAhead(
    tasks.map(({ need }) => need),
    findings,
  );
  const written = inSingleStatements(await reasoner.run(step, inputOf(evidence), call), anchor.language);
  const judged = judgesEntailment ? await withEntailment(written, { reasoner, texts, call, material }) : written;
  const said = withSections(judged, material);
  const { value, cost } = await settleDraft(said, { name: step.name, isAskedAgain, evidence, material, texts });
  const understood = cost.engine === 'model' ? textsOf(value) : [];
  const wanted = await coverageOf({ anchor, tasks, findings, understood });
  const isAnswered = value.summary.length > 0;
  const parts = isAnswered
    ? wanted
    : wanted.map((part) => ({ ...part, isCovered: part.isCovered && part.kind !== 'task' }));
  const missing = missingIn(value, tasks, findings, anchor.language);
  const { certainties } = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor));
  return {
    value: {
      ...value,
      limitations: isAnswered ? withMissing(value.limitations, missing, anchor.language) : value.limitations,
      missingSubject: isAnswered ? null : withWorks(missing, absent),
      certainties: certainties.map((certainty) => (cost.engine === 'offline' ? certainty : withoutMeasure(certainty))),
      queryCoverage: isAnswered ? completeness(parts) : 0,
      remainingGaps: withUncovered(value.remainingGaps, parts, anchor.language),
    },
    cost,
  };
}

function inSingleStatements(
  { value, cost }: Reasoned<SynthesizedReport>,
  language: string,
): Reasoned<SynthesizedReport> {
  if (cost.engine === 'offline') return { value, cost };
  const split = (claims: readonly Claim[]): Claim[] => singleStatements(claims, language);
  const { summary, overview, keyFindings, sections } = value;
  return {
    value: {
      ...value,
      summary: split(summary),
      overview: split(overview),
      keyFindings: split(keyFindings),
      sections: sections.map(({ heading, claims }) => ({ heading, claims: split(claims) })),
    },
    cost,
  };
}

interface EntailmentTools {
  readonly reasoner: Reasoner;
  readonly texts: StoredTexts;
  readonly call: ReasoningCall;
  readonly material: SynthesizeReportInput;
}

/** Before sections join it: those were judged when they were written. */
async function withEntailment(
  { value, cost }: Reasoned<SynthesizedReport>,
  { reasoner, texts, call, material: { anchor, findings } }: EntailmentTools,
): Promise<Reasoned<SynthesizedReport>> {
  if (cost.engine === 'offline') return { value, cost };
  const { engine, metering, signal } = call;
  const entailed = await findEntailed(claimsOf(value), { anchor, findings, texts }, reasoner, {
    engine,
    metering,
    signal,
  });
  const marked = mapClaims(value, (claim) => markEntailed(claim, entailed.value));
  return { value: marked, cost: sumCosts([cost, entailed.cost]) };
}

function withSections(
  { value, cost }: Reasoned<SynthesizedReport>,
  { sections, anchor: { language } }: SynthesizeReportInput,
): Reasoned<SynthesizedReport> {
  return {
    value: sections === undefined ? value : { ...value, sections: withoutRepetitions(sections, language) },
    cost,
  };
}

/** Sections are written side by side, so two may say the same: it stands where it is said first. Cells stay. */
function withoutRepetitions(sections: readonly ReportSection[], language: string): ReportSection[] {
  const saidOf = new Map<string, KnownTexts>();
  const saidFrom = (key: string): KnownTexts => {
    const said = saidOf.get(key) ?? createKnownTexts();
    saidOf.set(key, said);
    return said;
  };
  return sections.map(({ heading, claims }) => ({
    heading,
    claims: claims.filter(({ text, citations, placement }) => {
      if (placement?.form === 'table') return true;
      const said = citations.map(saidFrom);
      if (said.some((texts) => texts.hasNear(text, language))) return false;
      for (const texts of said) texts.add(text);
      return true;
    }),
  }));
}

function withWorks(missing: MissingSubject | null, works: readonly string[]): MissingSubject | null {
  return works.length === 0 ? missing : { words: [], unknown: [], ...missing, works: [...works] };
}

/** The measure is of what the rules state. */
function withoutMeasure(certainty: TaskCertainty): TaskCertainty {
  const { right: _, ...unmeasured } = certainty;
  return unmeasured;
}

/** A model may use other words than the question; readers should know where they differ, once. */
export function withMissing(limitations: readonly Claim[], missing: MissingSubject | null, language: string): Claim[] {
  const said = limitations.map(({ text }) => text);
  const words = missing?.words.filter((word) => !isNamedIn(said, word, language)) ?? [];
  if (words.length === 0) return [...limitations];
  return [...limitations, { text: offlinePhrasesFor(language).uncovered(words), citations: [] }];
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
