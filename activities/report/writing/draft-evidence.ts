import type { Claim } from '@plumbline/contracts/evidence/claim';
import { servedTasks } from '@plumbline/contracts/evidence/finding';
import type { SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import { needsOf } from '@plumbline/offline/needs';
import { withPlaces } from '@plumbline/offline/places';
import { missingWorks } from '@plumbline/quotes/references';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { describeGap } from '@plumbline/report/wording';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { readableText } from '@plumbline/text/readable-text';
import { LONGEST_QUOTE, type ShownContradiction, type ShownEvidence } from '../../steps/shown-passages.ts';
import { type AddressedEvidence, showEvidence } from './shown-evidence.ts';

/** What both engines write from. */
export async function readEvidence(
  corpus: CorpusIndex,
  texts: StoredTexts,
  material: SynthesizeReportInput,
  room: number,
) {
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
export function contradictionsIn(
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
    return { text, taskId: summed?.taskId ?? null, summary: summed?.summary ?? '', gaps: summed?.gaps ?? [] };
  });
}
