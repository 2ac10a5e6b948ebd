import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRaises, isShallow, readChanges } from './budget-history.ts';
import { findOverruns, measureProject, readBudget, sumOf, type Budget } from './budget.ts';
import type { Package } from './packages.ts';

const hasHistory = existsSync(fileURLToPath(new URL('../../.git', import.meta.url))) && !isShallow();

describe('the budget', () => {
  it('is kept by every room', () => {
    const measured = measureProject();

    expect(sumOf(measured).files).toBeGreaterThan(300);
    expect(findOverruns(measured, readBudget())).toEqual([]);
  });

  it('counts by room what grows', () => {
    const sources = [
      { path: 'a/first/start.ts', text: "import { verify } from '@plumbline/second/verify';\n" },
      { path: 'packages/second/verify.ts', text: "export { verify } from './inner/words.ts';\n" },
      { path: 'packages/second/inner/words.ts', text: 'a: z.string().register(settingTraits, {}),\n'.repeat(30) },
      { path: 'packages/second/inner/words.yaml', text: '# Nobody calls this twice.\n' },
    ];
    const packages: Package[] = [
      { name: 'second', folder: 'packages/second', entries: { verify: 'packages/second/verify.ts' }, dependencies: [] },
    ];

    expect(measureProject(sources, packages, 2)).toEqual({
      rooms: { 'a/first': { files: 1, lines: 1 }, 'packages/second': { files: 3, lines: 32 } },
      names: { second: 1 },
      counts: {
        // The face counts by the file behind it.
        'files with one importer': 2,
        'files under 25 lines': 2,
        'most files flat in one folder': 1,
        settings: 30,
        decisions: 2,
        'words of private metaphor': 0,
      },
    });
  });

  const budget: Budget = {
    rooms: { a: { files: 1, lines: 10 }, b: { files: 1, lines: 10 } },
    names: { b: 3 },
    counts: { settings: 2 },
  };

  it.each<{ flaw: string; measured: Partial<Budget>; overrun: string }>([
    {
      flaw: 'a line too many',
      measured: { rooms: { ...budget.rooms, a: { files: 1, lines: 11 } } },
      overrun: 'lines in a: 11, and the budget is 10',
    },
    {
      flaw: 'a file too many',
      measured: { rooms: { ...budget.rooms, a: { files: 2, lines: 9 } } },
      overrun: 'files in a: 2, and the budget is 1',
    },
    {
      flaw: 'a room without a budget',
      measured: { rooms: { ...budget.rooms, c: { files: 1, lines: 1 } } },
      overrun: 'c has no budget',
    },
    {
      flaw: 'a budget without a room',
      measured: { rooms: { a: { files: 1, lines: 10 } } },
      overrun: 'b has a budget and does not exist',
    },
    { flaw: 'a wider face', measured: { names: { b: 4 } }, overrun: 'names taken from b: 4, and the budget is 3' },
    { flaw: 'a setting more', measured: { counts: { settings: 3 } }, overrun: 'settings: 3, and the budget is 2' },
  ])('is exceeded by $flaw', ({ measured, overrun }) => {
    expect(findOverruns({ ...budget, ...measured }, budget)).toEqual([overrun]);
  });
});

describe('changes of the budget', () => {
  it.skipIf(!hasHistory)('never raised the sum, nor a number without a decision (needs the whole history)', () => {
    expect(readChanges().flatMap(findRaises)).toEqual([]);
  });

  const before: Budget = {
    rooms: { a: { files: 2, lines: 20 }, b: { files: 2, lines: 20 } },
    names: { b: 3 },
    counts: {},
  };
  const change = { commit: '1234', before, decisions: [], gone: ['b/old.ts'] };
  const moved: Budget = { ...before, rooms: { a: { files: 3, lines: 30 }, b: { files: 1, lines: 10 } } };

  it('may lower every number', () => {
    expect(
      findRaises({ ...change, after: { ...before, rooms: { a: { files: 1, lines: 5 } }, names: { b: 1 } } }),
    ).toEqual([]);
  });

  it('may raise one with a decision that names what went', () => {
    expect(findRaises({ ...change, after: moved, decisions: ['`b/old.ts` went for it.'] })).toEqual([]);
  });

  it.each([
    { what: 'a raise without a decision', after: moved, decisions: [], fault: 'raises a without a decision' },
    {
      what: 'a decision that names nothing that went',
      after: moved,
      decisions: ['It was needed.'],
      fault: 'raises a without a decision',
    },
    { what: 'a wider face', after: { ...before, names: { b: 4 } }, decisions: [], fault: 'raises names of b without' },
    {
      what: 'a larger sum',
      after: { ...moved, rooms: { ...moved.rooms, b: { files: 1, lines: 11 } } },
      decisions: ['`b/old.ts` went for it.'],
      fault: 'raises the sum of lines from 40 to 41',
    },
  ])('are refused: $what', ({ after, decisions, fault }) => {
    expect(findRaises({ ...change, after, decisions })).toEqual([expect.stringContaining(fault)]);
  });
});
