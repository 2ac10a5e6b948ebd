import { CONTEXT_COMPONENTS, contextCapsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { assembleContext, type ContextParts } from '../../../workflows/domain/briefing/context-assembly.ts';

const caps = contextCapsSchema.parse({});
const none: ContextParts = {
  methodology: [],
  state: [],
  themeBriefs: [],
  confirmed: [],
  reported: [],
  crossTheme: [],
  newSignals: [],
};
const entries = (...tokens: number[]) =>
  tokens.map((count, index) => ({ id: `${index + 1}`, text: 'word'.repeat(count) }));
const keptOf = (parts: Partial<ContextParts>, changes: Partial<typeof caps> = {}) => {
  const { kept } = assembleContext({ ...none, ...parts }, { ...caps, ...changes });
  return Object.fromEntries(
    CONTEXT_COMPONENTS.flatMap((name) =>
      kept[name].length === 0 ? [] : [[name, kept[name].map(({ id }) => id).join('')]],
    ),
  );
};

describe('assembleContext caps each component', () => {
  it.each([
    ['themeBriefs', 2_000],
    ['confirmed', 2_500],
    ['reported', 1_000],
    ['crossTheme', 800],
    ['newSignals', 700],
  ])('%s at %i tokens, its last entries cut', (component, cap) => {
    expect(keptOf({ [component]: entries(cap - 1, 1) })).toEqual({ [component]: '12' });
    expect(keptOf({ [component]: entries(cap - 1, 2, 1) })).toEqual({ [component]: '1' });
  });

  it.each([
    ['methodology', 800],
    ['state', 1_200],
  ])(
    '%s is never cut: over its cap of %i it is whole, with a note, at the cost of the last parts',
    (component, cap) => {
      const parts = { [component]: entries(cap, 1), newSignals: entries(10, 10) };
      const over = assembleContext({ ...none, ...parts }, caps);

      expect(over.notes).toEqual([
        `${component} has ${cap + 1} tokens, its cap is ${cap}: it is whole, and leaves less room for what is found.`,
      ]);
      expect(over.halt).toBeNull();
      expect(keptOf(parts, { total: cap + 15 })).toEqual({ [component]: '12', newSignals: '1' });
      expect(assembleContext({ ...none, [component]: entries(cap) }, caps).notes).toEqual([]);
    },
  );
});

describe('assembleContext keeps the total', () => {
  const parts = {
    methodology: entries(10),
    state: entries(10),
    themeBriefs: entries(10, 10),
    confirmed: entries(10, 10),
    reported: entries(10, 10),
    crossTheme: entries(10, 10),
    newSignals: entries(10, 10),
  };
  const all = {
    methodology: '1',
    state: '1',
    themeBriefs: '12',
    confirmed: '12',
    reported: '12',
    crossTheme: '12',
    newSignals: '12',
  };

  it.each([
    [120, all],
    [119, { ...all, newSignals: '1' }],
    [95, { ...all, newSignals: undefined, crossTheme: '1' }],
    [55, { methodology: '1', state: '1', themeBriefs: '12', confirmed: '1' }],
    [20, { methodology: '1', state: '1' }],
  ])('of %i tokens, cutting from the lowest priority up', (total, kept) => {
    expect(keptOf(parts, { total })).toEqual(JSON.parse(JSON.stringify(kept)));
  });

  it('halts where what is never cut exceeds it', () => {
    expect(assembleContext({ ...none, ...parts }, { ...caps, total: 19 }).halt).toBe(
      'methodology and state have 20 tokens, the total is 19',
    );
  });

  it('counts tokens and cut entries of each component', () => {
    const { tokens, halt } = assembleContext({ ...none, ...parts, newSignals: entries(690, 11, 11) }, caps);

    expect(halt).toBeNull();
    expect(tokens.at(-1)).toEqual({ component: 'newSignals', tokens: 690, cut: 2 });
    expect(tokens[0]).toEqual({ component: 'methodology', tokens: 10, cut: 0 });
  });
});
