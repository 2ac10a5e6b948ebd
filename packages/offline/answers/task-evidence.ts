import type { TaskCertainty } from '@plumbline/contracts/report/report';
import { createKnownTexts } from '@plumbline/language/copies';
import { type AnswerForm, askingWords, asksForFigure, splitQuestion } from '@plumbline/language/questions';
import { countedBy, type InformationNeed } from '../passages/passage-reading.ts';
import { formFit } from '../passages/stated-values.ts';
import { type EvidenceScore, type ReadableFinding, scoreQuotes } from './evidence-reading.ts';

/** A sub-question and its information need. A task without an id may use any finding. */
export interface TaskNeed {
  readonly text: string;
  readonly need: InformationNeed;
  readonly taskId?: string | null;
}

/** What a report without a model says of a task. */
export interface TaskEvidence {
  readonly task: TaskNeed;
  /** The best statement of each passage for it, shown here, for a task before, or not at all. */
  readonly found: readonly EvidenceScore[];
  /** The statement that answers it; null where none is certain enough. */
  readonly stated: EvidenceScore | null;
  /** The first passages of the search, in its order, each by its best statement. */
  readonly passages: readonly EvidenceScore[];
  /** Statements of which each might be stated if there were no other; two of them may disagree. */
  readonly candidates: readonly EvidenceScore[];
  readonly certainty: TaskCertainty;
}

/** Passages that are shown for the only task, and for each of several. */
const MOST_PASSAGES = 5;
const MOST_PASSAGES_OF_TASK = 3;
/** Other sections may answer as well. */
const MOST_OF_A_SECTION = 2;

/** What a statement needs to be the answer: words of the question, and an advance on the statements of other passages. */
interface Bar {
  readonly coverage: number;
  readonly lead: number;
}

/**
 * Only these are stated: a yes or no, a figure or a point in time, and a name; anything else is for the reader to find in the
 * passages. `npm run eval:asked` prints how often what is stated by these bars is right, each corpus apart.
 */
const YES_OR_NO: Bar = { coverage: 0.75, lead: 0.03 };
const FIGURE: Bar = { coverage: 0.5, lead: 0.15 };
const NAME: Bar = { coverage: 0.85, lead: 0.3 };
const BARS: Readonly<Partial<Record<AnswerForm, Bar>>> = {
  decision: YES_OR_NO,
  time: FIGURE,
  person: NAME,
};
/** A figure, or a point in time, has to be of the kind that is asked for. */
const STATES_FORM = 0.8;
/** In characters; more is a passage to be read. */
const LONGEST_STATEMENT = 300;
/** "Type: boolean; Default: false": a row or a list of facts is to be read, not stated. */
const FACTS = /:\s[^:;]+;\s[^:;]+:\s/u;
/** A word with this share of the question's weight decides what is asked. */
const DECIDING_SHARE = 0.15;
/** One word that a statement shares with a question may be about anything. */
const SHARED_WORDS = 2;
/** "2.1.0", "§ 5", "2024": what is true of one version, section or year says nothing of another. */
const NUMBER = /\d+(?:[.,:]\d+)*/gu;

/**
 * Selects what is shown for each task, and what of it is stated. A passage is shown for the first task that it serves.
 *
 * @param language of the question, ISO 639-1
 */
export function evidenceOfTasks(
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
  language: string,
): TaskEvidence[] {
  const most = tasks.length === 1 ? MOST_PASSAGES : MOST_PASSAGES_OF_TASK;
  const shown = createShownPassages();
  return tasks.map((task) => {
    const own = findingsOf(task, tasks, findings).flatMap((finding) => bestOf(task.need, finding));
    const passages = shown.take(inSearchOrder(bestOfSections(own)), most);
    const stating = passages.map(({ finding }) => finding).filter((finding) => canState(finding, language));
    const { best, candidates, ...certainty } = judge(task, stating);
    const isSingle = splitQuestion(task.text, language).length === 1;
    const isAnswer = isSingle && best !== null && isStated(certainty, task.need) && isAbout(task, best);
    const stated = isAnswer ? best : null;
    const shownHere = passages.map(({ statement }) => statement);
    return { task, found: own.map(({ statement }) => statement), stated, passages: shownHere, candidates, certainty };
  });
}

/** A finding by the statement that serves a task best. */
interface Shown {
  readonly finding: ReadableFinding;
  readonly statement: EvidenceScore;
}

/** The findings of the task, and those that no task was researched for, such as what a user had remembered. */
function findingsOf(
  { taskId = null }: TaskNeed,
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
): readonly ReadableFinding[] {
  if (tasks.length === 1) return findings;
  const ids = new Set(tasks.map((task) => task.taskId));
  return findings.filter(
    (finding) =>
      !ids.has(finding.taskId) || finding.taskId === taskId || finding.alsoServes?.includes(taskId ?? '') === true,
  );
}

