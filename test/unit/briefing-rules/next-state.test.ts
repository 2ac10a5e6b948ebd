import type { Signal } from '@plumbline/contracts/briefings/briefing-record';
import { activeThemesSchema } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import {
  convictionEntriesOf,
  nextThemes,
  type NextThemesInput,
} from '../../../workflows/domain/briefing/next-state.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { claimOf, contradicts, itemOf, reportedOf, same, slot, themeOf } from './samples.ts';

const signal: Signal = {
  taxonomyId: 'hydrogen',
  title: 'Hydrogen',
  text: 'A line is built.',
  outlets: ['a.example', 'b.example'],
  citations: [],
  isCandidate: true,
};
const taxonomy = [{ id: 'hydrogen', title: 'H2', tags: ['gas'], actors: ['Gassco'] }];
const input: NextThemesInput = {
  themes: [themeOf('storage')],
  taxonomy,
  outputs: [{ themeId: 'storage', claims: [] }],
  items: [],
  watchpointHits: [],
  signals: [],
  recent: [],
  previousFocus: new Map(),
  kind: 'daily',
  slot,
};
const next = (changes: Partial<NextThemesInput>) => nextThemes({ ...input, ...changes });
const statusOf = (changes: Partial<NextThemesInput>) => next(changes).themes[0]?.status;

describe('nextThemes: status', () => {
  const candidate = { themes: [themeOf('hydrogen', { status: 'candidate' })], outputs: [] };
  const weekly = { ...candidate, kind: 'weekly' as const };
  const recent = (day: string, changes: object) => [
    { slot: slotOf('daily', `${day}T06:30:00Z`, 'UTC'), claims: [], signals: [], ...changes },
  ];

  it.each<[string, Partial<NextThemesInput>, string]>([
    ['a new theme is ongoing after an output', { themes: [themeOf('storage', { status: 'new' })] }, 'ongoing'],
    [
      'a new theme that no output dealt with stays new',
      { themes: [themeOf('storage', { status: 'new' })], outputs: [] },
      'new',
    ],
    ['a closed theme stays closed', { themes: [themeOf('storage', { status: 'closed' })] }, 'closed'],
    [
      'a weekly run promotes a candidate with a confirmed item',
      { ...weekly, items: [itemOf('i', { themeId: null, taxonomyId: 'hydrogen' })] },
      'ongoing',
    ],
    [
      'with a confirmed signal in the week',
      { ...weekly, recent: recent('2026-02-27', { signals: [signal] }) },
      'ongoing',
    ],
    [
      'with a confirmed claim in the week',
      { ...weekly, recent: recent('2026-03-01', { claims: [claimOf('c', { themeId: 'hydrogen' })] }) },
      'ongoing',
    ],
    [
      'not with a signal before the week',
      { ...weekly, recent: recent('2026-02-26', { signals: [signal] }) },
      'candidate',
    ],
    [
      'not with what is only reported',
      {
        ...weekly,
        items: [reportedOf('i', { themeId: 'hydrogen' })],
        recent: recent('2026-03-05', { signals: [{ ...signal, outlets: [] }] }),
      },
      'candidate',
    ],
    ['not with nothing', weekly, 'candidate'],
    ['a daily run does not promote it', { ...candidate, items: [itemOf('i', { themeId: 'hydrogen' })] }, 'candidate'],
  ])('%s', (_, changes, status) => {
    expect(statusOf(changes)).toBe(status);
  });
});

describe('nextThemes: candidates', () => {
  it('a confirmed signal enters as a candidate that the state accepts', () => {
    const { themes } = next({ signals: [signal] });

    expect(themes.at(-1)).toEqual({
      ...themeOf('hydrogen'),
      title: 'H2 (hydrogen)',
      status: 'candidate',
      conviction: 5,
      firstSeen: '2026-03-06',
      tags: ['gas'],
      actors: ['Gassco'],
    });
    expect(activeThemesSchema.safeParse({ updatedAt: slot.time, themes }).success).toBe(true);
  });

  it.each<[string, Partial<NextThemesInput>]>([
    ['not a signal that only one outlet confirmed', { signals: [{ ...signal, isCandidate: false }] }],
    ['not a theme that people closed', { themes: [themeOf('hydrogen', { status: 'closed' })], signals: [signal] }],
    [
      'not the 61st theme',
      { themes: Array.from({ length: 60 }, (_, index) => themeOf(`t${index}`)), signals: [signal] },
    ],
  ])('%s', (_, changes) => {
    expect(next(changes).themes.filter(({ status }) => status === 'candidate')).toEqual([]);
  });
});

