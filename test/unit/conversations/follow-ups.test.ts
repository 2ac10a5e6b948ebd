import { describe, expect, it } from 'vitest';
import { interpretMessage, previousMessage } from '../../../activities/conversations/interpret-message.ts';
import { turnOf } from '../../support/builders/conversation-fixtures.ts';

/** Language, previous prompt, message, what the message means. */
type Row = readonly [language: string, previous: string, message: string, expected: string];

const TURNS: readonly Row[] = [
  ['en', 'Hotels in Boston under 100 dollars', 'and in Munich?', 'Hotels in Munich under 100 dollars'],
  [
    'en',
    'How long does the harbour lamp burn?',
    'What about the wick?',
    'How long does the harbour lamp burn? What about the wick?',
  ],
  [
    'en',
    'What is RetryAgent?',
    'How many times does it retry by default?',
    'How many times does RetryAgent retry by default?',
  ],
  ['en', 'How many visitors came in 2023?', 'and in 2024?', 'How many visitors came in 2024?'],
  ['en', 'Find a hotel in Boston for 2 guests', 'for 3 guests', 'Find a hotel in Boston for 3 guests'],
  ['en', 'How does RetryAgent handle timeouts?', 'how about ProxyAgent?', 'How does ProxyAgent handle timeouts?'],
  ['en', 'Which hotels are in Boston?', 'Are dogs allowed there?', 'Are dogs allowed in Boston?'],
  ['en', 'How long does the harbour lamp burn?', 'Who trims the wick?', 'Who trims the wick?'],
  ['en', 'Tell me about the harbour lamp', 'how much is it?', 'How much is the harbour lamp?'],
  ['en', 'Flights from Berlin to London in May', 'and to Paris?', 'Flights from Berlin to Paris in May'],
  [
    'en',
    'How long does the harbour lamp burn?',
    'with fish oil?',
    'How long does the harbour lamp burn with fish oil?',
  ],
  ['en', 'Hotels in Boston', 'cheaper ones', 'Hotels in Boston. Cheaper ones'],
  [
    'en',
    'How long does the harbour lamp burn?',
    'Can I light a lamp that does not burn?',
    'Can I light a lamp that does not burn?',
  ],
  ['de', 'Hotels in Berlin unter 100 Euro', 'und in München?', 'Hotels in München unter 100 Euro'],
  ['de', 'Was kostet Tarif A im Monat?', 'was ist mit B?', 'Was kostet Tarif B im Monat?'],
  ['de', 'Wie hoch war der Umsatz im Jahr 2022?', 'und 2023?', 'Wie hoch war der Umsatz im Jahr 2023?'],
  ['de', 'Was ist die Laterne der Mole?', 'Wann wird sie gelöscht?', 'Wann wird die Laterne der Mole gelöscht?'],
  ['de', 'Flüge nach Rom im März', 'und nach Wien?', 'Flüge nach Wien im März'],
  ['de', 'Was steht in § 7?', 'und § 9?', 'Was steht in § 9?'],
  [
    'de',
    'Wie lange brennt die Laterne?',
    'wie ist es mit Fischöl?',
    'Wie lange brennt die Laterne? Wie ist es mit Fischöl?',
  ],
  ['de', 'Hotels in Berlin', 'Sind dort Hunde erlaubt?', 'Sind in Berlin Hunde erlaubt?'],
  ['de', 'Wie lange brennt die Laterne?', 'Und wie hoch ist die Mole?', 'Wie hoch ist die Mole?'],
  ['de', 'Ein Hotel in Rom für 2 Personen', 'auch für 3 Personen', 'Ein Hotel in Rom für 3 Personen'],
  ['de', 'Hotels in Berlin', 'und München?', 'Hotels in München'],
  ['de', 'Was kostet der Eintritt für Erwachsene?', 'und für Kinder?', 'Was kostet der Eintritt für Kinder?'],
];

