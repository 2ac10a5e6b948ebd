import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { type ReadableFinding, toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';
import { fitsToAnchor } from '../../answers/anchor-fit.ts';

const QUESTION = 'Wie lange dauert die Wache des Lotsen im Hafen?';
const needs = [{ terms: weighTermsEvenly(QUESTION, 'de'), answerForm: answerFormOf(QUESTION, 'de') }];

function surrounded(id: string, title: string, heading: string, quote: string, around = ''): ReadableFinding {
  const finding = findingOf(id, quote, { title, headingPath: [heading] });
  return { ...toReadableFinding(finding), language: 'de', surroundings: `${quote} ${around}` };
}

const WATCH = surrounded(
  'a',
  'Hafenordnung',
  '§ 3 Dauer der Wache',
  'Die Wache des Lotsen dauert sechs Stunden.',
  'Im Hafen wacht er bei Tag und bei Nacht.',
);
const BREAKS = surrounded('b', 'Hafenordnung', '§ 4 Ruhe', 'Nach der Wache im Hafen ruht der Lotse acht Stunden.');
const TANGENT = surrounded('c', 'Jagdordnung', '§ 9 Hunde', 'Die Ausbildung der Hunde dauert lange und ist teuer.');

describe('fitsToAnchor', () => {
  it('keeps what the question is about and rejects a tangent with one shared word', () => {
    const [watch, , tangent] = fitsToAnchor(needs, [WATCH, BREAKS, TANGENT]);

    expect(watch?.score).toBeGreaterThanOrEqual(0.5);
    expect(tangent?.score).toBeLessThan(0.5);
  });

  it('judges findings relative to each other: next to a clear answer the same words count less', () => {
    const [alone] = fitsToAnchor(needs, [TANGENT]);
    const [, beside] = fitsToAnchor(needs, [WATCH, TANGENT]);

    expect(beside?.score).toBeLessThan(alone?.score ?? 0);
  });

  it('counts other passages of the same document as support, but not the same passage read twice', () => {
    const [single] = fitsToAnchor(needs, [BREAKS, TANGENT]);
    const [twice] = fitsToAnchor(needs, [BREAKS, BREAKS, TANGENT]);
    const elsewhere = surrounded('d', 'Hafenordnung', '§ 7 Öl', 'Das Öl wird im Keller gelagert.');
    const [supported] = fitsToAnchor(needs, [BREAKS, elsewhere, TANGENT]);

    expect(twice?.score).toBe(single?.score);
    expect(supported?.score).toBeGreaterThan(single?.score ?? 1);
  });

  it('reads the passage around the quote, not the quote alone', () => {
    const bare = { ...BREAKS, surroundings: 'Ruhe.' };

    expect(fitsToAnchor(needs, [bare])[0]?.reason).toBe('');
    expect(fitsToAnchor(needs, [BREAKS])[0]?.reason).toContain('Lotsen');
  });

  it('gives nothing for no findings', () => {
    expect(fitsToAnchor(needs, [])).toEqual([]);
  });
});
