import { describe, expect, it } from 'vitest';
import { greets, isCourtesy, withoutCourtesies } from '../../../activities/conversations/message-form.ts';

describe('a courtesy', () => {
  it.each([
    ['Hello!', true],
    ['What can you do?', true],
    ['Hallo, wie geht es dir?', true],
    ['Thanks a lot, that was very helpful', false],
    ['ok great, thanks!', false],
    ['Vielen Dank für die Hilfe!', false],
    ['Danke, das war alles.', false],
  ])('asks nothing: %s', (message, isGreeting) => {
    expect({ isCourtesy: isCourtesy(message), greets: greets(message) }).toEqual({
      isCourtesy: true,
      greets: isGreeting,
    });
  });

  it.each([
    'good hotels in Oslo',
    'Who are the members of the board?',
    'Wer ist der Hafenmeister?',
    'hello world program',
  ])('is none: %s', (message) => {
    expect(isCourtesy(message)).toBe(false);
  });

  it.each([
    ['Hi, how long does the harbour lamp burn?', 'how long does the harbour lamp burn?'],
    ['Danke! Und was kostet der Liegeplatz?', 'Und was kostet der Liegeplatz?'],
    ['Which fuel is cheaper? Thanks a lot', 'Which fuel is cheaper? Thanks a lot'],
    ['Compare the fuels, please', 'Compare the fuels'],
  ])('is left out of a message that asks: %s', (message, left) => {
    expect(withoutCourtesies(message)).toBe(left);
  });
});
