import { describe, expect, it } from 'vitest';
import { createPageComparison } from '../../../activities/verification/claims/page-comparison.ts';
import { decideSupport } from '../../../activities/verification/claims/page-support.ts';

function createPageVerifier(pageText: string) {
  const compareWith = createPageComparison(pageText);
  return (claim: string) => decideSupport(compareWith(claim));
}

const ENGLISH = `# Harbour lamps

## History

The lamp of the quay was lit on 3 March 1871 by Ada Brook. Before that, boats entered the harbour by daylight only.
A storm destroyed the northern pier in 1904, and the lamp was moved to the mole.

## Service

On one filling of oil the lamp burns for nine hours. The keeper must not leave the tower while the lamp is burning.
Mean time between failures (MTBF) of the burner is 400 hours. The harbour employs 12 keepers and three divers.
`;
const GERMAN = `# Hafenordnung

## § 7 Laternen

(1) Die Laterne der Mole brennt mit einer Ölfüllung höchstens neun
Stunden. Der Wärter darf den Turm während des Betriebs nicht
verlassen.

(2) Der Hafenmeister prüft die Laternen vor jedem Auslaufen und trägt das Ergebnis in das Hafenbuch ein. Ein Verstoß
kostet 250 Euro.

## § 8 Lotsen

Der Lotse haftet dem Reeder für Schäden, die er vorsätzlich verursacht.
`;
const verify = { en: createPageVerifier(ENGLISH), de: createPageVerifier(GERMAN) };

describe('a page', () => {
  it.each([
    ['en', 'The lamp of the quay was lit on 3 March 1871 by Ada Brook.'],
    ['en', 'On one filling the lamp burns for 9 hours.'],
    ['en', 'The harbour employs three divers and 12 keepers.'],
    ['en', 'The burner has an MTBF of 400 hours.'],
    ['en', 'The lamp of the quay was lit by Ada Brook in March 1871. On one filling of oil it burns for nine hours.'],
    ['de', 'Der Wärter darf den Turm während des Betriebs nicht verlassen.'],
    ['de', 'Die Laterne der Mole brennt mit einer Ölfüllung höchstens neun Stunden.'],
    ['de', 'Ein Verstoß kostet 250 Euro.'],
  ] as const)('finds in a page in %s that it says "%s"', (language, claim) => {
    expect(verify[language](claim)).toMatchObject({ isSupported: true, reasons: [] });
  });

  it.each([
    ['a number', 'en', 'The harbour employs 14 keepers and three divers.', /14/],
    ['a number of the page in the wrong place', 'en', 'On one filling of oil the lamp burns for 12 hours.', /12/],
    ['a unit', 'en', 'On one filling of oil the lamp burns for nine minutes.', /in this unit/],
    ['a date', 'en', 'The lamp of the quay was lit on 3 May 1871 by Ada Brook.', /3 May 1871/],
    ['a name', 'en', 'The lamp of the quay was lit on 3 March 1871 by Ida Stone.', /Stone/],
    ['an added negation', 'en', 'A storm did not destroy the northern pier in 1904.', /do not deny it/],
    ['a dropped negation', 'de', 'Der Wärter darf den Turm während des Betriebs verlassen.', /nicht|negation/],
    [
      'a direction',
      'en',
      'A storm destroyed the southern pier in 1904, and the lamp was moved to the mole.',
      /southern/,
    ],
    [
      'a preposition',
      'de',
      'Der Hafenmeister prüft die Laternen nach jedem Auslaufen und trägt das Ergebnis ein.',
      /nach/,
    ],
    [
      'exchanged roles',
      'de',
      'Der Reeder haftet dem Lotsen für Schäden, die er vorsätzlich verursacht.',
      /Reeder|Lotse/,
    ],
    ['a figure', 'de', 'Ein Verstoß kostet 520 Euro.', /520/],
  ] as const)('names %s that the page does not say', (_, language, claim, reason) => {
    const { isSupported, reasons } = verify[language](claim);

    expect(isSupported).toBe(false);
    expect(reasons.join('; ')).toMatch(reason);
  });

  it.each([
    ['en', 'The museum of the town shows paintings of fishermen from four centuries.'],
    ['de', 'Das Museum der Stadt zeigt Gemälde von Fischern aus vier Jahrhunderten.'],
  ] as const)('does not support in %s what the page does not treat', (language, claim) => {
    expect(verify[language](claim)).toMatchObject({ isSupported: false });
  });

  it('judges a claim by its weakest sentence', () => {
    const own = 'A storm destroyed the northern pier in 1904.';

    expect(verify.en(own).isSupported).toBe(true);
    expect(verify.en(`${own} The town rebuilt the fish market with money of the crown.`).isSupported).toBe(false);
  });

  it('gives the sentences that it compared with', () => {
    const { sentences } = verify.en('On one filling of oil the lamp burns for nine hours.');

    expect(sentences).toEqual([
      { text: 'On one filling of oil the lamp burns for nine hours.', place: 'Harbour lamps\nService' },
    ]);
  });

  it('ranks what a page says in other words above what it does not say', () => {
    const said = verify.en('Nine hours is how long the lamp can burn once it is filled with oil.');
    const unsaid = verify.en('Nine ships a day can enter once the channel is dredged.');

    expect(said.score).toBeGreaterThan(unsaid.score);
  });

  it('compares figures and acronyms across languages', () => {
    const claim = (hours: number) => `Under section 7, the lantern on the mole burns for at most ${hours} hours.`;

    expect(verify.de(claim(9)).reasons).toEqual([]);
    expect(verify.de(claim(11)).reasons.join('; ')).toMatch(/11/);
  });

  it('compares words of scripts without spaces by pairs of characters', () => {
    const page = createPageVerifier('港口的灯塔建于1871年。一次加油可以燃烧九个小时。看守人住在塔里。');

    expect(page('灯塔一次加油可以燃烧九个小时。').score).toBeGreaterThan(page('市场每天出售新鲜的鱼和蔬菜。').score);
  });

  it.each(['', '   '])('supports nothing by an empty page (%j)', (text) => {
    expect(createPageVerifier(text)('The lamp burns for nine hours.')).toMatchObject({
      isSupported: false,
      sentences: [],
    });
  });
});
