import { describe, expect, it } from 'vitest';
import { withRememberedValues } from '../../../activities/conversations/remembered-phrases.ts';

const MEMORY = [
  'My usual city is Boston',
  'My budget for hotels is 200 euros.',
  'Mein Lieblingsort ist Norhaven!',
  'Unsere Kasse beträgt 300 Euro',
  'I am allergic to nuts',
];

describe('what a person calls their own', () => {
  it.each([
    ['Hotels in my usual city', 'Hotels in Boston'],
    ['hotels in My Usual City under 100 euros?', 'hotels in Boston under 100 euros?'],
    ['Hotels in meinem Lieblingsort für zwei', 'Hotels in Norhaven für zwei'],
    ['Hotels within my budget', 'Hotels within 200 euros'],
    ['Hotels innerhalb meines Lieblingsorts', 'Hotels innerhalb Norhaven'],
  ])('stands for what it is remembered to be: %s', (message, expected) => {
    expect(withRememberedValues(message, MEMORY)).toBe(expected);
  });

  it.each([
    ['it is asked for', 'What is my usual city?'],
    ['it is stated', 'My usual city is Bonn'],
    ['nothing is remembered of it', 'Hotels in my home town'],
    ['it is not the own one', 'Hotels in your usual city'],
  ])('stays where %s: %s', (_, message) => {
    expect(withRememberedValues(message, MEMORY)).toBe(message);
  });

  it('stays where it may be two things, or a story', () => {
    const two = [...MEMORY, 'My usual city is Bonn'];
    const story = [`My usual city is ${'the town where I was born and '.repeat(3)}live`];

    expect(withRememberedValues('Hotels in my usual city', two)).toBe('Hotels in my usual city');
    expect(withRememberedValues('Hotels in my usual city', story)).toBe('Hotels in my usual city');
    expect(withRememberedValues('Hotels in my usual city', [])).toBe('Hotels in my usual city');
  });
});
