import type { BriefingClaim, BriefingItem, LiveQuery } from '../../../workflows/contracts/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';

export function themeOf(changes: Partial<Theme> = {}): Theme {
  return {
    id: 'grid-storage',
    title: 'Grid storage in Norvik',
    status: 'ongoing',
    conviction: 7,
    firstSeen: '2026-02-01',
    tags: ['grid-storage'],
    actors: ['Norvik Energy Agency', 'Halden Energy'],
    mechanism: [{ cause: ['subsidy'], effect: ['power price'] }],
    tomorrowsFocus: ['Will the council approve the Silverlake battery this week?'],
    watchpoints: [],
    ...changes,
  };
}

export function queryOf(changes: Partial<LiveQuery> = {}): LiveQuery {
  return {
    queryId: 'q1',
    text: 'Norvik Energy Agency grid storage last 24 hours',
    origin: 'focus',
    themeId: 'grid-storage',
    taxonomyId: null,
    since: '2026-03-05',
    until: '2026-03-06',
    targetTiers: [1, 2],
    itemId: null,
    ...changes,
  };
}

export function claimOf(claimId: string, text: string, changes: Partial<BriefingClaim> = {}): BriefingClaim {
  return {
    claimId,
    themeId: 'grid-storage',
    text,
    status: 'confirmed',
    mark: 'new',
    note: '',
    firstSeen: '2026-03-04',
    evidencedAt: '2026-03-04T08:00:00Z',
    outlets: ['times.test'],
    citations: ['f1q1'],
    conflictsWith: [],
    ...changes,
  };
}

export function itemOf(text: string, changes: Partial<BriefingItem> = {}): BriefingItem {
  return {
    itemId: 'earlier',
    queryId: 'q1',
    themeId: 'grid-storage',
    taxonomyId: null,
    text,
    status: 'confirmed',
    locator: 'https://times.test/earlier',
    outlet: 'times.test',
    tier: 1,
    publishedAt: '2026-03-06T05:00:00Z',
    citations: ['e1q1'],
    touchesMechanism: false,
    isRetraction: false,
    copyOf: null,
    ...changes,
  };
}
