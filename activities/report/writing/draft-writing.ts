import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { questionLanguageOf } from '../../../workflows/contracts/evidence/query-anchor.ts';
import type { SynthesizeReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type {
  MissingSubject,
  ReportDraft,
  ReportSection,
  TaskCertainty,
} from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { completeness } from '../../../workflows/domain/report-quality.ts';
import { createStoredTexts, type StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import type { CorpusIndex } from '../../corpus/search-index/corpus-index.ts';
import { isForeign } from '../../language/text/language.ts';
import { createKnownTexts, type KnownTexts } from '../../language/text/near-duplicate.ts';
import type { AnyReasoningStep, Reasoner, ReasoningCall } from '../../model/engine/reasoner.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { coverageOf, isNamedIn, type WantedPart } from '../../offline-engine/answers/evidence-completeness.ts';
import type { SourcedFinding } from '../../offline-engine/answers/evidence-reading.ts';
import {
  createForeignLabel,
  isForeignFinding,
  selectReportQuotes,
} from '../../offline-engine/answers/report-quotes.ts';
import { missingInPassages, missingSubjectOf, readAhead } from '../../offline-engine/answers/subject-coverage.ts';
import type { InformationNeed } from '../../offline-engine/passages/passage-reading.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import {
  type SynthesizedReport,
  synthesizeReportStep,
  type SynthesizeReportStepInput,
} from '../../steps/synthesize-report.ts';
import { type ClaimVerifier, createClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import { createDraftVerifier } from '../../verification/claims/claim-verification.ts';
import { contradict } from '../../verification/statements/compare-statements.ts';
import { offlinePhrasesFor } from '../../wording/offline-phrases.ts';
import { readEvidence } from './draft-evidence.ts';
import { chooseReport } from './report-choice.ts';
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
  await readAhead(
    tasks.map(({ need }) => need),
    findings,
  );
  const verifier = createClaimVerifier({ ...material, texts });
  const written = inSingleStatements(await reasoner.run(step, inputOf(evidence), call), anchor.language);
  const said = withSections(written, material);
  const writtenFrom = { name: step.name, isAskedAgain, evidence, material, texts, verifier };
  const { value, cost } = await chooseDraft(said, writtenFrom);
  const understood = cost.engine === 'model' ? textsOf(value) : [];
  const wanted = await coverageOf({ anchor, tasks, findings, understood });
  const isAnswered = value.summary.length > 0;
  const parts = isAnswered
    ? wanted
    : wanted.map((part) => ({ ...part, isCovered: part.isCovered && part.kind !== 'task' }));
  const missing = missingIn(value, tasks, findings, anchor.language);
  const { certainties } = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor), contradict);
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

/** What a draft was written from. */
interface WrittenFrom {
  /** Of the step. */
  readonly name: string;
  readonly isAskedAgain: boolean;
  readonly evidence: SynthesizeReportStepInput;
  readonly material: SynthesizeReportInput;
  readonly texts: StoredTexts;
  readonly verifier: ClaimVerifier;
}

/** What an engine wrote, or what the offline rule says, which is written in any case. */
async function chooseDraft(
  { value, cost }: Reasoned<SynthesizedReport>,
  { name, isAskedAgain, evidence, material, texts, verifier }: WrittenFrom,
): Promise<Reasoned<SynthesizedReport>> {
  const { tasks, findings, correction } = evidence;
  const { findings: given, anchor } = material;
  const { language } = anchor;
  if (cost.engine === 'offline') return { value: labelForeign(value, findings, language), cost };
  const issued = given.flatMap(({ quotes }) => quotes);
  const issuedKeys = new Set(issued.map(({ key }) => key));
  const draftEvidence = { anchor, findings: given, engine: 'model' as const, issuedKeys, texts };
  const chosen = await chooseReport({
    written: value,
    ruled: labelForeign(await synthesizeReportStep.offline(evidence), findings, language),
    language,
    verifier: await createDraftVerifier(draftEvidence, verifier),
    quotes: new Map(issued.map(({ key, text }) => [key, text])),
    restsOnForeign: restsOnForeign(value, findings, language),
    isInWrongLanguage: isAskedAgain && correction === null && isForeign(textsOf(value).join('\n'), language),
    missingIn: (report) => missingIn(report, tasks, findings, language),
  });
  const { report, isByRule, cause } = chosen;
  const used = isByRule ? { ...cost, engine: 'offline' as const } : cost;
  return {
    value: report,
    cost: cause === null ? used : withDegradation(used, { step: name, cause, count: 1 }),
  };
}

/** What decides the question but is not mentioned by the answer, or without one by any passage. */
function missingIn(
  { summary, keyFindings }: SynthesizedReport,
  tasks: readonly { readonly need: InformationNeed }[],
  findings: readonly SourcedFinding[],
  language: string,
): MissingSubject | null {
  // Words cannot be compared across languages.
  if (restsOnForeign({ summary, keyFindings }, findings, language)) return null;
  const needs = tasks.map(({ need }) => need);
  if (summary.length === 0) return missingInPassages(needs, findings);
  return missingSubjectOf(needs, new Set(summary.flatMap(({ citations }) => citations)), findings);
}

function restsOnForeign(
  { summary, keyFindings }: Pick<SynthesizedReport, 'summary' | 'keyFindings'>,
  findings: readonly SourcedFinding[],
  language: string,
): boolean {
  const cited = new Set((summary.length > 0 ? summary : keyFindings).flatMap(({ citations }) => citations));
  return findings.some(
    (finding) => finding.quotes.some(({ key }) => cited.has(key)) && isForeignFinding(finding, language),
  );
}

function textsOf(report: SynthesizedReport): string[] {
  return claimsOf(report).map(({ text }) => text);
}

/** What rests on evidence: all but limitations. */
function claimsOf({ summary, overview, keyFindings, sections, conflicts }: SynthesizedReport): Claim[] {
  return [summary, overview, keyFindings, ...sections.map((section) => section.claims), ...conflicts].flat();
}

/** The report with each claim that rests on evidence replaced. */
function mapClaims(report: SynthesizedReport, replace: (claim: Claim) => Claim): SynthesizedReport {
  return {
    ...report,
    summary: report.summary.map(replace),
    overview: report.overview.map(replace),
    keyFindings: report.keyFindings.map(replace),
    sections: report.sections.map(({ heading, claims }) => ({ heading, claims: claims.map(replace) })),
    conflicts: report.conflicts.map((conflict) => conflict.map(replace)),
  };
}

function labelForeign(report: SynthesizedReport, findings: readonly SourcedFinding[], language: string) {
  return mapClaims(report, createForeignLabel(findings, language));
}
