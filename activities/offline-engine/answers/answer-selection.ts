import type { TaskCertainty } from '../../../workflows/contracts/report/report.ts';
import { asksForFigure, pointsInTime } from '../../language/question/answer-form.ts';
import { leansOnAnother } from '../../language/question/question-parts.ts';
import { bestOfAll, coverage, matchedWords, type TermMatches } from '../../language/question/term-coverage.ts';
import { createKnownTexts, withoutNearDuplicates } from '../../language/text/near-duplicate.ts';
import { createPauses, mapWithPauses } from '../../language/text/pauses.ts';
import { analyzeTerms } from '../../language/text/terms.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { answerOf, chooseForTasks, fromBestPassage, type RankedTask } from './answer-choice.ts';
import { type EvidenceScore, rankEvidence, type ReadableFinding } from './evidence-reading.ts';
import { judgeChoices, type JudgedChoice, type TaskNeed } from './task-answers.ts';

/** Words only from the rest of the question say less about what answers this task. */
const OWN_WORDS_FLOOR = 0.6;
/** Factor for a statement of another document, if the task depends on an answered one. */
const OTHER_DOCUMENT_SHARE = 0.8;

/** Most passages of one section, because other sections may answer as well. */
const MOST_OF_A_SECTION = 2;

export interface SelectedAnswers {
  /** The best statement for every answered task, with the statements that complete it. */
  readonly answers: readonly EvidenceScore[];
  /** The most relevant passages of every task that the documents say something about, but none with certainty. */
  readonly open: readonly { readonly task: string; readonly passages: readonly EvidenceScore[] }[];
  /** Other top search hits, if there are answers. */
  readonly further: readonly EvidenceScore[];
  /** Of every task with evidence. */
  readonly certainties: readonly TaskCertainty[];
  readonly keyEvidence: readonly EvidenceScore[];
  readonly byTask: readonly { readonly heading: string; readonly evidence: readonly EvidenceScore[] }[];
  /** Texts of refused tasks. */
  readonly unanswered: readonly string[];
  /** Words of the tasks that no selected statement covers. */
  readonly uncovered: readonly string[];
  /** The nearest statements, if every task is refused. */
  readonly nearest: readonly EvidenceScore[];
}

/** A missing word with less of the question's weight leaves no gap in the answer. */
const TELLING_SHARE = 0.1;
/** Passages shown for the only task that is open, and for each of several. */
const MOST_PASSAGES = 5;
const MOST_PASSAGES_OF_TASK = 3;
/** Passages shown in addition to answers. */
const MOST_FURTHER = 3;

/**
 * Selects and orders quotes for a report: first answers to each task, then support; empty if nothing answers. It
 * prefers several statements of the best passage to one from every passage that shares words with the question.
 */
export async function selectAnswers(
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
): Promise<SelectedAnswers> {
  const pause = createPauses();
  const ranked = await rankTasks(tasks, findings);
  const chosen = await chooseForTasks(ranked.filter(({ evidence }) => evidence.length > 0));
  await pause();
  const judged = judgeChoices(tasks, chosen, findings);
  await pause();
  const answered = judged.filter(({ outcome }) => outcome === 'answered');
  const held = judged.filter(({ outcome }) => outcome !== 'refused');
  const isSingle = tasks.length === 1;
  const support = answered.flatMap(({ task, choice }) =>
    choice.support.length === 0 ? [] : [{ heading: task.text, evidence: choice.support }],
  );
  const answers = answered.flatMap(({ choice }) => choice.answers);
  const stated = [...answers, ...support.flatMap(({ evidence }) => evidence)];
  const open = await showPassages(
    held.filter(({ outcome }) => outcome === 'open').map(({ task }) => task),
    findings,
    stated,
  );
  const passages = open.flatMap((task) => task.passages);
  const further = await furtherPassages(answered, findings, [...stated, ...passages]);
  await pause();
  return {
    answers,
    open,
    further,
    certainties: judged.map(toCertainty),
    keyEvidence: isSingle ? support.flatMap(({ evidence }) => evidence) : [],
    byTask: isSingle ? [] : support,
    unanswered: tasks.filter((task) => !held.some((entry) => entry.task === task)).map(({ text }) => text),
    uncovered: uncoveredWords(tasks, [...stated, ...passages], findings),
    nearest: held.length > 0 ? [] : nearestPassages(judged, findings),
  };
}

