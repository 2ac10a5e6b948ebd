import { describe, expect, it } from 'vitest';
import { interpretMessage } from '../../../activities/conversations/interpret-message.ts';

type Row = readonly [language: string, isUnclear: boolean, message: string];

const MESSAGES: readonly Row[] = [
  ['en', true, 'and in Munich?'],
  ['en', true, 'What does it cost?'],
  ['en', true, 'Why?'],
  ['en', true, 'Is it open on Sundays?'],
  ['en', false, 'hotels in Berlin'],
  ['en', false, 'What about the harbour lamp?'],
  ['en', false, 'What is this about?'],
  ['en', false, 'Is there a pool at the Grand Hotel?'],
  ['en', false, 'How long does it take to charge the battery?'],
  ['en', false, 'Hotel from 5 May to 7 May 2026'],
  ['en', false, 'Since which version is the command available?'],
  ['de', false, 'Für wen sind Geburtsdatum und Beruf anzugeben?'],
  ['de', true, 'und für Kinder?'],
  ['de', true, 'Erzähl mir davon'],
  ['de', true, 'Wann öffnet es?'],
  ['de', false, 'Gibt es im Grandhotel ein Schwimmbad?'],
  ['de', false, 'Ist es erlaubt, die Laterne zu löschen?'],
  ['de', false, 'Worum geht es hier?'],
];

describe('a first message', () => {
  it.each(MESSAGES)('in %s is unclear: %s: "%s"', (language, isUnclear, message) => {
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
