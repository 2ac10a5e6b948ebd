import { expect, it } from 'vitest';
import { withMissing } from '../../../activities/report/writing/ruled-draft.ts';

const missing = { words: ['Quokkaberg', 'whale oil'], unknown: [] };
const said = (text: string) => ({ text, citations: [] });

it.each([
  ['are all named', [], ['No cited passage contains: Quokkaberg, whale oil.']],
  [
    'are named except those that a rule named',
    [said('No cited passage contains: Quokkaberg.')],
    ['No cited passage contains: Quokkaberg.', 'No cited passage contains: whale oil.'],
  ],
  [
    'are not named after a model that named them',
    [said('The findings say nothing of whale oil in Quokkaberg.')],
    ['The findings say nothing of whale oil in Quokkaberg.'],
  ],
])('words that no passage contains %s', (_, limitations, expected) => {
  expect(withMissing(limitations, missing, 'en').map(({ text }) => text)).toEqual(expected);
});

it('nothing is added where every word is contained', () => {
  expect(withMissing([said('The log ends in May.')], null, 'en')).toEqual([said('The log ends in May.')]);
});
