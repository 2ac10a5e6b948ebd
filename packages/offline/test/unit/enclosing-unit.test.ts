import { describe, expect, it } from 'vitest';
import { createUnitFinder, LONGEST_QUOTED_UNIT } from '../../passages/enclosing-unit.ts';

const LONG = 'These words fill the paragraph until no unit can hold it whole. '.repeat(30).trim();

/** The unit around the first occurrence of some words; what stands around the passage is too long to be added. */
function unitAround(words: string, passage: string, language = 'en'): string {
  const whole = `${LONG}\n\n${passage}\n\n${LONG}`;
  const start = whole.indexOf(words, LONG.length);
  const { start: from, end } = createUnitFinder(whole, language)({ start, end: start + words.length });
  return whole.slice(from, end);
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

describe('createUnitFinder', () => {
  it('finds the paragraphs around a sentence, as far as they fit', () => {
    const long = `${'The keeper counts ropes. '.repeat(55)}`.trim();

    expect(unitAround('burns for nine', PARAGRAPHS)).toBe(PARAGRAPHS);
    expect(unitAround('burns for nine', `The lamp burns for nine hours.\n\n${long}\n\n${long}`)).toBe(
      `The lamp burns for nine hours.\n\n${long}`,
    );
  });

  it('finds the whole list with its introduction, from any entry or from the introduction', () => {
    const list = RULES.slice(0, RULES.indexOf('\n\n(3)'));

    for (const words of ['at dusk', 'at ten', 'The lamp is lit']) expect(unitAround(words, list)).toBe(list);
    expect(unitAround('The wick', RULES)).toBe(RULES);
  });

  it('reads an entry that was inserted later as one of the list', () => {
    const inserted = 'The fee is\n\n1.  five talers,\n\n1a. six talers at night,\n\n2.  nine talers in fog.';

    expect(unitAround('nine talers', inserted)).toBe(inserted);
  });

  it('finds the table with its header', () => {
    expect(unitAround('cutter | 9', TABLE)).toBe(TABLE);
  });

  it('ends a long list at the entry, and takes as many rows of a long table on both sides as fit', () => {
    const entries = Array.from({ length: 60 }, (_, index) => `${index + 1}.  rope number ${index + 1} of the pier,`);
    const list = `The keeper counts:\n\n${entries.join('\n')}`;
    const rows = Array.from({ length: 90 }, (_, index) => `| boat ${index + 1} | ${index + 1} talers |`);
    const table = ['| boat | fee |', '|---|---|', ...rows].join('\n');

    expect(unitAround('rope number 5 ', list)).toBe(`The keeper counts:\n\n${entries.slice(0, 5).join('\n')}`);
    const around = unitAround('boat 45 |', table);
    expect(around).toMatch(/\| boat 44 \| 44 talers \|\n\| boat 45 \| 45 talers \|\n\| boat 46 \|/);
    expect(around).not.toMatch(/boat 1 |boat 90 /);
    expect(around.length).toBeLessThanOrEqual(LONGEST_QUOTED_UNIT);
  });

  it('takes as many whole sentences of a long paragraph as fit', () => {
    const passage = `${LONG} The lamp burns for nine hours. ${LONG}`;
    const unit = unitAround('The lamp burns for nine hours.', passage);

    expect(unit.length).toBeLessThanOrEqual(LONGEST_QUOTED_UNIT);
    expect(unit.length).toBeGreaterThan(LONGEST_QUOTED_UNIT / 2);
    expect(unit).toMatch(/^These words .*The lamp burns for nine hours\. .*whole\.$/s);
  });

  it('never finds less than the statement', () => {
    expect(unitAround(LONG, LONG)).toBe(LONG);
  });
});