function bestOf(
  need: InformationNeed,
  finding: ReadableFinding,
  fits: (text: string) => boolean = () => true,
): Shown[] {
  const [statement] = scoreQuotes(need, finding)
    .filter(({ statement }) => fits(statement))
    .toSorted((a, b) => b.score - a.score);
  return statement === undefined ? [] : [{ finding, statement }];
}

/** Of a long section the passages with the best statements: the search tells them apart by less than its words. */
function bestOfSections(passages: readonly Shown[]): Shown[] {
  const sections = Map.groupBy(passages, ({ statement }) => statement.place);
  return [...sections.values()].flatMap((ofSection) =>
    ofSection.toSorted((a, b) => b.statement.score - a.statement.score).slice(0, MOST_OF_A_SECTION),
  );
}

/** What the search did not put among its first comes behind, by its own score; words that address a program come last. */
function inSearchOrder(passages: readonly Shown[]): Shown[] {
  const rankOf = ({ finding }: Shown): number => finding.searchRank ?? Number.MAX_SAFE_INTEGER;
  const trust = ({ finding }: Shown): number => Number(finding.isUntrusted);
  return passages.toSorted(
    (a, b) => trust(a) - trust(b) || rankOf(a) - rankOf(b) || b.statement.score - a.statement.score,
  );
}

/** Takes passages that were not taken before: no copies, and only two of a section. */
function createShownPassages() {
  const units = new Set<string>();
  const known = createKnownTexts([]);
  const places = new Map<string, number>();
  return {
    take(passages: readonly Shown[], most: number): Shown[] {
      const taken: Shown[] = [];
      for (const passage of passages) {
        if (taken.length === most) break;
        const { unit, place, language } = passage.statement;
        const ofSection = places.get(place) ?? 0;
        if (ofSection === MOST_OF_A_SECTION || units.has(unit) || known.hasNear(unit, language)) continue;
        taken.push(passage);
        units.add(unit);
        known.add(unit);
        places.set(place, ofSection + 1);
      }
      return taken;
    },
  };
}

/** Only words are compared: they prove nothing in another language, or near words that address a program. */
function canState({ language, isUntrusted, unjudged }: ReadableFinding, asked: string): boolean {
  return !isUntrusted && unjudged !== true && (language === asked || language === 'und');
}

/** The statement that may answer, by its own words. */
function judge({ text, need }: TaskNeed, findings: readonly ReadableFinding[]) {
  const { answerForm } = need;
  const hasForm = asksForFigure(answerForm) || answerForm === 'time';
  const mayAnswer = (words: string): boolean =>
    words.length <= LONGEST_STATEMENT &&
    !FACTS.test(words) &&
    (!hasForm || formFit(answerForm, words, countedBy(need)) >= STATES_FORM);
  const fitting = findings.flatMap((finding) => bestOf(need, finding, mayAnswer)).map(({ statement }) => statement);
  const [best, ...others] = fitting.toSorted((a, b) => b.score - a.score);
  const bar = barOf(need);
  const candidates = fitting.filter(({ ownCoverage }) => bar !== undefined && ownCoverage >= bar.coverage);
  if (best === undefined) return { best: null, candidates, task: text, key: null, coverage: 0, lead: 0 };
  const said = createKnownTexts([best.text]);
  // A rule and its exception stand in one passage, and have the same words of the question.
  const asGood = findings
    .filter(({ findingId }) => findingId === best.findingId)
    .flatMap((finding) => scoreQuotes(need, finding))
    .filter(({ ownCoverage, text: words }) => ownCoverage >= best.ownCoverage && mayAnswer(words));
  const rival = [...asGood, ...others].find((other) => !said.hasNear(other.text, other.language));
  const lead = best.score - (rival?.score ?? 0);
  return { best, candidates, task: text, key: best.key, coverage: best.ownCoverage, lead };
}

function barOf({ answerForm }: InformationNeed): Bar | undefined {
  return asksForFigure(answerForm) ? FIGURE : BARS[answerForm];
}

function isStated({ coverage, lead }: TaskCertainty, need: InformationNeed): boolean {
  const { terms } = need;
  const bar = barOf(need);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const isUnknown = terms.some(({ isKnown, weight }) => isKnown === false && weight >= DECIDING_SHARE * total);
  return bar !== undefined && !isUnknown && coverage >= bar.coverage && lead >= bar.lead;
}

/** Whether a statement shares words with a task beside those that only ask, and around it are all numbers of the task. */
function isAbout({ text, need }: TaskNeed, { unit, place, matchedWords }: EvidenceScore): boolean {
  const asking = askingWords(need.answerForm, text);
  const telling = need.terms.filter(({ word }) => !asking.includes(word));
  const shared = telling.filter(({ word }) => matchedWords.includes(word)).length;
  const said = new Set([unit, place].join('\n').match(NUMBER));
  return (
    shared >= Math.min(SHARED_WORDS, telling.length) && (text.match(NUMBER) ?? []).every((number) => said.has(number))
  );
}
