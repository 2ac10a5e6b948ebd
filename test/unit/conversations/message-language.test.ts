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
    { what: 'English without documents', message: 'V-12', history: [], documents: [], is: 'en' },
  ])('is $what', ({ message, history, documents, is }) => {
    expect(languageOfMessage(message, history, [], documents)).toBe(is);
  });
});
