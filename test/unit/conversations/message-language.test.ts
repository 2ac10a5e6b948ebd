import { describe, expect, it } from 'vitest';
import { languageOfMessage } from '../../../activities/conversations/interpret-message.ts';

describe('the language of a message', () => {
  it.each([
    { what: 'its own', message: 'Wie lange brennt die Laterne am Hafen?', history: [], documents: ['en'], is: 'de' },
    {
      what: 'the last one that the person wrote in',
      message: 'V-12',
      history: [{ role: 'user' as const, text: 'Wie lange brennt die Laterne am Hafen?' }],
      documents: ['en'],
      is: 'de',
    },
    { what: 'that of the documents', message: 'V-12', history: [], documents: ['de'], is: 'de' },
    {
      what: 'English where the documents have several',
      message: 'V-12',
      history: [],
      documents: ['de', 'fr'],
      is: 'en',
    },
    {
      what: 'the one that is spoken where the words of the message are of two',
      message: 'Hotels in Bremen',
      history: [{ role: 'user' as const, text: 'Which hotels in Hamburg have a pool?' }],
      documents: ['de'],
      is: 'en',
    },
    {
      what: 'the one that was spoken before such a message',
      message: 'Danke',
      history: ['Was kostet ein Hotel in Hamburg?', 'Hotels in Bremen'].map((text) => ({
        role: 'user' as const,
        text,
      })),
      documents: ['en'],
      is: 'de',
    },
    {
      what: 'another one where a function word says so',
      message: 'Und in Bremen?',
      history: [{ role: 'user' as const, text: 'Which hotels in Hamburg have a pool?' }],
      documents: ['en'],
      is: 'de',
    },
    {
      what: 'that of its script',
      message: '你好',
      history: [{ role: 'user' as const, text: 'Which hotels in Hamburg have a pool?' }],
      documents: ['en'],
      is: 'zh',
    },
    { what: 'English without documents', message: 'V-12', history: [], documents: [], is: 'en' },
  ])('is $what', ({ message, history, documents, is }) => {
    expect(languageOfMessage(message, history, [], documents)).toBe(is);
  });
});
