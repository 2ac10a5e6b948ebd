import { describe, expect, it } from 'vitest';
import { type MessageKind, messageKindOf } from '../../../activities/conversations/message-kind.ts';

const ENGLISH: readonly (readonly [MessageKind, string])[] = [
  ['courtesy', 'Hello!'],
  ['courtesy', 'Thanks a lot, that was very helpful'],
  ['assistant', 'What can you do?'],
  ['task', 'What is 17 * 23?'],
  ['task', 'Translate "good night" into French'],
  ['overview', 'What is this folder about?'],
  ['overview', 'Tell me about rapeseed oil'],
  ['overview', 'Please summarize the documents'],
  ['question', 'Hi, how long does the harbour lamp burn?'],
  ['question', 'Compare RetryAgent and ProxyAgent'],
  ['question', 'Hotels in Boston under 200 dollars'],
  ['question', 'Tell me how many keepers there are'],
];
const GERMAN: readonly (readonly [MessageKind, string])[] = [
  ['courtesy', 'Guten Morgen zusammen'],
  ['courtesy', 'Vielen Dank für die Hilfe!'],
  ['assistant', 'Wer bist du eigentlich?'],
  ['task', 'Wie viel ist 12,5 mal 8?'],
  ['task', 'Korrigiere diesen Satz: Ich habe gestern ins Kino gegangen.'],
  ['overview', 'Worum geht es in der Hafenordnung?'],
  ['overview', 'Gib mir einen Überblick über die Unterlagen'],
  ['overview', 'Erzähl mir etwas über Leuchttürme'],
  ['question', 'Hallo, wie lange brennt die Laterne?'],
  ['question', 'Unterschied zwischen Haftung und Gewährleistung'],
  ['question', 'Was steht in § 7 der Hafenordnung?'],
  ['question', 'Günstige Flüge nach Rom im März'],
];

describe('the kind of a message', () => {
  it.each([...ENGLISH, ...GERMAN])('is %s: %s', (kind, message) => {
    expect(messageKindOf(message)).toBe(kind);
  });
});
