import { describe, expect, it } from 'vitest';
import { interpretMessage, previousMessage } from '../../../activities/conversations/interpret-message.ts';
import { turnOf } from '../../support/builders/conversation-fixtures.ts';

/** Language, previous prompt, message, what the message means. */
type Row = readonly [language: string, previous: string, message: string, expected: string];

const BOSTON = 'Hotels in Boston under 200 dollars';

const TURNS: readonly Row[] = [
  // Like replaces like.
  ['en', 'Hotels in Boston under 100 dollars', 'and in Munich?', 'Hotels in Munich under 100 dollars'],
  ['en', 'How many visitors came in 2023?', 'and in 2024?', 'How many visitors came in 2024?'],
  ['en', 'Average rent in Graz in March 2024', 'and in April 2024?', 'Average rent in Graz in April 2024'],
  ['en', 'What does section 4 say about lamps?', 'And section 6?', 'What does section 6 say about lamps?'],
  ['en', 'How does RetryAgent handle timeouts?', 'how about ProxyAgent?', 'How does ProxyAgent handle timeouts?'],
  ['en', 'What is ownership?', 'and borrowing?', 'What is borrowing?'],
  ['de', 'Was kostet Tarif A im Monat?', 'was ist mit B?', 'Was kostet Tarif B im Monat?'],
  ['de', 'Züge von Köln nach Leipzig am Freitag', 'und am Sonntag?', 'Züge von Köln nach Leipzig am Sonntag'],
  ['de', 'Wie lang ist die Frist für Mieter?', 'und Arbeitnehmer?', 'Wie lang ist die Frist für Arbeitnehmer?'],
  // A correction replaces what it corrects.
  ['en', 'Which hotels are in Berlin?', 'no, I meant Munich', 'Which hotels are in Munich?'],
  ['en', 'Can I make AOF stronger?', 'no, I mean replication', 'Can I make replication stronger?'],
  ['de', 'Wie funktioniert die Lampe?', 'Nein, ich meinte das Horn', 'Wie funktioniert das Horn?'],
  ['de', 'Wie lang ist die Frist für Mieter?', 'nein, für Arbeitnehmer', 'Wie lang ist die Frist für Arbeitnehmer?'],
  ['de', 'Was ist die Frist für Mieter?', 'nein, ich meinte Arbeitnehmer', 'Was ist die Frist für Arbeitnehmer?'],
  // A pronoun takes the last subject.
  ['en', 'What is a bilge pump?', 'How does it work?', 'How does a bilge pump work?'],
  ['en', 'How does Redis persist data?', 'Compare it with Sentinel', 'Compare Redis with Sentinel'],
  ['en', 'Which hotels are in Boston?', 'Are dogs allowed there?', 'Are dogs allowed in Boston?'],
  ['en', 'Who are the Beatles?', 'When did they split?', 'When did the Beatles split?'],
  ['en', 'What is the noise of boiler Alpha?', 'And its price?', 'What is the noise of boiler Alpha? Its price?'],
  ['de', 'Wer war Konrad Zuse?', 'Was hat er gebaut?', 'Was hat Konrad Zuse gebaut?'],
  // What cannot be told stands behind the question.
  ['en', 'And Beta?', 'Which of the two is heavier?', 'And Beta? Which of the two is heavier?'],
  ['en', BOSTON, 'are they quiet?', `${BOSTON}. Are they quiet?`],
  ['en', 'How long does the lamp burn?', 'with fish oil?', 'How long does the lamp burn with fish oil?'],
  ['en', 'How long does the lamp burn?', 'What about the wick?', 'How long does the lamp burn? What about the wick?'],
  ['en', 'How tall is the north tower?', 'Why?', 'How tall is the north tower? Why?'],
  ['de', 'Was gilt in Bayern?', 'Was ist mit Hunden?', 'Was gilt in Bayern? Was ist mit Hunden?'],
  ['de', 'Was ist die Frist für Minderjährige?', 'Und wie lange?', 'Was ist die Frist für Minderjährige? Wie lange?'],
  ['de', 'Wie hoch ist die Grenze für Arbeiter?', 'Und ab wann?', 'Wie hoch ist die Grenze für Arbeiter? Ab wann?'],
  ['de', 'Welche Hotels gibt es in Bonn?', 'Und dort mit Hund?', 'Welche Hotels gibt es in Bonn? Dort mit Hund?'],
  ['en', 'What is the fee for adults?', 'And how long?', 'What is the fee for adults? How long?'],
  ['en', 'What is the fee for adults?', 'no, I meant minors', 'What is the fee for adults? Minors'],
  // A sentence of its own is a new question.
  ['en', 'How long does the lamp burn?', 'Who trims the wick?', 'Who trims the wick?'],
  ['en', 'What burns?', 'Can I light a lamp that does not burn?', 'Can I light a lamp that does not burn?'],
  ['de', 'Gibt es eine Grenze für Uploads?', 'Gibt es Hotels in Berlin?', 'Gibt es Hotels in Berlin?'],
  ['de', 'Wie lange brennt die Laterne?', 'Und wie hoch ist die Mole?', 'Wie hoch ist die Mole?'],
  // "das" before a noun is its article, "sein" at the end a verb.
  ['de', 'Wie hoch ist die Pacht?', 'Wann wird das Wasser abgestellt?', 'Wann wird das Wasser abgestellt?'],
  ['de', 'Wie hoch ist die Pacht?', 'Wie groß darf eine Laube sein?', 'Wie groß darf eine Laube sein?'],
];

const read = (message: string, language: string, prompt: string) =>
  interpretMessage({ message, language, previous: { prompt, asksBack: false } });

describe('a message behind another', () => {
  it.each(TURNS)('in %s, behind "%s": "%s" means "%s"', (language, previous, message, expected) => {
    expect(read(message, language, previous).rewrittenPrompt).toBe(expected);
  });

  it('goes on with the question before thanks', () => {
    const turns = ['How long does the lamp burn?', 'Thanks a lot!'].map((message) => turnOf({ message }));

    expect(previousMessage([], turns, 'en')?.prompt).toBe('How long does the lamp burn?');
  });

  it('leaves what only stood behind the question before, so that messages do not pile up', () => {
    const turns = [
      turnOf({ message: 'Hotels in Rome' }),
      turnOf({ message: 'cheaper ones', rewrittenPrompt: 'Hotels in Rome. Cheaper ones' }),
    ];

    expect(previousMessage([], turns, 'en')?.prompt).toBe('Hotels in Rome');
  });

  it('has no spaces and marks too many', () => {
    expect(read('  How   long does\nit last ???', 'en', 'What is a bilge pump?').rewrittenPrompt).toBe(
      'How long does a bilge pump last?',
    );
  });
});

describe('the answer to a question that was asked back', () => {
  const answer = (message: string, prompt: string, language = 'en') =>
    interpretMessage({ message, language, previous: { prompt, asksBack: true } }).rewrittenPrompt;

  it.each([
    ['hotels', 'and in Munich?', 'hotels in Munich'],
    ['the harbour lamp', 'How long does it burn?', 'How long does the harbour lamp burn?'],
    ['Who trims the wick?', 'Tell me about it', 'Who trims the wick?'],
  ])('"%s" completes "%s": "%s"', (message, prompt, expected) => {
    expect(answer(message, prompt)).toBe(expected);
  });
});
