import { isNamedBy, namedReferencesIn } from '../../references/named-references.ts';
import { isNearDuplicate } from '../../text/near-duplicate.ts';
import { analyzeTerms } from '../../text/terms.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { asksForFigure, pointsInTime } from '../question/answer-form.ts';
import { leansOnAnother } from '../question/question-parts.ts';
import { bestMatches, bestOfAll, coverage, matchedWords, type TermMatches } from '../question/term-coverage.ts';
import { type EvidenceScore, type ReadableFinding, rankEvidence, withoutNearDuplicates } from './evidence-reading.ts';
import { type Choice, judgeChoices, type TaskNeed } from './task-answers.ts';

export interface SelectedAnswers {
  /** The best statement for every answered task, with the statements that complete it. */
  readonly answers: readonly EvidenceScore[];
  readonly keyEvidence: readonly EvidenceScore[];
  readonly byTask: readonly { readonly heading: string; readonly evidence: readonly EvidenceScore[] }[];
  /** Texts of unanswered tasks. */
  readonly unanswered: readonly string[];
  /** Words of the tasks that no selected statement covers. */
  readonly uncovered: readonly string[];
  /** The nearest statements, if no task is answered. */
  readonly nearest: readonly EvidenceScore[];
}

/** A lower score does not answer the task; calibrated on questions with and without an answer. */
const ANSWER_BAR = 0.22;
/** A second statement belongs to the answer if it adds this much coverage. */
const COMPLETION_GAIN = 0.12;
const COMPLETION_SHARE_OF_BEST = 0.75;
/** Further statements of the answering passage need less: another passage may be about another case. */
const SAME_PASSAGE_SHARE = 0.35;
const OTHER_PASSAGE_SHARE = 0.9;
const USED_PASSAGE_SHARE = 0.85;
/** A missing word with less of the question's weight leaves no gap in the answer. */
const TELLING_SHARE = 0.1;
/** Words only from the rest of the question say less about what answers this task. */
const OWN_WORDS_FLOOR = 0.6;
/** Factor for a statement of another document, if the task depends on an answered one. */
const OTHER_DOCUMENT_SHARE = 0.8;
const MAX_ANSWERS = 2;
const MAX_SUPPORT = 2;

/**
 * Selects and orders quotes for a report: first answers to each task, then support; empty if nothing answers. It
 * prefers several statements of the best passage to one from every passage that shares words with the question.
 */
export function selectAnswers(tasks: readonly TaskNeed[], findings: readonly ReadableFinding[]): SelectedAnswers {
  const ranked = rankTasks(tasks, findings);
  const chosen = chooseForTasks(ranked.filter(({ evidence }) => evidence.length > 0));
  const judged = judgeChoices(tasks, chosen, findings);
  const answered = judged.filter(({ isAnswered }) => isAnswered);
  const isSingle = tasks.length === 1;
  const support = answered.flatMap(({ task, choice }) =>
    choice.support.length === 0 ? [] : [{ heading: task.text, evidence: choice.support }],
  );
  const answers = answered.flatMap(({ choice }) => choice.answers);
  return {
    answers,
    keyEvidence: isSingle ? support.flatMap(({ evidence }) => evidence) : [],
    byTask: isSingle ? [] : support,
    unanswered: tasks.filter((task) => !answered.some((entry) => entry.task === task)).map(({ text }) => text),
    uncovered: uncoveredWords(tasks, [...answers, ...support.flatMap(({ evidence }) => evidence)], findings),
    nearest: answered.length > 0 ? [] : judged.flatMap(({ choice, isNear }) => (isNear ? choice.answers : [])),
  };
}

interface RankedTask {
  readonly task: TaskNeed;
  readonly evidence: readonly EvidenceScore[];
}

