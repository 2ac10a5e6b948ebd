import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreReferencesInput } from '@plumbline/contracts/research/retrieval-activities';
import { splitSentences } from '@plumbline/language/sentences';
import { needsOf } from '@plumbline/offline/needs';
import { matchPassage, readableOf } from '@plumbline/offline/passages';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { gradeOf, ruledScore, scoreOfMissing } from '../../steps/relevance-scores.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const OPENING_SENTENCES = 2;
const LONGEST_OPENING = 600;

/**
 * Grades references by the words of the question, or of an approved task, that the target's headings and its first two sentences
 * have: never by the whole target. Null for a missing passage.
 */
export function createScoreReferences({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: ScoreReferencesInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, corpusId, hits, approvedTasks } = input;
    const { originalQuestion, refinements } = anchor;
    const asked = [[originalQuestion, ...refinements].join(' '), ...approvedTasks.map(({ text }) => text)];
    const needs = await needsOf(corpus, foldersOf(corpusId), anchor, asked);
    const stored = await corpus.readPassages(
      corpusId,
      hits.map(({ passage }) => passage.passageId),
    );
    return hits.map((hit) => {
      const found = stored.get(hit.passage.passageId);
      if (found === undefined) return scoreOfMissing(hit);
      const preview = previewOf(found);
      const [best] = needs.map((need) => matchPassage(need, preview)).sort((a, b) => b.share - a.share);
      return ruledScore(hit.passage.passageId, gradeOf(best?.share ?? 0), best?.matchedWords ?? []);
    });
  };
}

function previewOf(found: StoredPassage): ReturnType<typeof readableOf> {
  return { ...readableOf(found), text: openingOf(found.text, found.source.language) };
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
