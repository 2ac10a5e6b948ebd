import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreReferencesInput } from '@plumbline/contracts/research/retrieval-activities';
import { detectLanguage } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { needsOfAnchor, needsOfApproved } from '@plumbline/offline/needs';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { scoreOfMissing } from '../../steps/relevance-scores.ts';
import { scoreReferences } from '../../steps/score-references.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const OPENING_SENTENCES = 2;
const LONGEST_OPENING = 600;

/**
 * Scores references by rule against the anchor and the approved tasks, by the sentence that refers, the target's headings and
 * its first two sentences: never by the whole target. Null for a missing passage.
 */
export function createScoreReferences({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: ScoreReferencesInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, corpusId, hits, approvedTasks } = input;
    const needs = [
      ...(await needsOfAnchor(corpus, foldersOf(corpusId), anchor)),
      ...(await needsOfApproved(corpus, foldersOf(corpusId), anchor, approvedTasks)).flat(),
    ];
    const stored = await corpus.readPassages(
      corpusId,
      hits.map(({ passage }) => passage.passageId),
    );
    const previews = hits.flatMap((hit) => {
      const found = stored.get(hit.passage.passageId);
      return found === undefined ? [] : [toPreview(hit, found)];
    });
    const missing = hits.filter(({ passage }) => !stored.has(passage.passageId));
    return [...scoreReferences({ needs, references: previews }), ...missing.map(scoreOfMissing)];
  };
}

function toPreview({ reference }: ScoreReferencesInput['hits'][number], { passage, source, text }: StoredPassage) {
  return {
    id: passage.passageId,
    sentence: reference.sentence,
    sentenceLanguage: detectLanguage(reference.sentence),
    title: source.title,
    headingPath: passage.headingPath,
    opening: openingOf(text, source.language),
    language: source.language,
  };
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