function toCertainty({ task, choice, certainty }: JudgedChoice): TaskCertainty {
  return { ...certainty, task: task.text, key: choice.answers[0]?.key ?? null };
}

/** The most relevant passages of each task; a passage is shown for one task only. */
async function showPassages(
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
  stated: readonly EvidenceScore[],
): Promise<SelectedAnswers['open']> {
  const most = tasks.length === 1 ? MOST_PASSAGES : MOST_PASSAGES_OF_TASK;
  const pause = createPauses();
  const shown = [...stated];
  const open: { readonly task: string; readonly passages: readonly EvidenceScore[] }[] = [];
  for (const task of tasks) {
    await pause();
    const passages = relevantPassages(task, findings, most, shown);
    shown.push(...passages);
    if (passages.length > 0) open.push({ task: task.text, passages });
  }
  return open;
}

/**
 * What comes nearest to refused tasks, where it is worth showing. Where no statement says much, the whole passage tells
 * more: only the most relevant ones come into question.
 */
function nearestPassages(judged: readonly JudgedChoice[], findings: readonly ReadableFinding[]): EvidenceScore[] {
  const near = judged.filter(({ isNear }) => isNear).map(({ task }) => task);
  const relevant = findings.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0)).slice(0, MOST_PASSAGES_OF_TASK);
  return near
    .flatMap((task) => relevantPassages(task, relevant, MOST_PASSAGES_OF_TASK))
    .slice(0, MOST_PASSAGES_OF_TASK);
}

/** Passages in addition to the answers: the top search hits may answer better than what was chosen. */
async function furtherPassages(
  answered: readonly JudgedChoice[],
  findings: readonly ReadableFinding[],
  shown: readonly EvidenceScore[],
): Promise<EvidenceScore[]> {
  const pause = createPauses();
  const leading = findings.filter(({ isLeading }) => isLeading);
  const most = Math.ceil(MOST_FURTHER / Math.max(1, answered.length));
  const further: EvidenceScore[] = [];
  for (const { task } of answered) {
    await pause();
    further.push(...relevantPassages(task, leading, most, [...shown, ...further]));
  }
  return further.slice(0, MOST_FURTHER);
}

function uncoveredWords(
  tasks: readonly TaskNeed[],
  chosen: readonly EvidenceScore[],
  findings: readonly ReadableFinding[],
): string[] {
  const keys = new Set(chosen.map(({ key }) => key));
  const words = tasks.flatMap(({ need }) => {
    const covered = new Set(matchedWords(need.terms, citedMatches(need, findings, keys)));
    const total = need.terms.reduce((sum, { weight }) => sum + weight, 0);
    const telling = need.terms.filter(({ weight }) => weight >= total * TELLING_SHARE);
    return telling.map(({ word }) => word).filter((word) => !covered.has(word));
  });
  return [...new Set(words)];
}

function citedMatches(
  need: InformationNeed,
  findings: readonly ReadableFinding[],
  keys: ReadonlySet<string>,
): TermMatches {
  const cited = rankEvidence(need, findings).filter(({ key }) => keys.has(key));
  return bestOfAll(
    need.terms,
    cited.map(({ matches }) => matches),
  );
}

/**
 * The passages most relevant to a task, each by its best statement, best first: search and statement together decide.
 *
 * @param shown passages that the report shows already
 */
function relevantPassages(
  { need }: TaskNeed,
  findings: readonly ReadableFinding[],
  most: number,
  shown: readonly EvidenceScore[] = [],
): EvidenceScore[] {
  const chosen: EvidenceScore[] = [];
  const units = new Set(shown.map(({ unit }) => unit));
  const known = createKnownTexts([...units]);
  for (const entry of rankEvidence(need, findings)) {
    if (chosen.length === most) break;
    const ofSection = chosen.filter(({ place }) => place === entry.place).length;
    if (ofSection === MOST_OF_A_SECTION || units.has(entry.unit) || known.hasNear(entry.unit, entry.language)) continue;
    chosen.push(entry);
    units.add(entry.unit);
    known.add(entry.unit);
  }
  return chosen;
}

/** A later task that depends on the first ("and how long is it") is about the same documents. */
async function rankTasks(tasks: readonly TaskNeed[], findings: readonly ReadableFinding[]): Promise<RankedTask[]> {
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
