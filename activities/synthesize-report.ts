import type { Reasoned } from '../workflows/contracts/accounting.ts';
import { questionLanguageOf } from '../workflows/contracts/query-anchor.ts';
import type { MissingSubject, ReportDraft } from '../workflows/contracts/report.ts';
import type { SynthesizeReportInput } from '../workflows/contracts/report-activities.ts';
import { describeGap } from '../workflows/domain/gap-phrases.ts';
import { completeness } from '../workflows/domain/report-quality.ts';
import { createStoredTexts, type StoredTexts } from './citations/stored-quotes.ts';
import { createDraftChecks } from './claims/draft-checks.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { coverageOf, isNamedIn, type WantedPart } from './extractive/answers/evidence-completeness.ts';
import {
  createForeignLabel,
  isForeignFinding,
  type SourcedFinding,
  selectReportQuotes,
} from './extractive/answers/report-quotes.ts';
import { withStatements } from './extractive/answers/stored-statements.ts';
import { missingInPassages, missingSubjectOf } from './extractive/answers/subject-coverage.ts';
import { needsOf } from './extractive/passages/information-needs.ts';
import type { InformationNeed } from './extractive/passages/passage-reading.ts';
import { withDegradation } from './reasoning/engine/cost.ts';
import { offlinePhrasesFor } from './reasoning/prompts/offline-phrases.ts';
import { settleReport } from './reasoning/steps/rule-answer.ts';
import {
  type SynthesizedReport,
  type SynthesizeReportStepInput,
  synthesizeReportStep,
} from './reasoning/steps/synthesize-report.ts';
import { missingWorks } from './references/missing-works.ts';
import { isForeign } from './text/language.ts';

/** Writes the report's content. Code computes from the evidence how much of the question it covers. */
export function createSynthesizeReport(dependencies: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  const { corpus, blobs, reasoner } = dependencies;
  return async (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { anchor, engine, metering } = input;
    const texts = createStoredTexts(blobs);
    const stepInput = await readStepInput(corpus, texts, input);
    const { tasks, findings, missingWorks: absent } = stepInput;
    const said = await reasoner.run(synthesizeReportStep, stepInput, { engine, metering, signal });
    const { value, cost } = await settle(said, stepInput, input, texts);
    const understood = cost.engine === 'model' ? allTexts(value) : [];
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
  };
}

/** What the engine writes from. */
async function readStepInput(corpus: ActivityDependencies['corpus'], texts: StoredTexts, input: SynthesizeReportInput) {
  const { anchor, corpusId, clarificationSummary, today, approvedTasks, quotes, correction } = input;
  const planned = tasksOf(input);
  const taskTexts = planned.map(({ text }) => text);
  const needs = await needsOf(corpus, corpusId, anchor, taskTexts);
  const tasks = planned.flatMap((task, index) => {
    const need = needs[index];
    return need === undefined ? [] : [{ ...task, need }];
  });
  const findings = await withStatements(input.findings, texts);
  const gaps = input.gaps.map((gap) => describeGap(gap, anchor.language));
  const absent = missingWorks(
    [anchor.originalQuestion, ...anchor.refinements].join('\n'),
    await corpus.sourcesOf(corpusId),
    findings.map(({ surroundings }) => surroundings),
  );
  const shared = { today, anchor, approvedTasks, clarificationSummary, quotes, correction };
  return { ...shared, tasks, findings, gaps, missingWorks: absent };
}

/** The report beside that of the offline rule, which is written in any case. */
async function settle(
  { value, cost }: Reasoned<SynthesizedReport>,
  stepInput: SynthesizeReportStepInput,
  { findings: given, anchor }: SynthesizeReportInput,
  texts: StoredTexts,
): Promise<Reasoned<SynthesizedReport>> {
  const { tasks, findings } = stepInput;
  const { language } = anchor;
  if (cost.engine === 'offline') return { value: labelForeign(value, findings, language), cost };
  const issued = given.flatMap(({ quotes }) => quotes);
  const evidence = { anchor, findings: given, engine: 'model' as const };
  const settled = await settleReport({
    written: value,
    ruled: labelForeign(synthesizeReportStep.offline(stepInput), findings, language),
    language,
    checks: await createDraftChecks(evidence, new Set(issued.map(({ key }) => key)), texts),
    quotes: new Map(issued.map(({ key, text }) => [key, text])),
    restsOnForeign: restsOnForeign(value, findings, language),
    isInWrongLanguage: stepInput.correction === null && isForeign(allTexts(value).join('\n'), language),
    missingIn: (report) => missingIn(report, tasks, findings, language),
  });
  const { report, isByRule, cause } = settled;
  const used = isByRule ? { ...cost, engine: 'offline' as const } : cost;
  return {
    value: report,
    cost: cause === null ? used : withDegradation(used, { step: synthesizeReportStep.name, cause, count: 1 }),
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

function allTexts({ summary, overview, keyFindings, sections, conflicts }: SynthesizedReport): string[] {
  const claims = [summary, overview, keyFindings, ...sections.map((section) => section.claims), ...conflicts];
  return claims.flat().map(({ text }) => text);
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

function labelForeign(report: SynthesizedReport, findings: readonly SourcedFinding[], language: string) {
  const label = createForeignLabel(findings, language);
  return {
    ...report,
    summary: report.summary.map(label),
    overview: report.overview.map(label),
    keyFindings: report.keyFindings.map(label),
    sections: report.sections.map(({ heading, claims }) => ({ heading, claims: claims.map(label) })),
    conflicts: report.conflicts.map((conflict) => conflict.map(label)),
  };
}
