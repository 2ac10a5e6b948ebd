import { foreignSentences } from '@plumbline/evidence/languages';
import { isRuleSentence, offlinePhrasesFor } from '@plumbline/offline/phrases';
import { describe, expect, it } from 'vitest';

const { taskUnanswered, passagesFor, uncovered } = offlinePhrasesFor('en');
const SENTENCES = [taskUnanswered, passagesFor]
  .map((say) => say('Combien de temps brûle-t-elle ?'))
  .concat(uncovered(['lampe', 'mèche']));

describe('sentences of rules in a draft', () => {
  it.each(SENTENCES)('are known: %s', (sentence) => {
    expect(isRuleSentence(sentence)).toBe(true);
  });

  it('are no foreign sentences, which others are', () => {
    const other = 'None of the keepers of the harbour lamp trims the wick before midnight.';

    expect(foreignSentences([...SENTENCES, other], 'fr')).toEqual([other]);
  });

  it.each(['No passage answers: ', 'La lampe brûle.', 'No cited passage contains: .'])(
    'are nothing else: %j',
    (text) => {
      expect(isRuleSentence(text)).toBe(false);
    },
  );
});
