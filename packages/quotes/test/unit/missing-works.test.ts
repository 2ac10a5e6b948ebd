import { missingWorks } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';

const HOLIDAYS = { title: 'Mindesturlaubsgesetz (BUrlG)', locator: 'burlg.md' };
const NOISE = { title: 'Achtzehnte Verordnung zur Durchführung (BImSchV 18)', locator: 'bimschv_18.md' };
const LAMPS = { title: 'Lamps of the harbour', locator: 'lamps.md' };

describe('missingWorks', () => {
  it.each([
    ['Welche Grenzwerte nennt die 26. BImSchV?', ['26. BImSchV']],
    ['Was regelt § 5 StVO?', ['StVO']],
    ['What does RFC 9110 section 5.4 require?', ['RFC 9110']],
  ])('names what a question is about and no document is: %s', (question, missing) => {
    expect(missingWorks(question, [HOLIDAYS, NOISE, LAMPS], ['The lamp burns.'])).toEqual(missing);
  });

  it.each([
    ['a document is it', 'Was regelt § 5 BUrlG?', ['']],
    ['a document is it, with the number elsewhere', 'Was regelt die 18. BImSchV?', ['']],
    ['a document is one of them', 'Gilt das BUrlG neben der StVO?', ['']],
    ['a passage mentions it', 'Which lamps fit RFC 9110?', ['Lamps by RFC 9110 burn longer.']],
    ['the question names none', 'How long does the BIG lamp of NASA burn?', ['']],
  ])('is empty where %s', (_, question, passages) => {
    expect(missingWorks(question, [HOLIDAYS, NOISE, LAMPS], passages)).toEqual([]);
  });
});
