import { describe, expect, it } from 'vitest';
import { mainClauseOf } from '../../../workflows/domain/answers/memory-request.ts';

describe('mainClauseOf', () => {
  it.each([
    ['ich am 3. Mai Geburtstag habe', 'ich habe am 3. Mai Geburtstag'],
    ['mein Auto einen Diesel hat.', 'mein Auto hat einen Diesel.'],
    ['meine kleine Schwester in Köln wohnt', 'meine kleine Schwester wohnt in Köln'],
    ['Anna Berg keine Nüsse verträgt', 'Anna Berg verträgt keine Nüsse'],
    ['wir am Montag nicht arbeiten können', 'wir können am Montag nicht arbeiten'],
  ])('puts the verb of "%s" in its place', (clause, expected) => {
    expect(mainClauseOf(clause)).toBe(expected);
  });

  it.each(['ich um sieben aufstehe', 'ich schlafe', 'my budget is 200 euros', 'alle 200 Euro'])(
    'leaves "%s" as it is',
    (clause) => {
      expect(mainClauseOf(clause)).toBe(clause);
    },
  );
});