describe('nextThemes: watchpoints', () => {
  const watchpoint = { id: 'sign', text: 'first battery', evidence: 1, promoteAt: 3 };
  const hit = (outlet: string, watchpointId = 'sign') => ({ themeId: 'storage', watchpointId, outlet });

  it.each([
    ['no outlet', [], 1],
    ['one new outlet', [hit('a.example')], 2],
    ['one outlet twice', [hit('a.example'), hit('a.example')], 2],
    ['two new outlets', [hit('a.example'), hit('b.example')], 3],
    ['an outlet of another watchpoint', [hit('a.example', 'other')], 1],
  ])('evidence is raised by the number of new outlets: %s', (_, watchpointHits, evidence) => {
    const themes = [themeOf('storage', { watchpoints: [watchpoint] })];

    expect(next({ themes, watchpointHits }).themes[0]?.watchpoints).toEqual([{ ...watchpoint, evidence }]);
  });
});

describe("nextThemes: tomorrow's focus", () => {
  const says = (id: string, changes: object) =>
    claimOf(id, { text: `Delivery delayed ${id}111`, mark: 'kept', ...changes });
  const asks = (id: string) => `Statnett Delivery delayed ${id}111`;
  const focusOf = (changes: Partial<NextThemesInput>, claims = [says('x', {})]) => {
    const after = next({ outputs: [{ themeId: 'storage', claims }], ...changes });
    return [after.themes[0]?.tomorrowsFocus, after.addedFocus.get('storage')];
  };
  const people = ['Statnett tender', 'Statnett auction'];
  const own = { themes: [themeOf('storage', { tomorrowsFocus: people })] };

  it.each([
    ['a contradicted claim', [says('a', { mark: 'contradicted' })], [asks('a')]],
    ['a reported claim', [says('a', { status: 'reported' })], [asks('a')]],
    ['a conflict, once', [says('a', { conflictsWith: ['b'] }), says('b', { conflictsWith: ['a'] })], [asks('a')]],
    ['at most three', ['a', 'b', 'c', 'd'].map((id) => says(id, { status: 'reported' })), ['a', 'b', 'c'].map(asks)],
    ['not a withdrawn claim', [says('a', { mark: 'withdrawn', status: 'reported' })], ['Statnett Grid storage']],
    ['the theme itself where nothing is open', [says('a', {})], ['Statnett Grid storage']],
  ])('asks about %s', (_, claims, focus) => {
    expect(focusOf({}, claims)).toEqual([focus, focus]);
  });

  it('keeps entries of people, and replaces those that the previous run added', () => {
    const themes = [themeOf('storage', { tomorrowsFocus: [...people, 'Statnett added before'] })];
    const previousFocus = new Map([['storage', ['Statnett added before']]]);
    const claims = [says('a', { status: 'reported' })];

    expect(focusOf({ themes, previousFocus }, claims)).toEqual([[...people, asks('a')], [asks('a')]]);
  });

  it('adds nothing where the web is not searched', () => {
    const claims = [says('a', { status: 'reported' })];

    expect(focusOf({ ...own, isLive: false }, claims)).toEqual([people, []]);
  });

  it('adds suggestions of a model that may be asked, up to five entries in all', () => {
    const suggestions = new Map([
      ['storage', ['what else is new', 'Acer one', 'Acer two', 'Acer three', 'STATNETT tender']],
    ]);
    const claims = [says('a', { status: 'reported' })];

    expect(
      focusOf(
        { ...own, taxonomy: [{ ...taxonomy[0], id: 'x', title: 'x', tags: [], actors: ['Acer'] }], suggestions },
        claims,
      ),
    ).toEqual([
      [...people, asks('a'), 'Acer one', 'Acer two'],
      [asks('a'), 'Acer one', 'Acer two'],
    ]);
  });

  it('leaves themes that the run did not deal with as they are', () => {
    expect(next({ ...own, outputs: [] })).toEqual({ themes: own.themes, addedFocus: new Map() });
  });
});

describe('convictionEntriesOf', () => {
  it('counts confirmed items of each active theme, and those that contradict a claim of it', () => {
    const items = [itemOf('i'), itemOf('j'), itemOf('k'), reportedOf('l'), itemOf('m', { themeId: 'x' })];
    const relations = [contradicts('i', 'c'), same('j', 'c'), contradicts('k', 'other'), contradicts('l', 'c')];
    const themes = [themeOf('storage'), themeOf('x', { status: 'closed' })];

    expect(convictionEntriesOf(themes, [claimOf('c')], items, relations, slot)).toEqual([
      { day: '2026-03-06', theme: 'storage', conviction: 8, confirmed: 3, contradicting: 1 },
    ]);
  });
});
