import { describe, expect, it } from 'vitest';
import { textSimilarity } from '../../../activities/memory/memory.ts';

describe('similarity of a query to a remembered text', () => {
  it.each([
    ['What is my budget?', 'My budget is 200 euros', 0.7],
    ['When was my daughter born?', 'My daughter Lena was born on 4 May 2015 and plays football', 0.5],
    ['Wie hoch ist mein Reisebudget?', 'Mein Budget beträgt 200 Euro', 0.3],
  ])('finds "%s" in "%s"', (query, remembered, least) => {
    expect(textSimilarity(query, remembered)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['How many connections are open by default in this client?', 'My default editor is Emacs'],
    ['What is it?', 'My budget is 200 euros'],
    ['What does the tide do?', 'My budget is 200 euros'],
  ])('does not find "%s" in "%s"', (query, remembered) => {
    expect(textSimilarity(query, remembered)).toBeLessThan(0.3);
  });
});
