import { describe, expect, it } from 'vitest';
import { interpretMessage } from '../../../activities/conversations/interpret-message.ts';

type Row = readonly [language: string, isUnclear: boolean, message: string];

const MESSAGES: readonly Row[] = [
  ['en', true, 'and in Munich?'],
  ['en', true, 'What does it cost?'],
  ['en', true, 'Why?'],
  ['en', true, 'Tell me about it'],
  ['en', true, 'Are you sure?'],
  ['de', true, 'Erzähl mir davon'],
  ['en', false, 'hotels in Berlin'],
  ['en', false, 'What about the harbour lamp?'],
  ['en', false, 'What is this about?'],
  ['de', true, 'und in München?'],
  ['de', true, 'Was kostet das?'],
  ['de', false, 'Hotels in Berlin'],
  ['de', false, 'Was ist mit der Laterne der Mole?'],
];

/** Written after the rule was done. */
const FURTHER_MESSAGES: readonly Row[] = [
  ['en', true, 'and for children?'],
  ['en', true, 'Is it open on Sundays?'],
  ['en', true, 'how about there?'],
  ['en', false, 'Is there a pool at the Grand Hotel?'],
  ['en', false, 'Hotel from 5 May to 7 May 2026'],
  ['en', false, 'Check-in 2026-05-05, check-out 2026-05-07'],
  ['en', false, 'What is the difference between the cheapest and the most expensive plan?'],
  ['en', false, 'Which fees apply under 50 and how are those over 100 euros taxed?'],
  ['en', false, 'timeout settings of undici'],
  ['en', false, 'How long does it take to charge the battery?'],
  ['en', false, 'Rooms over 100 and under 200 dollars'],
  ['en', false, 'What is this collection about?'],
  ['de', true, 'und für Kinder?'],
  ['de', true, 'Wann öffnet es?'],
  ['de', true, 'und dort?'],
  ['de', false, 'Gibt es im Grandhotel ein Schwimmbad?'],
  ['de', false, 'Hotel vom 5. Mai bis 7. Mai 2026'],
  ['de', false, 'Anreise 05.05.2026, Abreise 07.05.2026'],
  ['de', false, 'Unterschied zwischen dem günstigsten und dem teuersten Tarif'],
  ['de', false, 'Zeitlimit von undici'],
  ['de', false, 'Ist es erlaubt, die Laterne zu löschen?'],
  ['de', false, 'Zimmer über 100 und unter 200 Euro'],
  ['de', false, 'Worum geht es hier?'],
  ['de', false, 'Wie groß ist das Zimmer?'],
];

describe('a first message', () => {
  it.each([...MESSAGES, ...FURTHER_MESSAGES])('in %s is unclear: %s: "%s"', (language, isUnclear, message) => {
    const { needsClarification, conflicts } = interpretMessage({ message, language, previous: null });

    expect({ needsClarification, asks: conflicts.length > 0 }).toEqual({
      needsClarification: isUnclear,
      asks: isUnclear,
    });
  });

  it.each([
    ['en', 'What does it cost?', 'What does “it” refer to? Please name the subject.'],
    ['en', 'and in Munich?', 'What does “in Munich” refer to? Please name the subject.'],
    ['de', 'Was kostet das?', 'Worauf bezieht sich „das“? Bitte nennen Sie den Gegenstand.'],
  ])('in %s is asked about: "%s" – "%s"', (language, message, question) => {
    expect(interpretMessage({ message, language, previous: null }).conflicts).toEqual([question]);
  });
});
