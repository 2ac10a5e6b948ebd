import { fileURLToPath } from 'node:url';
import { languageDetector, openNgramTable } from '@plumbline/language/detection';
import { eld } from 'eld/medium';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const TABLE = fileURLToPath(new URL('../../../../node_modules/.cache/plumbline/language-table.bin', import.meta.url));

const TEXTS = [
  'The harbour lamp burns for nine hours on one filling of rapeseed oil.',
  'Die Hafenlampe brennt mit einer Füllung Rapsöl neun Stunden lang.',
  'La lampe du port brûle neuf heures avec un seul plein d’huile de colza.',
  'La lámpara del puerto arde nueve horas con una sola carga de aceite.',
  'Портовая лампа горит девять часов на одной заправке рапсового масла.',
  'Η λάμπα του λιμανιού καίει εννέα ώρες με ένα γέμισμα λάδι.',
  '港のランプは菜種油を一度満たすと九時間燃え続ける。',
  'مصباح الميناء يضيء تسع ساعات بملء واحد من زيت اللفت.',
  'lamp',
  '12 + 7 = 19',
  '',
];

function judgementOf(detector: Pick<typeof eld, 'detect'>, text: string) {
  const found = detector.detect(text);
  return { language: found.language, scores: found.getScores(), isReliable: found.isReliable() };
}

describe('the table of n-grams', () => {
  it('is there after the installation, with the languages of eld', () => {
    expect(openNgramTable(TABLE)).toMatchObject({ type: 'M60', languages: { 9: 'de', 11: 'en' } });
  });

  it.each(TEXTS)('tells of %j what eld tells', (text) => {
    expect(judgementOf(languageDetector(), text)).toEqual(judgementOf(eld, text));
  });

  it('tells of any text what eld tells', () => {
    const texts = fc
      .array(fc.constantFrom(...Array.from(TEXTS.join(' '))), { maxLength: 200 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(judgementOf(languageDetector(), text)).toEqual(judgementOf(eld, text));
      }),
    );
  });

  it('is undefined where it is not there', () => {
    expect(openNgramTable(`${TABLE}.missing`)).toBeUndefined();
  });
});
