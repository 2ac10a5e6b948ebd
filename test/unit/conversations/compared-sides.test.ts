import { describe, expect, it } from 'vitest';
import { comparedSides } from '../../../activities/conversations/message-form.ts';

/** Both sides and what they share, joined by bars; null: nothing is compared. Written after the rule was done. */
const MESSAGES: readonly (readonly [language: string, message: string, expected: string | null])[] = [
  ['en', 'RetryAgent vs ProxyAgent', 'RetryAgent|ProxyAgent|'],
  ['en', 'Compare the old lamp with the new lamp', 'old lamp|new lamp|'],
  ['en', 'difference between a lease and a licence', 'lease|licence|'],
  ['en', 'Is oil cheaper than gas in winter?', 'oil|gas|in winter'],
  ['en', 'Which is better, SQLite or Postgres?', 'SQLite|Postgres|'],
  ['en', 'What are the differences between plan A and plan B?', 'plan A|plan B|'],
  ['en', 'How does Kafka compare to Pulsar?', 'Kafka|Pulsar|'],
  ['en', 'comparison of steel and aluminium for masts', 'steel|aluminium|for masts'],
  ['en', 'Hotels in Boston and Munich', null],
  ['en', 'How long does the lamp burn?', null],
  ['en', 'Who wrote Pride and Prejudice?', null],
  ['en', 'Does the wick or the oil last longer?', null],
  ['en', 'What is the distance between Rome and Naples?', null],
  ['en', 'Please compare ferry and train in terms of price', 'ferry|train|in terms of price'],
  ['en', 'Bitcoin versus Ethereum', 'Bitcoin|Ethereum|'],
  ['en', 'more than 20 boats and 30 cars', null],
  ['de', 'Unterschied zwischen Miete und Pacht', 'Miete|Pacht|'],
  ['de', 'Vergleiche Öl und Gas', 'Öl|Gas|'],
  ['de', 'Vergleich von Stahl und Aluminium für Masten', 'Stahl|Aluminium|für Masten'],
  ['de', 'Was ist besser: SQLite oder Postgres?', 'SQLite|Postgres|'],
  ['de', 'Worin unterscheiden sich Tarif A und Tarif B?', 'Tarif A|Tarif B|'],
  ['de', 'Ist Öl günstiger als Gas im Winter?', 'Öl|Gas|im Winter'],
  ['de', 'Fähre vs. Zug', 'Fähre|Zug|'],
  ['de', 'Die alte Lampe im Vergleich zur neuen Lampe', 'Die alte Lampe|neuen Lampe|'],
  ['de', 'Hotels in Berlin und München', null],
  ['de', 'Wie lange brennt die Lampe?', null],
  ['de', 'Wie weit ist es zwischen Rom und Neapel?', null],
  ['de', 'Was ist der Unterschied zwischen Haftung und Gewährleistung?', 'Haftung|Gewährleistung|'],
  ['de', 'Kannst du Bahn und Bus vergleichen?', 'Bahn|Bus|'],
  ['de', 'Was ist schneller, Auto oder Zug?', 'Auto|Zug|'],
  ['de', 'Brot und Butter', null],
  ['de', 'mehr als 20 Boote', null],
];

describe('what a message compares', () => {
  it.each(MESSAGES)('in %s: "%s" – %s', (_, message, expected) => {
    const compared = comparedSides(message);

    expect(compared === null ? null : [...compared.sides, compared.shared].join('|')).toBe(expected);
  });
});
