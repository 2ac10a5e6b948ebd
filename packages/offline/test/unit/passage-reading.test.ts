import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { describe, expect, it } from 'vitest';
import { bestUnit, matchPassage } from '../../passages/passage-reading.ts';

const need = { terms: weighTermsEvenly('How many hours does the harbour lamp burn?', 'en') };
const passageOf = (text: string, language = 'en') => ({ title: 'Rules', headingPath: ['Lamp'], text, language });

describe('bestUnit', () => {
  it.each([
    [
      'a sentence',
      'Oil is dear. The harbour lamp burns for nine hours. It is red.',
      'The harbour lamp burns for nine hours.',
    ],
    ['an entry of a list', '- the buoy\n- the harbour lamp: nine hours\n- the horn', 'the harbour lamp: nine hours'],
    ['a row', '| what | hours |\n|---|---|\n| buoy | 3 |\n| harbour lamp | 9 |', '| harbour lamp | 9 |'],
    [
      'a row whose header has the other words, not the header',
      'It is dear.\n\n| buoy | burn hours of the lamp |\n|---|---|\n| harbour | 9 |\n| horn | 3 |',
      '| harbour | 9 |',
    ],
    ['a line of code', 'Set it:\n\n```\nbuoy = 3\nharbour_lamp_hours = 9\n```', 'harbour_lamp_hours = 9'],
  ])('is %s', (_, text, words) => {
    const { start = 0, end = 0 } = bestUnit(need, passageOf(text)) ?? {};

    expect(text.slice(start, end)).toBe(words);
  });

  it('is a line of a file for programs', () => {
    const text = 'BUOY = 3\nHARBOUR_LAMP_HOURS = 9\n';
    const { start = 0, end = 0 } = bestUnit(need, passageOf(text, 'zxx')) ?? {};

    expect(text.slice(start, end)).toBe('HARBOUR_LAMP_HOURS = 9');
  });

  it('is none where there is nothing to cite', () => {
    expect(bestUnit(need, passageOf('# Lamp\n'))).toBeNull();
  });
});

describe('matchPassage', () => {
  it('counts the words of the text and, less, of its headings', () => {
    const [own, headed, neither] = ['The lamp of the harbour burns hours.', 'It burns for hours.', 'Oil is dear.'].map(
      (text) => matchPassage(need, passageOf(text)),
    );

    expect(own?.share).toBeGreaterThan(headed?.share ?? 1);
    expect(headed?.share).toBeGreaterThan(neither?.share ?? 1);
    expect(own?.matchedWords).toEqual(['hours', 'harbour', 'lamp', 'burn']);
  });
});
