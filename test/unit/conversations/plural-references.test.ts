import { describe, expect, it } from 'vitest';
import { interpretMessage } from '../../../activities/conversations/interpret-message.ts';

/** Language, previous prompt, message, what the message means. */
type Row = readonly [language: string, previous: string, message: string, expected: string];

const BOSTON = 'Hotels in Boston under 200 dollars';
const MUNICH = 'Hotels in München unter 200 Euro';

const TURNS: readonly Row[] = [
  ['en', BOSTON, 'which of them is quiet?', `${BOSTON}. Which of them is quiet?`],
  ['en', BOSTON, 'what about the cheapest of these?', `${BOSTON}. What about the cheapest of these?`],
  ['en', BOSTON, 'are they quiet?', `${BOSTON}. Are they quiet?`],
  ['en', BOSTON, 'compare them', `${BOSTON}. Compare them`],
  [
    'en',
    'Which ferries go to Dover?',
    'do any of those take cars?',
    'Which ferries go to Dover? Do any of those take cars?',
  ],
  ['en', 'Who are the Beatles?', 'When did they split?', 'When did the Beatles split?'],
  ['en', 'What is RetryAgent?', 'Is it fast?', 'Is RetryAgent fast?'],
  ['de', MUNICH, 'welches davon ist ruhig?', `${MUNICH}. Welches davon ist ruhig?`],
  ['de', MUNICH, 'und welche davon haben WLAN?', `${MUNICH}. Welche davon haben WLAN?`],
  ['de', 'Hotels mit WLAN in München', 'Sind sie ruhig?', 'Hotels mit WLAN in München. Sind sie ruhig?'],
  ['de', 'Was ist eine Lenzpumpe?', 'Wie funktioniert sie?', 'Wie funktioniert eine Lenzpumpe?'],
  ['de', 'Was ist der Nordturm?', 'Wie hoch ist er?', 'Wie hoch ist der Nordturm?'],
];

/** Written after the rule. */
const FURTHER_TURNS: readonly Row[] = [
  ['en', BOSTON, 'and which of those has parking?', `${BOSTON}. Which of those has parking?`],
  ['en', BOSTON, 'how much are they?', `${BOSTON}. How much are they?`],
  ['en', BOSTON, 'is one of them near the station?', `${BOSTON}. Is one of them near the station?`],
  ['en', BOSTON, 'what is the best of these?', `${BOSTON}. What is the best of these?`],
  ['en', 'Flights from Berlin to Rome', 'do they serve food?', 'Flights from Berlin to Rome. Do they serve food?'],
  ['en', 'What are bilge pumps?', 'How do they work?', 'How do bilge pumps work?'],
  ['de', MUNICH, 'welches von ihnen ist am ruhigsten?', `${MUNICH}. Welches von ihnen ist am ruhigsten?`],
  ['de', MUNICH, 'Haben sie einen Parkplatz?', `${MUNICH}. Haben sie einen Parkplatz?`],
  ['de', 'Laptops mit USB', 'Was kosten sie?', 'Laptops mit USB. Was kosten sie?'],
  ['de', MUNICH, 'eines davon mit Sauna?', `${MUNICH}. Eines davon mit Sauna?`],
  ['de', 'Wer war Konrad Zuse?', 'Was hat er gebaut?', 'Was hat Konrad Zuse gebaut?'],
  ['de', 'Was sind die Scillys?', 'Wo liegen sie?', 'Wo liegen die Scillys?'],
];

describe('a message about the things of the prompt before it', () => {
  it.each([...TURNS, ...FURTHER_TURNS])(
    'in %s, behind "%s": "%s" means "%s"',
    (language, prompt, message, expected) => {
      const previous = { prompt, asksBack: false };

      expect(interpretMessage({ message, language, previous }).rewrittenPrompt).toBe(expected);
    },
  );
});
