import { describe, expect, it } from 'vitest';
import { createUnitFinder, LONGEST_QUOTED_UNIT } from '../../../activities/offline-engine/passages/enclosing-unit.ts';

/** The unit around the first occurrence of some words. */
function unitAround(words: string, passage: string, language = 'en'): string {
  const start = passage.indexOf(words);
  const { start: from, end } = createUnitFinder(passage, language)({ start, end: start + words.length });
  return passage.slice(from, end);
}

const PARAGRAPHS = 'The lamp burns oil. It burns for nine hours.\n\nThe keeper sleeps at noon. Nobody wakes him.';
const RULES = `(2) The lamp is lit

1.  at dusk in winter,

2.  in summer
    a)  at nine,
    b)  at ten in fog.

(3) The wick is trimmed.`;
const TABLE = `Fees of the harbour:

| boat | fee |
|---|---|
| kayak | 5 talers |
| cutter | 9 talers |

Paid at noon.`;
const LONG = 'These words fill the paragraph until no unit can hold it whole. '.repeat(30);

describe('createUnitFinder', () => {
  it('finds the paragraph around a sentence, and no other', () => {
    expect(unitAround('burns for nine', PARAGRAPHS)).toBe('The lamp burns oil. It burns for nine hours.');
  });

  it('finds the whole list with its introduction, from any entry or from the introduction', () => {
    const list = RULES.slice(0, RULES.indexOf('\n\n(3)'));

    expect(unitAround('at dusk', RULES)).toBe(list);
    expect(unitAround('at ten', RULES)).toBe(list);
    expect(unitAround('The lamp is lit', RULES)).toBe(list);
    expect(unitAround('The wick', RULES)).toBe('(3) The wick is trimmed.');
  });

  it('reads an entry that was inserted later as one of the list', () => {
    const inserted = 'The fee is\n\n1.  five talers,\n\n1a. six talers at night,\n\n2.  nine talers in fog.';

    expect(unitAround('nine talers', inserted)).toBe(inserted);
  });

  it('does not take a finished sentence above a list for its introduction', () => {
    expect(unitAround('Bring ropes', 'The pier is old.\n\n- Bring ropes.\n- Bring oil.')).toBe(
      'Bring ropes.\n- Bring oil.',
    );
  });

  it('finds the table with its header', () => {
    const table = TABLE.slice(TABLE.indexOf('| boat'), TABLE.indexOf('\n\nPaid'));

    expect(unitAround('cutter | 9', TABLE)).toBe(table);
  });

  it('ends a long list at the entry, and a long table at the row', () => {
    const entries = Array.from({ length: 40 }, (_, index) => `${index + 1}.  rope number ${index + 1} of the pier,`);
    const list = `The keeper counts:\n\n${entries.join('\n')}`;
    const rows = Array.from({ length: 60 }, (_, index) => `| boat ${index + 1} | ${index + 1} talers |`);
    const table = ['| boat | fee |', '|---|---|', ...rows].join('\n');

    expect(unitAround('rope number 5 ', list)).toBe(`The keeper counts:\n\n${entries.slice(0, 5).join('\n')}`);
    expect(unitAround('boat 4 |', table)).toContain('| boat | fee |');
    expect(unitAround('boat 4 |', table)).not.toContain('boat 6 |');
  });

  it('takes as many whole sentences of a long paragraph as fit', () => {
    const passage = `${LONG}The lamp burns for nine hours. ${LONG}`.trim();
    const unit = unitAround('The lamp burns for nine hours.', passage);

    expect(unit.length).toBeLessThanOrEqual(LONGEST_QUOTED_UNIT);
    expect(unit.length).toBeGreaterThan(LONGEST_QUOTED_UNIT / 2);
    expect(unit).toMatch(/^These words .*The lamp burns for nine hours\. .*whole\.$/s);
  });

  it('never finds less than the statement', () => {
    const statement = LONG.trim();

    expect(unitAround(statement, statement)).toBe(statement);
  });
});