/** Written after the rule was done. */
const FURTHER_TURNS: readonly Row[] = [
  ['en', 'Restaurants near Central Park', 'and near Times Square?', 'Restaurants near Times Square'],
  ['en', 'What did the port earn in 2019?', 'What about 2021?', 'What did the port earn in 2021?'],
  ['en', 'What does section 4 say about lamps?', 'And section 6?', 'What does section 6 say about lamps?'],
  ['en', 'Who is Grace Hopper?', 'When was she born?', 'When was Grace Hopper born?'],
  ['en', 'Trains from Paris to Lyon on Friday', 'and on Sunday?', 'Trains from Paris to Lyon on Sunday'],
  ['en', 'Find laptops under 900 dollars', 'and under 700 dollars?', 'Find laptops under 700 dollars'],
  ['en', 'What is a bilge pump?', 'How does it work?', 'How does a bilge pump work?'],
  ['en', 'How tall is the north tower?', 'Why?', 'Why?'],
  ['en', 'Which museums are open in Vienna?', 'Is parking possible there?', 'Is parking possible in Vienna?'],
  ['en', 'How do I install the codec?', 'only on Windows', 'How do I install the codec? Only on Windows'],
  [
    'en',
    'A table for 4 people in Lisbon',
    'actually, what is the capital of Chile?',
    'actually, what is the capital of Chile?',
  ],
  ['en', 'How does MockAgent intercept requests?', 'same for MockPool', 'How does MockPool intercept requests?'],
  ['en', 'Is there a limit for uploads?', 'Are there hotels in Boston?', 'Are there hotels in Boston?'],
  ['en', 'Ferries to Dover in July', 'and in August with a car?', 'Ferries to Dover in August with a car'],
  ['de', 'Restaurants in Hamburg', 'und in Bremen?', 'Restaurants in Bremen'],
  ['de', 'Wie viele Schiffe kamen 2019?', 'und wie war es 2020?', 'Wie viele Schiffe kamen 2020?'],
  ['de', 'Was regelt Art. 5 der Satzung?', 'Und Art. 8?', 'Was regelt Art. 8 der Satzung?'],
  ['de', 'Wer war Konrad Zuse?', 'Wo ist er geboren?', 'Wo ist Konrad Zuse geboren?'],
  ['de', 'Züge von Köln nach Leipzig am Freitag', 'und am Sonntag?', 'Züge von Köln nach Leipzig am Sonntag'],
  ['de', 'Laptops unter 900 Euro', 'und unter 700 Euro?', 'Laptops unter 700 Euro'],
  ['de', 'Was ist eine Lenzpumpe?', 'Wie funktioniert sie?', 'Wie funktioniert eine Lenzpumpe?'],
  ['de', 'Wie hoch ist der Nordturm?', 'Und warum?', 'Und warum?'],
  ['de', 'Welche Museen haben in Wien geöffnet?', 'Kann man dort parken?', 'Kann man in Wien parken?'],
  ['de', 'Wie lange gilt die Fahrkarte?', 'nur mit Hund', 'Wie lange gilt die Fahrkarte? Nur mit Hund'],
  [
    'de',
    'Ein Tisch für 4 Personen in Lissabon',
    'Was ist die Hauptstadt von Chile?',
    'Was ist die Hauptstadt von Chile?',
  ],
  [
    'de',
    'Was kostet der Eintritt für Studenten?',
    'wie sieht es für Rentner aus?',
    'Was kostet der Eintritt für Rentner?',
  ],
  ['de', 'Gibt es eine Grenze für Uploads?', 'Gibt es Hotels in Berlin?', 'Gibt es Hotels in Berlin?'],
  ['de', 'Fähren nach Dover im Juli', 'und im August?', 'Fähren nach Dover im August'],
  ['en', 'Jobs in Leeds for nurses', 'and for teachers?', 'Jobs in Leeds for teachers'],
  ['en', 'Weather in Oslo today', 'and tomorrow?', 'Weather in Oslo tomorrow'],
  ['en', 'What is the MIT License?', 'Does it allow commercial use?', 'Does the MIT License allow commercial use?'],
  ['en', 'Tell me about Marie Curie', 'What did she discover?', 'What did Marie Curie discover?'],
  ['en', 'How does the proxy cache pages?', 'Who maintains the parser?', 'Who maintains the parser?'],
  ['en', 'What does rule 3 require?', 'what about rule 5?', 'What does rule 5 require?'],
  ['en', 'Flights to Rome', 'from Berlin', 'Flights to Rome from Berlin'],
  ['en', 'Hotels in Rome under 100 euros', 'more details', 'Hotels in Rome under 100 euros. More details'],
  ['en', 'Which lamps need oil?', 'But not the old ones', 'Which lamps need oil? But not the old ones'],
  ['en', 'Average rent in Graz in March 2024', 'and in April 2024?', 'Average rent in Graz in April 2024'],
  ['de', 'Stellen in Linz für Köche', 'und für Kellner?', 'Stellen in Linz für Kellner'],
  ['de', 'Wetter in Oslo heute', 'und morgen?', 'Wetter in Oslo morgen'],
  [
    'de',
    'Was ist die MIT-Lizenz?',
    'Erlaubt sie kommerzielle Nutzung?',
    'Erlaubt die MIT-Lizenz kommerzielle Nutzung?',
  ],
  ['de', 'Erzähl mir etwas über Marie Curie', 'Was hat sie entdeckt?', 'Was hat Marie Curie entdeckt?'],
  ['de', 'Wie speichert der Proxy Seiten?', 'Wer pflegt den Parser?', 'Wer pflegt den Parser?'],
  ['de', 'Was verlangt Regel 3?', 'und was ist mit Regel 5?', 'Was verlangt Regel 5?'],
  ['de', 'Flüge nach Rom', 'ab Berlin', 'Flüge nach Rom ab Berlin'],
  ['de', 'Hotels in Rom unter 100 Euro', 'mehr Details', 'Hotels in Rom unter 100 Euro. Mehr Details'],
  [
    'de',
    'Was kostet die Jahreskarte?',
    'Kann ich sie zurückgeben?',
    'Was kostet die Jahreskarte? Kann ich sie zurückgeben?',
  ],
  ['de', 'Durchschnittsmiete in Graz im März 2024', 'und im April 2024?', 'Durchschnittsmiete in Graz im April 2024'],
  ['en', 'Which hotels are in Berlin?', 'no, I meant Munich', 'Which hotels are in Munich?'],
  ['de', 'Wie funktioniert die Lampe?', 'Nein, ich meinte das Horn', 'Wie funktioniert das Horn?'],
  ['en', 'Can I make RDB stronger?', 'I meant AOF', 'Can I make AOF stronger?'],
  ['en', 'Can I make AOF stronger?', 'no, I mean replication', 'Can I make replication stronger?'],
  ['en', 'Can I make AOF stronger?', 'no, how does it work?', 'How does AOF work?'],
  ['en', 'What is ownership?', 'and borrowing?', 'What is borrowing?'],
  ['de', 'Was gilt in Bayern?', 'und Bremen?', 'Was gilt in Bremen?'],
  ['de', 'Was gilt in Bayern?', 'Was ist mit Hunden?', 'Was gilt in Bayern? Was ist mit Hunden?'],
  ['en', 'Compare AOF with replication', 'and in Sentinel?', 'Compare AOF with replication in Sentinel'],
  ['de', 'Was ist eine Lenzpumpe?', 'Erzähl mir davon', 'Erzähl mir von Lenzpumpe'],
  ['en', 'How does Redis persist data?', 'Compare it with Sentinel', 'Compare Redis with Sentinel'],
  ['en', 'How tall is the north tower?', 'Who built it?', 'Who built the north tower?'],
  ['de', 'Wie lang ist die Frist für Mieter?', 'nein, für Arbeitnehmer', 'Wie lang ist die Frist für Arbeitnehmer?'],
  ['de', 'Wie lang ist die Frist für Mieter?', 'und Arbeitnehmer?', 'Wie lang ist die Frist für Arbeitnehmer?'],
];

const read = (message: string, language: string, prompt: string) =>
  interpretMessage({ message, language, previous: { prompt, asksBack: false } });

describe('a message behind another', () => {
  it.each([...TURNS, ...FURTHER_TURNS])(
    'in %s, behind "%s": "%s" means "%s"',
    (language, previous, message, expected) => {
      expect(read(message, language, previous).rewrittenPrompt).toBe(expected);
    },
  );

  it('goes on with the question before thanks and doubts', () => {
    const turns = ['How long does the lamp burn?', 'Thanks a lot!', 'Why?'].map((message) => turnOf({ message }));

    expect(previousMessage([], turns)?.prompt).toBe('How long does the lamp burn?');
  });

  it('leaves what only stood behind the question before, so that messages do not pile up', () => {
    const turns = [
      turnOf({ message: 'Hotels in Rome' }),
      turnOf({ message: 'cheaper ones', rewrittenPrompt: 'Hotels in Rome. Cheaper ones' }),
    ];

    expect(previousMessage([], turns)?.prompt).toBe('Hotels in Rome');
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
