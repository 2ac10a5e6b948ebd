import type { JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingClaim, BriefingItem, LiveQuery } from '@plumbline/contracts/briefings/briefing-items';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { Reasoner } from '@plumbline/model/reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { createJudgeFindings } from '../../../activities/entries/briefings/judge-findings.ts';
import { briefingItem, claim, liveQuery, theme } from './briefing-fixtures.ts';
import { findingOf } from './research-fixtures.ts';

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

export type JudgedSource = JudgeFindingsInput['findings'][number];

export const APPROVED = 'The Norvik Energy Agency approved the Silverlake battery on Friday.';
export const GREEN_LIGHT = 'Norvik’s energy agency has given the green light to the Silverlake battery.';
export const REJECTED = 'The Norvik Energy Agency rejected the Silverlake battery on Friday.';
export const AGENCY_TEXT =
  'Halden Energy has cut its forecast for storage in Norvik to 300 megawatts, the company told investors.';

/** A finding with one quote that is all of its unit. */
export const sourceOf = (
  findingId: string,
  text: string,
  changes: Partial<JudgedSource> = {},
  finding: Partial<Finding> = {},
): JudgedSource => ({
  queryId: 'q1',
  tier: 1,
  outlet: 'times.test',
  publishedAt: '2026-03-06T06:00:00Z',
  finding: findingOf(findingId, text, { locator: `https://times.test/${findingId}`, headingPath: [], ...finding }),
  ...changes,
});

/** Judges findings of the theme. @param home folder of the stored texts */
export function judgeWith(
  reasoner: Reasoner,
  home: string,
  findings: readonly JudgedSource[],
  changes: Partial<JudgeFindingsInput> = {},
) {
  const input: JudgeFindingsInput = {
    queries: [queryOf(), queryOf({ queryId: 'q2' })],
    findings,
    themes: [themeOf()],
    earlierClaims: [],
    earlierItems: [],
    language: 'en',
    engine: 'configured',
    today: '2026-03-06',
    metering: UNLIMITED,
    approvedTasks: [],
    ...changes,
  };
  const judge = createJudgeFindings({ blobs: createFileBlobStore(home), reasoner });
  return judge(input, new AbortController().signal);
}
