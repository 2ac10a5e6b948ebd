import type { BriefingClaim, BriefingItem, LiveQuery, LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import type { Interaction, Signal, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { findingOf } from './research-fixtures.ts';

/** An ongoing theme that a person wrote into `state/active_themes.yml`. */
export function theme(overrides: Partial<Theme> = {}): Theme {
  return {
    id: 'grid-storage',
    title: 'Grid storage',
    status: 'ongoing',
    conviction: 8,
    firstSeen: '2026-02-10',
    tags: ['energy'],
    actors: ['Harbour Energy', 'Norhaven'],
    mechanism: [{ cause: ['permit', 'tender'], effect: ['capacity'] }],
    tomorrowsFocus: ['Does Harbour Energy start the second battery hall?'],
    watchpoints: [watchpoint()],
    ...overrides,
  };
}

export function watchpoint(overrides: Partial<Theme['watchpoints'][number]> = {}): Theme['watchpoints'][number] {
  return { id: 'second-hall', text: 'A permit for the second hall', evidence: 1, promoteAt: 2, ...overrides };
}

/** A new claim that a source of tier 1 or 2 says; it cites the first finding of `briefingRecord`. */
export function claim(overrides: Partial<BriefingClaim> = {}): BriefingClaim {
  return {
    claimId: 'grid-storage-1',
    themeId: 'grid-storage',
    text: 'Harbour Energy connected 120 megawatts of batteries at Norhaven.',
    status: 'confirmed',
    mark: 'new',
    note: '',
    firstSeen: '2026-03-06',
    evidencedAt: '2026-03-05T18:00:00.000Z',
    outlets: ['grid-office.example'],
    citations: ['t1f1q1'],
    conflictsWith: [],
    ...overrides,
  };
}

export function briefingItem(overrides: Partial<BriefingItem> = {}): BriefingItem {
  return {
    itemId: 'i1',
    queryId: 'q1',
    themeId: 'grid-storage',
    taxonomyId: null,
    text: 'Harbour Energy connected 120 megawatts of batteries at Norhaven.',
    status: 'confirmed',
    locator: 'https://grid-office.example/news/norhaven',
    outlet: 'grid-office.example',
    tier: 1,
    publishedAt: '2026-03-05T18:00:00.000Z',
    citations: ['t1f1q1'],
    touchesMechanism: false,
    isRetraction: false,
    copyOf: null,
    ...overrides,
  };
}

export function liveQuery(overrides: Partial<LiveQuery> = {}): LiveQuery {
  return {
    queryId: 'q1',
    text: 'Harbour Energy battery Norhaven 2026-03-05',
    origin: 'focus',
    themeId: 'grid-storage',
    taxonomyId: null,
    since: '2026-03-05',
    until: '2026-03-06',
    targetTiers: [1, 2],
    itemId: null,
    ...overrides,
  };
}

export function liveResult(overrides: Partial<LiveResult> = {}): LiveResult {
  return {
    queryId: 'q1',
    locator: 'https://grid-office.example/news/norhaven',
    title: 'Batteries at Norhaven are connected',
    verdict: 'accepted',
    reason: 'tier 1, in the time scope',
    ...overrides,
  };
}

export function themeOutput(overrides: Partial<ThemeOutput> = {}): ThemeOutput {
  return {
    themeId: 'grid-storage',
    title: 'Grid storage',
    status: 'ongoing',
    conviction: 8,
    delta: 'changed',
    summary: [],
    claims: [claim()],
    documents: null,
    caveats: [],
    focus: ['Does Harbour Energy start the second battery hall?'],
    addedFocus: [],
    watchpoints: [watchpoint()],
    ...overrides,
  };
}

export function signal(overrides: Partial<Signal> = {}): Signal {
  return {
    taxonomyId: 'hydrogen',
    title: 'Hydrogen',
    text: 'The ministry opened a tender for hydrogen at Norhaven.',
    outlets: ['ministry.example', 'norhaven-times.example'],
    citations: ['t1f4q1'],
    isCandidate: true,
    ...overrides,
  };
}

export function interaction(overrides: Partial<Interaction> = {}): Interaction {
  return {
    themeIds: ['grid-storage', 'gas-hub'],
    text: 'The batteries replace the reserve that the gas hub offered.',
    citations: ['t1f1q1'],
    ...overrides,
  };
}

/** A page of the web with one quotation, whose key is `<findingId>q1`. */
export function pageFinding(findingId: string, text: string, locator: string, title: string): Finding {
  const finding = findingOf(findingId, text, { locator, title, sourceId: `source-${findingId}`, headingPath: [] });
  return { ...finding, quotes: finding.quotes.map((quote) => ({ ...quote, sourceId: finding.sourceId })) };
}
