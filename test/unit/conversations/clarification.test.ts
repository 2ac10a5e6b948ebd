import { describe, expect, it } from 'vitest';
import { interpretMessage } from '../../../activities/conversations/interpret-message.ts';

type Row = readonly [language: string, isUnclear: boolean, message: string];

const MESSAGES: readonly Row[] = [
  ['en', true, 'and in Munich?'],
  ['en', true, 'What does it cost?'],
  ['en', true, 'Why?'],
  ['en', true, 'Find the cheapest and most expensive hotel in Boston'],
  ['en', true, 'Hotel under 50 and over 100 euros in Rome'],
  ['en', true, 'Hotel in Rome, check-in 1 March 2025 and check-in 3 March 2025'],
  ['en', false, 'hotels in Berlin'],
  ['en', false, 'What about the harbour lamp?'],
  ['en', false, 'What is this about?'],
  ['de', true, 'und in München?'],
  ['de', true, 'Was kostet das?'],
  ['de', true, 'Hotel unter 50 und über 100 Euro'],
  ['de', true, 'Das günstigste und teuerste Zimmer'],
  ['de', true, 'Hotel, Anreise am 1. März und Anreise am 3. März'],
  ['de', false, 'Hotels in Berlin'],
  ['de', false, 'Was ist mit der Laterne der Mole?'],
];

/** Written after the rule was done. */
const FURTHER_MESSAGES: readonly Row[] = [
  ['en', true, 'and for children?'],
  ['en', true, 'Is it open on Sundays?'],
  ['en', true, 'how about there?'],
  ['en', true, 'A room over $300 and under $200, please'],
  ['en', true, 'Show the most expensive and cheapest flights to Oslo'],
  ['en', true, 'Arrival on 5 May 2026, arrival on 7 May 2026, hotel in Rome'],
  ['en', true, 'A flat for 2 people, for 5 people'],
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
  ['de', true, 'Ein Zimmer über 300 € und unter 200 €'],
  ['de', true, 'Zeig mir die teuersten und günstigsten Flüge nach Oslo'],
  ['de', true, 'Anreise am 5. Mai 2026, Anreise am 7. Mai 2026, Hotel in Rom'],
  ['de', true, 'Eine Wohnung für 2 Personen, für 5 Personen'],
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
    ['en', 'What does it cost?', 'What does “it” refer to?'],
    ['de', 'Was kostet das?', 'Worauf bezieht sich „das“?'],
    ['en', 'Check-in 1 March and check-in 3 March', 'Which date do you mean for check-in: 1 March or 3 March?'],
    ['de', 'Anreise 1. März, Anreise 3. März', 'Welches Datum gilt für die Anreise: 1. März oder 3. März?'],
    ['en', 'Rooms for 2 people for 3 people', 'How many people is it for: “for 2 people” or “for 3 people”?'],
    ['de', 'unter 50 und über 100 Euro', 'Was von beidem ist gemeint: „unter 50“ oder „über 100 Euro“?'],
  ])('in %s is asked about: "%s" – "%s"', (language, message, question) => {
    expect(interpretMessage({ message, language, previous: null }).conflicts).toEqual([question]);
  });
});
