import type {
  BriefingClaim,
  BriefingItem,
  ItemRelation,
  LiveQuery,
} from '@plumbline/contracts/briefings/briefing-items';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

/** 2026-03-06, 07:30 in Berlin. */
export const slot = slotOf('daily', '2026-03-06T06:30:00Z', 'Europe/Berlin');

export function themeOf(id: string, changes: Partial<Theme> = {}): Theme {
  return {
    id,
    title: 'Grid storage',
    status: 'ongoing',
    conviction: 8,
    firstSeen: '2026-02-01',
    tags: [],
    actors: ['Statnett'],
    mechanism: [],
    tomorrowsFocus: [],
    watchpoints: [],
    ...changes,
  };
}

export function queryOf(text: string, changes: Partial<LiveQuery> = {}): LiveQuery {
  return {
    queryId: 'q1',
    text,
    origin: 'focus',
    themeId: 'storage',
    taxonomyId: null,
    since: '2026-03-05',
    until: '2026-03-06',
    targetTiers: [1, 2],
    itemId: null,
    ...changes,
  };
}

export function itemOf(itemId: string, changes: Partial<BriefingItem> = {}): BriefingItem {
  return {
    itemId,
    queryId: 'q1',
    themeId: 'storage',
    taxonomyId: null,
    text: `Text of ${itemId}.`,
    status: 'confirmed',
    locator: `https://${itemId}.example/`,
    outlet: `${itemId}.example`,
    tier: 1,
    publishedAt: '2026-03-06T05:00:00Z',
    citations: [`cite-${itemId}`],
    touchesMechanism: false,
    isRetraction: false,
    copyOf: null,
    ...changes,
  };
}

export function reportedOf(itemId: string, changes: Partial<BriefingItem> = {}): BriefingItem {
  return itemOf(itemId, { status: 'reported', tier: null, ...changes });
}

export function claimOf(claimId: string, changes: Partial<BriefingClaim> = {}): BriefingClaim {
  return {
    claimId,
    themeId: 'storage',
    text: `Text of ${claimId}.`,
    status: 'confirmed',
    mark: 'new',
    note: '',
    firstSeen: '2026-03-05',
    evidencedAt: '2026-03-05T05:00:00Z',
    outlets: ['first.example'],
    citations: ['cite-first'],
    conflictsWith: [],
    ...changes,
  };
}

export function same(itemId: string, otherId: string): ItemRelation {
  return { itemId, otherId, relation: 'same', difference: '' };
}

export function contradicts(itemId: string, otherId: string): ItemRelation {
  return { itemId, otherId, relation: 'contradicts', difference: 'another figure' };
}
