import type { BriefingClaim, BriefingItem, LiveQuery } from '../../../workflows/contracts/briefings/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefings/briefing-state.ts';
import { briefingItem, claim, liveQuery, theme } from './briefing-fixtures.ts';

/** A theme in Norvik, which the texts of these tests are about. */
export function themeOf(changes: Partial<Theme> = {}): Theme {
  return theme({
    title: 'Grid storage in Norvik',
    conviction: 7,
    firstSeen: '2026-02-01',
    tags: ['grid-storage'],
    actors: ['Norvik Energy Agency', 'Halden Energy'],
    mechanism: [{ cause: ['subsidy'], effect: ['power price'] }],
    tomorrowsFocus: ['Will the council approve the Silverlake battery this week?'],
    watchpoints: [],
    ...changes,
  });
}

export function queryOf(changes: Partial<LiveQuery> = {}): LiveQuery {
  return liveQuery({ text: 'Norvik Energy Agency grid storage last 24 hours', ...changes });
}

export function claimOf(claimId: string, text: string, changes: Partial<BriefingClaim> = {}): BriefingClaim {
  return claim({
    claimId,
    text,
    firstSeen: '2026-03-04',
    evidencedAt: '2026-03-04T08:00:00Z',
    outlets: ['times.test'],
    citations: ['f1q1'],
    ...changes,
  });
}

export function itemOf(text: string, changes: Partial<BriefingItem> = {}): BriefingItem {
  return briefingItem({
    itemId: 'earlier',
    text,
    locator: 'https://times.test/earlier',
    outlet: 'times.test',
    publishedAt: '2026-03-06T05:00:00Z',
    citations: ['e1q1'],
    ...changes,
  });
}
