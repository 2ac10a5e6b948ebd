import { bestMatches, coverage } from '../../language/question/term-coverage.ts';
import { isNamedBy, namedReferencesIn } from '../../language/references/named-references.ts';
import { createKnownTexts } from '../../language/text/near-duplicate.ts';
import { createPauses } from '../../language/text/pauses.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import type { EvidenceScore } from './evidence-reading.ts';
import type { Choice, TaskNeed } from './task-answers.ts';

/** A task with all statements, the best for it first. */
export interface RankedTask {
  readonly task: TaskNeed;
  readonly evidence: readonly EvidenceScore[];
}

/** A second statement belongs to the answer if it adds this much coverage. */
const COMPLETION_GAIN = 0.12;
const COMPLETION_SHARE_OF_BEST = 0.75;
/** Further statements of the answering passage need less: another passage may be about another case. */
const SAME_PASSAGE_SHARE = 0.35;
const OTHER_PASSAGE_SHARE = 0.9;
const USED_PASSAGE_SHARE = 0.85;
const MAX_ANSWERS = 2;
const MAX_SUPPORT = 2;

/**
 * Selects for the task with the clearest answer first, and never uses a statement for two tasks. Adds support only
 * after all tasks have their answers.
 */
export async function chooseForTasks(answered: readonly RankedTask[]): Promise<Map<TaskNeed, Choice>> {
  const pause = createPauses();
  const clearestFirst = [...answered].sort((a, b) => (b.evidence[0]?.score ?? 0) - (a.evidence[0]?.score ?? 0));
  const used: EvidenceScore[] = [];
  const answers = new Map<TaskNeed, readonly EvidenceScore[]>();
  for (const { task, evidence } of clearestFirst) {
    await pause();
    const chosen = answerOf(task.need, fromBestPassage(preferUnused(evidence, used))).slice(0, MAX_ANSWERS);
    answers.set(task, chosen);
    used.push(...chosen);
  }
  const choices = new Map<TaskNeed, Choice>();
  for (const { task, evidence } of clearestFirst) {
    await pause();
    const own = answers.get(task) ?? [];
    const isUsed = createRepetitionTest(used);
    const fresh = evidence.filter((entry) => !isUsed(entry));
    const further = fromBestPassage(own[0] === undefined ? [] : [own[0], ...fresh])
      .filter((entry) => !isUsed(entry))
      .slice(0, MAX_SUPPORT);
    const support = [...further, ...referredTo(own, evidence, [...used, ...further])];
    choices.set(task, { answers: own, support });
    used.push(...support);
  }
  return choices;
}

/** Prefers unused passages: another part of a question usually has its answer in another passage. */
function preferUnused(evidence: readonly EvidenceScore[], used: readonly EvidenceScore[]): EvidenceScore[] {
  const places = new Set(used.map(({ place }) => place));
  const isUsed = createRepetitionTest(used);
  return evidence
    .filter((entry) => !isUsed(entry))
    .map((entry) => (places.has(entry.place) ? { ...entry, score: entry.score * USED_PASSAGE_SHARE } : entry))
    .sort((a, b) => b.score - a.score);
}

/** Good statements of the best passage, and of other passages only statements that are nearly as good. */
export function fromBestPassage(evidence: readonly EvidenceScore[]): EvidenceScore[] {
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

export function answerOf({ terms }: InformationNeed, evidence: readonly EvidenceScore[]): EvidenceScore[] {
  const [best, ...others] = evidence;
  if (best === undefined) return [];
  const gain = (entry: EvidenceScore) =>
    coverage(terms, bestMatches(best.matches, entry.matches, 1)) - coverage(terms, best.matches);
  const completing = others.find(
    (entry) => entry.score >= best.score * COMPLETION_SHARE_OF_BEST && gain(entry) >= COMPLETION_GAIN,
  );
  return completing === undefined ? [best] : [best, completing];
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
  const isSaid = createRepetitionTest([...answers, ...said]);
  const referred = evidence.filter((entry) => isReferred(entry) && !isSaid(entry));
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

/** Tells whether a statement repeats an earlier one, compared in the language of the earlier one. */
function createRepetitionTest(said: readonly EvidenceScore[]): (entry: EvidenceScore) => boolean {
  const keys = new Set(said.map(({ key }) => key));
  const known = [...Map.groupBy(said, ({ language }) => language)].map(
    ([language, entries]) => [language, createKnownTexts(entries.map(({ text }) => text))] as const,
  );
  return ({ key, text }) => keys.has(key) || known.some(([language, texts]) => texts.hasNear(text, language));
}