/** A later task that depends on the first ("and how long is it") is about the same documents. */
function rankTasks(tasks: readonly TaskNeed[], findings: readonly ReadableFinding[]): RankedTask[] {
  const language = findings[0]?.language ?? 'und';
  const ranked = tasks.map((task) => ({ task, evidence: rankTask(task, findings) }));
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

/**
 * Selects for the task with the clearest answer first, and never uses a statement for two tasks. Adds support only
 * after all tasks have their answers.
 */
function chooseForTasks(answered: readonly RankedTask[]): Map<TaskNeed, Choice> {
  const clearestFirst = [...answered].sort((a, b) => (b.evidence[0]?.score ?? 0) - (a.evidence[0]?.score ?? 0));
  const used: EvidenceScore[] = [];
  const answers = new Map<TaskNeed, readonly EvidenceScore[]>();
  for (const { task, evidence } of clearestFirst) {
    const chosen = answerOf(task.need, fromBestPassage(preferUnused(evidence, used))).slice(0, MAX_ANSWERS);
    answers.set(task, chosen);
    used.push(...chosen);
  }
  const choices = new Map<TaskNeed, Choice>();
  for (const { task, evidence } of clearestFirst) {
    const own = answers.get(task) ?? [];
    const isFresh = (entry: EvidenceScore) => !used.some((other) => isRepetition(other, entry));
    const further = fromBestPassage(own[0] === undefined ? [] : [own[0], ...evidence.filter(isFresh)])
      .filter(isFresh)
      .slice(0, MAX_SUPPORT);
    const support = [...further, ...referredTo(own, evidence, [...used, ...further])];
    choices.set(task, { answers: own, support });
    used.push(...support);
  }
  return choices;
}

function rankTask({ text, need }: TaskNeed, findings: readonly ReadableFinding[]): EvidenceScore[] {
  const ownStems = new Set(analyzeTerms(text, findings[0]?.language ?? 'und').map(({ stem }) => stem));
  const ownTerms = need.terms.map((term) => (ownStems.has(term.stem) ? term : { ...term, weight: 0 }));
  const ranked = rankEvidence(need, findings)
    .map((entry) => ({ ...entry, score: entry.score * (OWN_WORDS_FLOOR + coverage(ownTerms, entry.matches)) }))
    .sort((a, b) => b.score - a.score);
  const moments = asksForFigure(need.answerForm) ? pointsInTime(text) : [];
  // A figure for another month or day does not answer a question that names one.
  const fitting = withoutNearDuplicates(ranked).filter((entry) =>
    moments.every((moment) => pointsInTime(entry.text).includes(moment)),
  );
  return (fitting[0]?.score ?? 0) < ANSWER_BAR ? [] : fitting;
}

/** Prefers unused passages: another part of a question usually has its answer in another passage. */
function preferUnused(evidence: readonly EvidenceScore[], used: readonly EvidenceScore[]): EvidenceScore[] {
  const places = new Set(used.map(({ place }) => place));
  return evidence
    .filter((entry) => !used.some((other) => isRepetition(other, entry)))
    .map((entry) => (places.has(entry.place) ? { ...entry, score: entry.score * USED_PASSAGE_SHARE } : entry))
    .sort((a, b) => b.score - a.score);
}

/** Good statements of the best passage, and of other passages only statements that are nearly as good. */
function fromBestPassage(evidence: readonly EvidenceScore[]): EvidenceScore[] {
  const [best] = evidence;
  if (best === undefined) return [];
  const seen = new Set<string>();
  return evidence.filter(({ findingId, score }) => {
    const isOther = findingId !== best.findingId;
    if (score < best.score * (isOther ? OTHER_PASSAGE_SHARE : SAME_PASSAGE_SHARE)) return false;
    const isRepeated = isOther && seen.has(findingId);
    seen.add(findingId);
    return !isRepeated;
  });
}

/**
 * The best statement of a section that an answer of the same document names: "the limit in Annex 2" needs that annex.
 */
function referredTo(
  answers: readonly EvidenceScore[],
  evidence: readonly EvidenceScore[],
  said: readonly EvidenceScore[],
): EvidenceScore[] {
  const isReferred = (entry: EvidenceScore) => answers.some((answer) => namesPlace(answer, entry));
  const fresh = evidence.filter((entry) => ![...answers, ...said].some((other) => isRepetition(other, entry)));
  const referred = fresh.filter(isReferred);
  // Extraction read the whole passage and gave its best quote the first key. The words of a table row alone say too
  // little.
  const ofBest = referred.filter(({ findingId }) => findingId === referred[0]?.findingId);
  return ofBest.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, 1);
}

function namesPlace(answer: EvidenceScore, { place }: EvidenceScore): boolean {
  const [title = '', ...headings] = place.split('\n');
  if (place === answer.place || !answer.place.startsWith(`${title}\n`)) return false;
  const target = { title: '', locator: '', headingPath: headings.slice(-1) };
  // "Annex 1a" may be a part below the heading "Annex 1".
  const names = namedReferencesIn(answer.text).flatMap((name) => [name, name.replace(/(?<=\d)[a-z]$/u, '')]);
  return names.some((name) => isNamedBy(name, target));
}

function isRepetition(first: EvidenceScore, second: EvidenceScore): boolean {
  return first.key === second.key || isNearDuplicate(first.text, second.text, first.language);
}

function answerOf({ terms }: InformationNeed, evidence: readonly EvidenceScore[]): EvidenceScore[] {
  const [best, ...others] = evidence;
  if (best === undefined) return [];
  const gain = (entry: EvidenceScore) =>
    coverage(terms, bestMatches(best.matches, entry.matches, 1)) - coverage(terms, best.matches);
  const completing = others.find(
    (entry) => entry.score >= best.score * COMPLETION_SHARE_OF_BEST && gain(entry) >= COMPLETION_GAIN,
  );
  return completing === undefined ? [best] : [best, completing];
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
