import type { Claim, Placement } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { readableRest, type Replaced } from '../../../activities/report/verifying/verify-parts.ts';

const claimOf = (text: string, placement: Placement): Claim => ({ text, citations: [], placement });
const gone = (text: string, placement: Placement): Replaced => ({ written: claimOf(text, placement), kept: [] });
const kept = (text: string, placement: Placement): Replaced => {
  const claim = claimOf(text, placement);
  return { written: claim, kept: [claim] };
};
const PARAGRAPH = { form: 'paragraph', block: 0 } as const;
const entry = (item: number) => ({ form: 'list', block: 0, item }) as const;
const cell = (column: string) => ({ form: 'table', block: 0, row: 'Lamp', column }) as const;

describe('what is left of a part', () => {
  it.each([
    ['a sentence that leans on it', PARAGRAPH, PARAGRAPH, []],
    ['a sentence of the same entry that leans on it', entry(0), entry(0), []],
    ['not the next entry', entry(0), entry(1), ['It burns oil.']],
    ['not a list behind a paragraph', PARAGRAPH, entry(0), ['It burns oil.']],
    ['not the next cell', cell('Oil'), cell('Wick'), ['It burns oil.']],
  ])('goes with a refused statement: %s', (_, before, after, texts) => {
    const rest = readableRest([gone('The lamp is old.', before), kept('It burns oil.', after)]);

    expect(rest.claims.map(({ text }) => text)).toEqual(texts);
  });

  it('has no lead-in to an empty list', () => {
    const lead = kept('It burns:', PARAGRAPH);

    expect(readableRest([lead, gone('oil', entry(0)), gone('wax', entry(1))]).claims).toEqual([]);
    expect(readableRest([lead, gone('oil', entry(0)), kept('wax', entry(1))]).claims).toHaveLength(2);
  });
});
