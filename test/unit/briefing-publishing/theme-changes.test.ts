import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import {
  addedThemes,
  themeChanges,
  type ThemeVersions,
} from '../../../activities/briefings/writing/publication-steps.ts';
import { theme, watchpoint } from '../../support/builders/briefing-fixtures.ts';

const one = (overrides: Partial<Theme> = {}): readonly Theme[] => [theme(overrides)];
const counted = (evidence: number) => ({ watchpoints: [watchpoint({ evidence })] });
const unchanged = { themeId: 'grid-storage', evidence: [] };

describe('themeChanges', () => {
  it.each<{ name: string; versions: ThemeVersions; changes: ReturnType<typeof themeChanges> }>([
    {
      name: 'changes nothing where the run did not',
      versions: { before: one(), now: one(), after: one() },
      changes: [],
    },
    {
      name: 'sets the status',
      versions: { before: one({ status: 'new' }), now: one({ status: 'new' }), after: one() },
      changes: [{ ...unchanged, status: 'ongoing' }],
    },
    {
      name: 'leaves a theme closed that a person closed meanwhile',
      versions: { before: one({ status: 'new' }), now: one({ status: 'closed' }), after: one() },
      changes: [],
    },
    {
      name: 'sets the focus',
      versions: { before: one(), now: one(), after: one({ tomorrowsFocus: ['What next?'] }) },
      changes: [{ ...unchanged, tomorrowsFocus: ['What next?'] }],
    },
    {
      name: 'leaves the focus that a person wrote meanwhile',
      versions: {
        before: one(),
        now: one({ tomorrowsFocus: ['Ours'] }),
        after: one({ tomorrowsFocus: ['What next?'] }),
      },
      changes: [],
    },
    {
      name: 'counts evidence',
      versions: { before: one(counted(1)), now: one(counted(1)), after: one(counted(2)) },
      changes: [{ ...unchanged, evidence: [{ watchpointId: 'second-hall', evidence: 2 }] }],
    },
    {
      name: 'brings back no watchpoint that a person removed',
      versions: { before: one(counted(1)), now: one({ watchpoints: [] }), after: one(counted(2)) },
      changes: [],
    },
    {
      name: 'never changes conviction, title, tags, actors or mechanism',
      versions: {
        before: one(),
        now: one(),
        after: one({ conviction: 1, title: 'Other', tags: [], actors: [], mechanism: [], firstSeen: '2020-01-01' }),
      },
      changes: [],
    },
    {
      name: 'brings back no theme that a person removed',
      versions: { before: one(), now: [], after: one({ status: 'closed' }) },
      changes: [],
    },
    {
      name: 'leaves a theme that a person added under the same name',
      versions: { before: [], now: one(), after: one({ status: 'candidate' }) },
      changes: [],
    },
    {
      name: 'takes what is listed for what the run found where that is unknown',
      versions: { before: null, now: one({ status: 'new' }), after: one() },
      changes: [{ ...unchanged, status: 'ongoing' }],
    },
  ])('$name', ({ versions, changes }) => {
    expect(themeChanges(versions)).toEqual(changes);
  });
});

describe('addedThemes', () => {
  const found = theme({ id: 'hydrogen', status: 'candidate' });
  const many = (count: number) => Array.from({ length: count }, (_, index) => theme({ id: `theme-${index}` }));

  it.each<{ name: string; versions: ThemeVersions; ids: string[] }>([
    { name: 'adds a candidate', versions: { before: one(), now: one(), after: [theme(), found] }, ids: ['hydrogen'] },
    { name: 'adds it once', versions: { before: one(), now: [theme(), found], after: [theme(), found] }, ids: [] },
    {
      name: 'does not add one that was there before and was removed',
      versions: { before: [found], now: [], after: [found] },
      ids: [],
    },
    {
      name: 'adds no theme but candidates',
      versions: { before: null, now: [], after: one() },
      ids: [],
    },
    { name: 'fills the file', versions: { before: null, now: many(59), after: [found] }, ids: ['hydrogen'] },
    { name: 'does not overfill the file', versions: { before: null, now: many(60), after: [found] }, ids: [] },
  ])('$name', ({ versions, ids }) => {
    expect(addedThemes(versions).map(({ id }) => id)).toEqual(ids);
  });
});
