import { describe, expect, it } from 'vitest';
import { foreignSentences } from '../../../activities/verification/claims/language-adherence.ts';
import { offlinePhrasesFor, readRuleSentence } from '../../../activities/wording/offline-phrases.ts';
import { phrasesFor } from '../../../activities/wording/phrases-for.ts';
import { FRENCH_TEMPLATES } from '../../support/builders/french-phrases.ts';

const { taskUnanswered, passagesFor, uncovered } = offlinePhrasesFor('en');
const SENTENCES = [taskUnanswered, passagesFor]
  .map((say) => say('Combien de temps brûle-t-elle ?'))
  .concat(uncovered(['lampe', 'mèche']));
const restated = phrasesFor('fr', { language: 'fr', templates: FRENCH_TEMPLATES }).restated;

describe('sentences of rules in a draft', () => {
  it.each(SENTENCES)('are said in the translated words: %s', (sentence) => {
    const said = restated(sentence);

    expect(said).not.toBe(sentence);
    expect(said).toContain(readRuleSentence(sentence)?.subject);
    expect(said).not.toMatch(/passage[s]? (?:answers|mentions|contains|in another)/);
  });

  it('are no foreign sentences, which others are', () => {
    const other = 'None of the keepers of the harbour lamp trims the wick before midnight.';

    expect(foreignSentences([...SENTENCES, other], 'fr')).toEqual([other]);
  });

  it('are nothing else', () => {
    for (const text of ['No passage answers: ', 'La lampe brûle.', 'No cited passage contains: .']) {
      expect(readRuleSentence(text)).toBeNull();
      expect(restated(text)).toBe(text);
    }
  });

  it('stay as they are in languages with words of their own', () => {
    expect(phrasesFor('en').restated(SENTENCES[0] ?? '')).toBe(SENTENCES[0]);
  });
});
