import type { Finding, Source } from '../../../workflows/contracts/evidence/evidence.ts';
import type { SynthesizeReportInput, TaskName } from '../../../workflows/contracts/report/report-activities.ts';
import { servedTasks } from '../../../workflows/domain/finding-selection.ts';
import { describeGap } from '../../../workflows/domain/gap-phrases.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import type { CorpusIndex } from '../../corpus/search-index/corpus-index.ts';
import { isWebAddress } from '../../corpus/web-pages/canonical-address.ts';
import { missingWorks } from '../../language/references/named-references.ts';
import { withStatements } from '../../offline-engine/answers/evidence-reading.ts';
import { needsOf } from '../../offline-engine/passages/information-needs.ts';
import type { FindingFacts } from '../../steps/tagged-findings.ts';

/** Findings with their statements, and what is known of their sources. */
export async function readFindings(
  corpus: CorpusIndex,
  texts: StoredTexts,
  material: Pick<SynthesizeReportInput, 'corpusId' | 'findings'> & { readonly taskSummaries: readonly TaskName[] },
) {
  const findings = await withStatements(material.findings, texts);
  const sources = await corpus.sourcesOf(material.corpusId);
  return { findings, sources, facts: factsOf(material, sources) };
}

/** What both engines write from. */
export async function readEvidence(corpus: CorpusIndex, texts: StoredTexts, material: SynthesizeReportInput) {
  const { anchor, corpusId, clarificationSummary, today, approvedTasks, quotes, correction } = material;
  const planned = tasksOf(material);
  const taskTexts = planned.map(({ text }) => text);
  const needs = await needsOf(corpus, corpusId, anchor, taskTexts);
  const tasks = planned.flatMap((task, index) => {
    const need = needs[index];
    return need === undefined ? [] : [{ ...task, need }];
  });
  const { findings, sources, facts } = await readFindings(corpus, texts, material);
  const gaps = material.gaps.map((gap) => describeGap(gap, anchor.language));
  const absent = missingWorks(
    [anchor.originalQuestion, ...anchor.refinements].join('\n'),
    sources,
    findings.map(({ surroundings }) => surroundings),
  );
  const shared = { today, anchor, approvedTasks, clarificationSummary, quotes, correction };
  return { ...shared, tasks, findings, facts, gaps, missingWorks: absent };
}

/** A run stopped before planning still has its question. */
function tasksOf({ anchor, taskTexts, taskSummaries }: SynthesizeReportInput) {
  const texts = taskTexts.length > 0 ? taskTexts : [anchor.originalQuestion];
  return texts.map((text) => {
    const summed = taskSummaries.find(({ taskText }) => taskText === text);
    return { text, taskId: summed?.taskId ?? null, summary: summed?.summary ?? '', gaps: summed?.gaps ?? [] };
  });
}

/** What readers want to know of the source of a finding, by finding id. */
function factsOf(
  {
    findings,
    taskSummaries,
  }: Pick<SynthesizeReportInput, 'findings'> & { readonly taskSummaries: readonly TaskName[] },
  sources: readonly Source[],
): ReadonlyMap<string, FindingFacts> {
  const known = new Map(sources.map((source) => [source.sourceId, source]));
  const tasks = new Map(taskSummaries.map(({ taskId, taskText }) => [taskId, taskText]));
  return new Map(
    findings.map((finding) => {
      const source = known.get(finding.sourceId);
      return [
        finding.findingId,
        {
          publishedAt: source?.publishedAt ?? null,
          publisher: publisherOf(finding),
          sourceTier: source?.sourceTier ?? null,
          task: servedTasks(finding)
            .flatMap((taskId) => tasks.get(taskId) ?? [])
            .join('; '),
        },
      ];
    }),
  );
}

/** The host of a page. A file has no publisher: its name is its place, which a model must not see. */
function publisherOf({ locator }: Pick<Finding, 'locator'>): string {
  return isWebAddress(locator) && URL.canParse(locator) ? new URL(locator).hostname : '';
}
