import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { MissingSubject, ReportDraft } from '../workflows/contracts/report.ts';
import type { SynthesizeReportInput } from '../workflows/contracts/report-activities.ts';
import { describeGap } from '../workflows/domain/gap-phrases.ts';
import { completeness } from '../workflows/domain/report-quality.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { coverageOf, isNamedIn, type WantedPart } from './extractive/answers/evidence-completeness.ts';
import { createForeignLabel, isForeignFinding, type SourcedFinding } from './extractive/answers/report-quotes.ts';
import { withStatements } from './extractive/answers/stored-statements.ts';
import { missingSubjectOf } from './extractive/answers/subject-coverage.ts';
import { needsOf } from './extractive/passages/information-needs.ts';
import type { InformationNeed } from './extractive/passages/passage-reading.ts';
import { offlinePhrasesFor } from './reasoning/prompts/offline-phrases.ts';
import { type SynthesizedReport, synthesizeReportStep } from './reasoning/steps/synthesize-report.ts';

/** Writes the report's content. Code computes from the evidence how much of the question it covers. */
export function createSynthesizeReport(dependencies: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  const { corpus, blobs, reasoner } = dependencies;
  return async (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { anchor, corpusId, clarificationSummary, today, engine, metering, approvedTasks, quotes, correction } =
      input;
    const planned = tasksOf(input);
    const needs = await needsOf(
      corpus,
      corpusId,
      anchor,
      planned.map(({ text }) => text),
    );
    const tasks = planned.flatMap((task, index) => {
      const need = needs[index];
      return need === undefined ? [] : [{ ...task, need }];
    });
    const findings = await withStatements(input.findings, createStoredTexts(blobs));
    const gaps = input.gaps.map((gap) => describeGap(gap, anchor.language));

    const stepInput = { today, anchor, approvedTasks, clarificationSummary, tasks, findings, quotes, gaps, correction };
    const { value, cost } = await reasoner.run(synthesizeReportStep, stepInput, { engine, metering, signal });
    const understood = cost.engine === 'model' ? allTexts(value) : [];
    const wanted = coverageOf({ anchor, tasks, findings, understood });
    const isAnswered = value.summary.length > 0;
    const parts = isAnswered
      ? wanted
      : wanted.map((part) => ({ ...part, isCovered: part.isCovered && part.kind !== 'task' }));
    const draft = cost.engine === 'offline' ? labelForeign(value, findings, anchor.language) : value;
    const missing = missingIn(value, tasks, findings, anchor.language);
    return {
      value: {
        ...draft,
        limitations: [...draft.limitations, ...(isAnswered ? toLimitations(missing, anchor.language) : [])],
        missingSubject: isAnswered ? null : missing,
        queryCoverage: isAnswered ? completeness(parts) : 0,
        remainingGaps: withUncovered(value.remainingGaps, parts, anchor.language),
      },
      cost,
    };
  };
}

/** What decides the question but is not mentioned by the answer, or without one by the key findings. */
function missingIn(
  { summary, keyFindings }: SynthesizedReport,
  tasks: readonly { readonly need: InformationNeed }[],
  findings: readonly SourcedFinding[],
  language: string,
): MissingSubject | null {
  const cited = new Set((summary.length > 0 ? summary : keyFindings).flatMap(({ citations }) => citations));
  // Words cannot be compared across languages.
  const isForeign = findings.some(
    (finding) => finding.quotes.some(({ key }) => cited.has(key)) && isForeignFinding(finding, language),
  );
  if (isForeign) return null;
  return missingSubjectOf(
    tasks.map(({ need }) => need),
    cited,
    findings,
  );
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
