import { foreignSentences } from '@plumbline/evidence/languages';
import { isRuleSentence, offlinePhrasesFor } from '@plumbline/offline/phrases';
import { describe, expect, it } from 'vitest';

const { taskUnanswered, nothingFound } = offlinePhrasesFor('en');
const SENTENCES = [taskUnanswered, nothingFound].map((say) => say('Combien de temps brûle-t-elle ?'));

describe('sentences of rules in a draft', () => {
  it.each(SENTENCES)('are known: %s', (sentence) => {
    expect(isRuleSentence(sentence)).toBe(true);
  });

  it('are no foreign sentences, which others are', () => {
    const other = 'None of the keepers of the harbour lamp trims the wick before midnight.';

    expect(foreignSentences([...SENTENCES, other], 'fr')).toEqual([other]);
  });

  it.each(['No passage answers: ', 'La lampe brûle.', 'Nothing was found for: '])('are nothing else: %j', (text) => {
    expect(isRuleSentence(text)).toBe(false);
  });
});
