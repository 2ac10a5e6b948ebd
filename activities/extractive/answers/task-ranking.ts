import { withoutNearDuplicates } from '../../text/near-duplicate.ts';
import { mapWithPauses } from '../../text/pauses.ts';
import { analyzeTerms } from '../../text/terms.ts';
import { asksForFigure, pointsInTime } from '../question/answer-form.ts';
import { leansOnAnother } from '../question/question-parts.ts';
import { coverage } from '../question/term-coverage.ts';
import { answerOf, fromBestPassage, type RankedTask } from './answer-choice.ts';
import { type EvidenceScore, type ReadableFinding, rankEvidence } from './evidence-reading.ts';
import type { TaskNeed } from './task-answers.ts';

/** Words only from the rest of the question say less about what answers this task. */
const OWN_WORDS_FLOOR = 0.6;
/** Factor for a statement of another document, if the task depends on an answered one. */
const OTHER_DOCUMENT_SHARE = 0.8;

/** A later task that depends on the first ("and how long is it") is about the same documents. */
export async function rankTasks(
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
): Promise<RankedTask[]> {
  const language = findings[0]?.language ?? 'und';
  const ranked = await mapWithPauses(tasks, (task) => ({ task, evidence: rankTask(task, findings) }));
  const documents = new Set(answersOf(ranked[0]).map(documentOf));
  return ranked.map(({ task, evidence }, index) => {
    if (index === 0 || documents.size === 0 || !leansOnAnother(task.text, language)) return { task, evidence };
    const near = evidence.map((entry) =>
      documents.has(documentOf(entry)) ? entry : { ...entry, score: entry.score * OTHER_DOCUMENT_SHARE },
    );
    return { task, evidence: near.sort((a, b) => b.score - a.score) };
  });
}

function answersOf(ranked: RankedTask | undefined): EvidenceScore[] {
  return ranked === undefined ? [] : answerOf(ranked.task.need, fromBestPassage(ranked.evidence));
}

function documentOf({ place }: EvidenceScore): string {
  return place.split('\n', 1)[0] ?? '';
}

function rankTask({ text, need }: TaskNeed, findings: readonly ReadableFinding[]): EvidenceScore[] {
  const ownStems = new Set(analyzeTerms(text, findings[0]?.language ?? 'und').map(({ stem }) => stem));
  const ownTerms = need.terms.map((term) => (ownStems.has(term.stem) ? term : { ...term, weight: 0 }));
  const ranked = rankEvidence(need, findings)
    .map((entry) => ({ ...entry, score: entry.score * (OWN_WORDS_FLOOR + coverage(ownTerms, entry.matches)) }))
    .sort((a, b) => b.score - a.score);
  const moments = asksForFigure(need.answerForm) ? pointsInTime(text) : [];
  // A figure for another month or day does not answer a question that names one.
  const fitting = withoutNearDuplicates(ranked, ({ language }) => language).filter((entry) =>
    moments.every((moment) => pointsInTime(entry.text).includes(moment)),
  );
  return fitting;
}
