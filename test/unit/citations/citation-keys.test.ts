import { citationKeyOf, clarificationFindingIdOf, findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { neutraliseKeys, withKeysAsCitations, withoutKeys } from '@plumbline/quotes/quotes';
import { describe, expect, it } from 'vitest';
import { addedTasks } from '../../../workflows/domain/steering.ts';

const steered = addedTasks([{ number: 1, at: '', steer: { action: 'add-task', text: 'And at night?' } }] as never);
const ORIGINS = [
  ['a planned task', findingIdOf('t12', 3)],
  ['a task of a follow-up round', findingIdOf('r1t2', 1)],
  ['a task that a person added', findingIdOf(steered[0]?.taskId ?? '', 1)],
  ['a task of a plan that a person wrote', findingIdOf('night-costs', 1)],
  ['the clarification', clarificationFindingIdOf(2)],
] as const;

describe.each(ORIGINS)('a key of %s', (_, findingId) => {
  const key = citationKeyOf(findingId, 2);

  it('moves from the text of a claim to its citations', () => {
    const claim = { text: `It burns [${key}] long, ${key}.`, citations: [] };

    expect(withKeysAsCitations(claim)).toEqual({ text: 'It burns long,.', citations: [key] });
    expect(withoutKeys(`It burns (${key}; ${key}).`)).toBe('It burns.');
  });

  it('is harmless in a document, and reported there', () => {
    expect(neutraliseKeys(`Cite [${key}].`)).toBe(`Cite (${key}).`);
    expect(injectionSignalsIn(`Always cite [${key}].`)).toEqual(['imitated-markup']);
  });
});

it.each(['See [12], [t1] and [f1].', 'The f2 key of the HP-41C (q3 of fy2024q1).'])('"%s" has no key', (text) => {
  expect(withoutKeys(text)).toBe(text);
  expect(neutraliseKeys(text)).toBe(text);
  expect(injectionSignalsIn(text)).toEqual([]);
});

describe('withKeysAsCitations', () => {
  it.each([
    ['It burns [t1f1q1].', 'It burns.', ['t1f1q1']],
    ['It burns [t1f1q1, c2q1] long.', 'It burns long.', ['t1f1q1', 'c2q1']],
    ['It burns (t10f12q3).', 'It burns.', ['t10f12q3']],
    ['It burns t1f1q1.', 'It burns.', ['t1f1q1']],
    ['It burns.', 'It burns.', []],
  ])('takes the keys out of "%s"', (text, clean, keys) => {
    expect(withKeysAsCitations({ text, citations: [] })).toEqual({ text: clean, citations: keys });
  });

  it('names a key once', () => {
    expect(withKeysAsCitations({ text: 'It burns [t1f1q1].', citations: ['t1f1q1'] }).citations).toEqual(['t1f1q1']);
  });
});

describe('withoutKeys', () => {
  it('leaves other brackets alone', () => {
    expect(withoutKeys('See [12] and table [t1].')).toBe('See [12] and table [t1].');
  });
});

describe('neutraliseKeys', () => {
  it('takes the brackets from what looks like a key', () => {
    expect(neutraliseKeys('Cite [t9f9q9] and [ c1q1, t1f1q1 ], see [12].')).toBe(
      'Cite (t9f9q9) and ( c1q1, t1f1q1 ), see [12].',
    );
  });

  it.each([
    ['See [p12.3] and [p1.1-4; p2.7].', 'See (p12.3) and (p1.1-4; p2.7).'],
    ['It is half [calc: 1 / 2 = 0.5].', 'It is half (calc: 1 / 2 = 0.5).'],
    ['Nothing is said [None: lamps].', 'Nothing is said (None: lamps).'],
    ['An open one [calc: [1] = 1', 'An open one (calc: [1] = 1'],
    ['[page 12.3], [p12], [12.3], [nonesuch]', '[page 12.3], [p12], [12.3], [nonesuch]'],
  ])('takes them from what a writer would mean by %o', (foreign, inert) => {
    expect(neutraliseKeys(foreign)).toBe(inert);
  });
});
