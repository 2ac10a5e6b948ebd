import type { OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { describe, expect, it } from 'vitest';
import {
  correctionQuery,
  coverageQuery,
  targetDomainsOf,
  wantedQueries,
  withinBudget,
} from '../../../workflows/domain/briefing/live-queries.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { queryOf, reportedOf, slot, themeOf } from './samples.ts';

const gap: OpenIssue = {
  key: 'energy/THIN_COVERAGE/storage',
  title: '',
  type: 'source',
  severity: 'high',
  code: 'THIN_COVERAGE',
  themeId: 'storage',
  reference: '#1',
};
const scan = (id: string) => ({ id, title: `Title ${id}`, tags: [], actors: ['ENTSO', 'Acer', 'Third'] });
const due = { id: 'sign', text: 'first battery connected', evidence: 1, promoteAt: 2 };

const wanted = (changes: Partial<Parameters<typeof wantedQueries>[0]> = {}) =>
  wantedQueries({ kind: 'daily', slot, themes: [], taxonomy: [], openIssues: [], sources: [], ...changes });
const textsOf = (changes: Parameters<typeof wanted>[0]) => wanted(changes).wanted.map(({ text }) => text);

describe('wantedQueries', () => {
  it.each([
    [
      "one query per active theme's focus item",
      { themes: [themeOf('storage', { tomorrowsFocus: ['Statnett tender', 'Statnett auction'] })] },
      ['Statnett tender', 'Statnett auction'],
    ],
    [
      'none for a theme that is not active',
      { themes: [themeOf('a', { status: 'candidate', tomorrowsFocus: ['Statnett tender'] })] },
      [],
    ],
    [
      'one per open high source-gap issue',
      { themes: [themeOf('storage')], openIssues: [gap] },
      ['Grid storage Statnett'],
    ],
    [
      'none for an issue of medium severity',
      { themes: [themeOf('storage')], openIssues: [{ ...gap, severity: 'medium' as const }] },
      [],
    ],
    [
      'none for an issue of another type',
      { themes: [themeOf('storage')], openIssues: [{ ...gap, type: 'workflow' as const }] },
      [],
    ],
    [
      'one per watchpoint one short of its promotion, with an actor',
      { themes: [themeOf('storage', { watchpoints: [due] })] },
      ['Statnett first battery connected'],
    ],
    ['none per watchpoint two short', { themes: [themeOf('storage', { watchpoints: [{ ...due, evidence: 0 }] })] }, []],
    [
      'none per watchpoint that is promoted',
      { themes: [themeOf('storage', { watchpoints: [{ ...due, evidence: 2 }] })] },
      [],
    ],
    [
      'horizon scans of three taxonomy themes that are neither active nor candidates',
      {
        themes: [themeOf('b'), themeOf('c', { status: 'candidate' })],
        taxonomy: ['a', 'b', 'c', 'd', 'e', 'f'].map(scan),
      },
      ['Title a ENTSO Acer', 'Title d ENTSO Acer', 'Title e ENTSO Acer'],
    ],
    ['no horizon scan in other kinds', { kind: 'weekly' as const, taxonomy: [scan('a')] }, []],
    [
      'one query for two wishes of the same text',
      {
        themes: [
          themeOf('storage', { tomorrowsFocus: ['Statnett tender'] }),
          themeOf('b', { tomorrowsFocus: ['statnett  tender?'] }),
        ],
      },
      ['Statnett tender'],
    ],
  ])('wants %s', (_, changes, texts) => {
    expect(textsOf(changes)).toEqual(texts);
  });

  it('orders by origin, then by conviction, then as in the file, and numbers in this order', () => {
    const { wanted: queries } = wanted({
      themes: [
        themeOf('low', { conviction: 3, tomorrowsFocus: ['Statnett low'], watchpoints: [due] }),
        themeOf('storage', { conviction: 9, tomorrowsFocus: ['Statnett high'] }),
        themeOf('later', { conviction: 3, tomorrowsFocus: ['Statnett later'] }),
      ],
      taxonomy: [scan('x')],
      openIssues: [gap],
    });

    expect(queries.map(({ queryId, origin, themeId, taxonomyId }) => [queryId, origin, themeId ?? taxonomyId])).toEqual(
      [
        ['q1', 'focus', 'storage'],
        ['q2', 'focus', 'low'],
        ['q3', 'focus', 'later'],
        ['q4', 'source-gap', 'storage'],
        ['q5', 'watchpoint', 'low'],
        ['q6', 'horizon', 'x'],
      ],
    );
  });

  it('refuses and names a query that names nobody', () => {
    const themes = [themeOf('storage', { tomorrowsFocus: ['what is new in batteries'] })];

    expect(wanted({ themes })).toEqual({
      wanted: [],
      refused: [{ text: 'what is new in batteries', reason: 'it names no actor, institution or place' }],
    });
  });

  it.each<[BriefingKind, string, string, string]>([
    ['daily', '2026-03-06T06:30:00Z', '2026-03-05', '2026-03-06'],
    ['deep-daily', '2026-03-06T06:30:00Z', '2026-03-05', '2026-03-06'],
    ['weekly', '2026-03-06T06:30:00Z', '2026-02-27', '2026-03-06'],
    ['on-demand', '2026-03-06T06:30:00Z', '2026-02-27', '2026-03-06'],
    // The night before had 23 hours.
    ['daily', '2026-03-29T22:30:00Z', '2026-03-28', '2026-03-30'],
  ])('asks a %s slot at %s from %s until %s', (kind, time, since, until) => {
    const themes = [themeOf('storage', { tomorrowsFocus: ['Statnett tender'] })];
    const [query] = wanted({ kind, slot: slotOf(kind, time, 'Europe/Berlin'), themes }).wanted;

    expect(query).toMatchObject({ since, until, targetTiers: [1, 2] });
  });
});

describe('withinBudget', () => {
  const queries = [
    queryOf('A', { origin: 'horizon' }),
    queryOf('B', { origin: 'focus' }),
    queryOf('C', { origin: 'coverage' }),
    queryOf('D', { origin: 'watchpoint' }),
  ];

  it.each([
    [4, ['C', 'B', 'D', 'A'], 0],
    [2, ['C', 'B'], 2],
    [0, [], 4],
    [-1, [], 4],
  ])('with %i left it drops the lowest priority first', (left, texts, dropped) => {
    const within = withinBudget(queries, left);

    expect([within.issued.map(({ text }) => text), within.dropped]).toEqual([texts, dropped]);
  });
});

describe('correctionQuery', () => {
  const item = reportedOf('i1', {
    text: 'The operator will, it is said, halve the tariffs for 1,200 batteries from 2027 on, after pressure from Brussels.',
  });

  it('asks sources of tier 1 alone for the figures, names and longest words, with an actor', () => {
    expect(correctionQuery(item, themeOf('storage'), slot, 'q9')).toEqual({
      ...queryOf('Statnett operator halve tariffs 1,200 batteries 2027 after pressure Brussels'),
      queryId: 'q9',
      origin: 'correction',
      targetTiers: [1],
      itemId: 'i1',
    });
  });

  it('takes twelve words at most, names before long words', () => {
    const words = Array.from({ length: 30 }, (_, index) => `longword${'x'.repeat(index)}`);
    const text = `It says Statnett ${words.join(' ')}`;

    const asked = correctionQuery(reportedOf('i1', { text }), themeOf('storage'), slot, 'q9').text.split(' ');

    expect(asked).toEqual(['Statnett', ...words.slice(-11)]);
  });
});

describe('coverageQuery', () => {
  it('asks sources of tier 1 and 2 for the theme and its actors', () => {
    const theme = themeOf('storage', { actors: ['Statnett', 'Acer', 'Third'] });

    expect(coverageQuery(theme, slot, 'q7')).toMatchObject({
      queryId: 'q7',
      text: 'Grid storage Statnett Acer',
      origin: 'coverage',
      targetTiers: [1, 2],
    });
  });
});

describe('the sources of a query', () => {
  const [regulator, agency, blog] = [
    { domain: 'regulator.example', tier: 1 as const },
    { domain: 'news.agency.example', tier: 2 as const },
    { domain: 'blog.example', tier: 3 as const },
  ];
  const themes = [themeOf('storage', { tomorrowsFocus: ['Statnett tender'], watchpoints: [due] })];

  it.each([
    ['nothing listed: the house decides', [], []],
    ['one of tier 2', [agency, blog], []],
    ['tier 3 alone', [blog], ['SOURCES.md lists no source of tier 1 or 2']],
  ])('must be listed and believed: %s', (_, sources, reasons) => {
    const { refused, wanted: asked } = wanted({
      themes: [themeOf('storage', { tomorrowsFocus: ['Statnett'] })],
      sources,
    });

    expect(refused.map(({ reason }) => reason)).toEqual(reasons);
    expect(asked).toHaveLength(1 - reasons.length);
  });

  it.each([
    [
      'the tiers of the query',
      [],
      [
        ['regulator.example', 'news.agency.example'],
        ['regulator.example', 'news.agency.example', 'blog.example'],
      ],
    ],
    ['what the briefing allows', ['agency.example'], [['news.agency.example'], ['news.agency.example']]],
  ])('have the tiers of %s; a watchpoint is also looked for in tier 3', (_, domainAllow, expected) => {
    const sources = [regulator, agency, blog];

    const { wanted: asked } = wanted({ themes, sources });

    expect(asked.map((query) => targetDomainsOf(query, sources, domainAllow))).toEqual(expected);
  });
});
