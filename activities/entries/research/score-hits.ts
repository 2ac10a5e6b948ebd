import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreReferencesInput, ScoreRelevanceInput } from '@plumbline/contracts/research/retrieval-activities';
import { splitSentences } from '@plumbline/language/sentences';
import { needOfTask, needsOf } from '@plumbline/offline/needs';
import { BEYOND_WORDS, isBeyondWords, matchPassage, readableOf } from '@plumbline/offline/passages';
import { hitTextsOf } from '@plumbline/search/hit-text';
import type { ActivityDependencies } from '../dependencies.ts';

const OPENING_SENTENCES = 2;
const LONGEST_OPENING = 600;
const MAX_REASON_LENGTH = 200;
/** Grades of a share of words, each from its lowest share. */
const GRADES = [
  [1, 0.7],
  [0.75, 0.4],
  [0.5, 0.24],
  [0.25, 0.12],
] as const;

type Corpus = Pick<ActivityDependencies, 'corpus'>;

/**
 * Scores the hits of one ranking by the share of the task's words that they have, by their stored text, or by title and snippet
 * where a page was not read yet; null where words say nothing, and for a missing passage.
 */
export function createScoreRelevance({ corpus }: Corpus) {
  return async (input: ScoreRelevanceInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, task, corpusId, hits, firstRank } = input;
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const texts = await hitTextsOf(corpus, corpusId, hits, firstRank);
    return hits.map((hit: HitReference, index) => {
      const passage = texts[index] ?? null;
      if (passage === null) return scoreOfMissing(hit);
      const id = hitIdOf(hit);
      if (isBeyondWords(hit, passage.text, anchor.language)) return { id, score: null, reason: BEYOND_WORDS };
      const { share, matchedWords } = matchPassage(need, passage);
      return ruledScore(id, share, matchedWords);
    });
  };
}

/**
 * Grades references by the words of the question, or of an approved task, that the target's headings and its first two sentences
 * have: never by the whole target. Null for a missing passage.
 */
export function createScoreReferences({ corpus }: Corpus) {
  return async (input: ScoreReferencesInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, corpusId, hits, approvedTasks } = input;
    const { originalQuestion, refinements } = anchor;
    const asked = [[originalQuestion, ...refinements].join(' '), ...approvedTasks.map(({ text }) => text)];
    const needs = await needsOf(corpus, foldersOf(corpusId), anchor, asked);
    const ids = hits.map(({ passage }) => passage.passageId);
    const stored = await corpus.readPassages(corpusId, ids);
    return hits.map((hit) => {
      const found = stored.get(hit.passage.passageId);
      if (found === undefined) return scoreOfMissing(hit);
      const preview = { ...readableOf(found), text: openingOf(found.text, found.source.language) };
      const [best] = needs.map((need) => matchPassage(need, preview)).sort((a, b) => b.share - a.share);
      const [grade = 0] = GRADES.find(([, from]) => (best?.share ?? 0) >= from) ?? [];
      return ruledScore(hit.passage.passageId, grade, best?.matchedWords ?? []);
    });
  };
}

/** With the words that were found. */
function ruledScore(id: string, score: number, words: readonly string[]): RelevanceScore {
  return { id, score, reason: words.join(', ').slice(0, MAX_REASON_LENGTH) };
}

/** A passage that has disappeared is unknown, too. */
function scoreOfMissing(hit: HitReference): RelevanceScore {
  return { id: hitIdOf(hit), score: null, reason: 'the document changed meanwhile' };
}

/** The first sentences below the heading. */
function openingOf(text: string, language: string): string {
  return splitSentences(text.slice(0, 4 * LONGEST_OPENING), language)
    .filter(({ kind }) => kind !== 'heading' && kind !== 'code')
    .slice(0, OPENING_SENTENCES)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' '))
    .join(' ')
    .slice(0, LONGEST_OPENING);
}
