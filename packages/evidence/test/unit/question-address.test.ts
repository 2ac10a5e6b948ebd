import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { describe, expect, it } from 'vitest';
import { addressedShare, type PlacedText } from '../../claims/question-address.ts';

const terms = weighTermsEvenly('lamp oil wick drawer', 'en');
const addressed = (placed: Partial<PlacedText>, answerForm: 'open' | 'duration' | 'mass' = 'open') =>
  addressedShare({ text: '', headings: '', isRelevant: true, ...placed }, { terms, answerForm }, 'en');

describe('addressedShare', () => {
  it('grows with the words of the question, up to two in five of their weight', () => {
    expect(addressed({ text: 'Whales swim.' })).toBe(0);
    expect(addressed({ text: 'The lamp stands.' })).toBeCloseTo(0.25 / 0.4);
    expect(addressed({ text: 'The lamp needs oil.' })).toBe(1);
  });

  it('weighs headings less, and alone at most one half', () => {
    expect(addressed({ text: 'The lamp stands.', headings: 'Wick' })).toBe(1);
    expect(addressed({ text: 'Whales swim.', headings: 'Lamp oil, wick, drawer' })).toBe(0.5);
  });

  it.each([
    ['a duration from a relevant passage', 'duration' as const, 'It takes nine hours.', true, 0.7],
    ['a rarer form from a relevant passage', 'mass' as const, 'It is 12 kg.', true, 1],
    ['a duration from a passage beside the question', 'duration' as const, 'It takes nine hours.', false, 0],
    ['a claim of another form', 'mass' as const, 'It shines.', true, 0],
  ])('takes the form of the answer into account: %s', (_, form, text, isRelevant, share) => {
    expect(addressed({ text, isRelevant }, form)).toBe(share);
  });

  it('requires fewer words when the form matches', () => {
    expect(addressed({ text: 'The lamp burns nine hours.' }, 'duration')).toBe(1);
  });
});
