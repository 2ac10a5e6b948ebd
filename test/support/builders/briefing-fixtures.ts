import type {
  BriefingClaim,
  BriefingItem,
  LiveQuery,
  LiveResult,
} from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord, Interaction, Signal, ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import type { Finding } from '../../../workflows/contracts/evidence.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
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

/** A new claim that a source of tier 1 or 2 says; it cites the finding of {@link briefingRecord} with the same number. */
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
    caveats: [],
    focus: ['Does Harbour Energy start the second battery hall?'],
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

/** Evidence of the claims of {@link briefingRecord}: `t1f1` to `t1f4`. */
export function briefingFindings(): Finding[] {
  return [
    pageFinding(
      't1f1',
      'Harbour Energy connected 120 megawatts of batteries at Norhaven.',
      'https://grid-office.example/news/norhaven',
      'Batteries at Norhaven are connected',
    ),
    pageFinding(
      't1f2',
      'Only 90 megawatts are connected so far, a spokesman said.',
      'https://norhaven-times.example/batteries',
      'Batteries at half strength',
    ),
    pageFinding(
      't1f3',
      'The gas hub stays open until the end of the year.',
      'https://ministry.example/gas-hub',
      'Decision on the gas hub',
    ),
    pageFinding(
      't1f4',
      'The ministry opened a tender for hydrogen at Norhaven.',
      'https://ministry.example/hydrogen',
      'Tender for hydrogen',
    ),
  ];
}

/** A daily of two themes on 2026-03-06: one with new claims of which two disagree, and one without news. */
export function briefingRecord(overrides: Partial<BriefingRecord> = {}): BriefingRecord {
  return {
    version: 1,
    briefing: 'norhaven',
    title: 'Norhaven energy',
    language: 'en',
    workflowId: 'briefing-norhaven-2026-03-06',
    slot: slotOf('daily', '2026-03-06T06:30:00.000Z', 'Europe/Berlin'),
    isBackfill: false,
    notes: [],
    stateLoaded: 'yes',
    loaded: ['active-themes', 'continuity', 'conviction-log', 'previous-output'],
    themes: [gridStorage(), gasHub()],
    signals: [signal()],
    interactions: [interaction()],
    queries: [liveQuery(), liveQuery({ queryId: 'q2', origin: 'horizon', themeId: null, taxonomyId: 'hydrogen' })],
    refusedQueries: [],
    droppedQueries: 0,
    requests: 2,
    results: liveResults(),
    items: briefingItems(),
    corrections: [],
    suspectedReversals: [],
    diagnostics: [],
    anchored: [],
    anchoringNote: '',
    openIssues: [],
    issues: [],
    unfiledIssues: null,
    context: [{ component: 'confirmed', tokens: 120, cut: 0 }],
    engine: 'offline',
    usage: { searches: 2, pages: 3, modelCalls: 0, modelTokens: 0, money: 0 },
    verification: {
      quotesChecked: 4,
      quotesRejected: 0,
      claims: 4,
      statementsRemoved: 0,
      claimsRepaired: 0,
      notes: [],
    },
    findings: briefingFindings(),
    ...overrides,
  };
}

function gridStorage(): ThemeOutput {
  const connected = claim({ conflictsWith: ['grid-storage-2'] });
  const fewer = claim({
    claimId: 'grid-storage-2',
    text: 'Only 90 megawatts are connected so far.',
    status: 'reported',
    evidencedAt: '2026-03-05T20:00:00.000Z',
    outlets: ['norhaven-times.example'],
    citations: ['t1f2q1'],
    conflictsWith: ['grid-storage-1'],
  });
  return themeOutput({ claims: [connected, fewer] });
}

function gasHub(): ThemeOutput {
  const open = claim({
    claimId: 'gas-hub-1',
    themeId: 'gas-hub',
    text: 'The gas hub stays open until the end of the year.',
    mark: 'kept',
    firstSeen: '2026-03-02',
    evidencedAt: '2026-03-02T09:00:00.000Z',
    outlets: ['ministry.example'],
    citations: ['t1f3q1'],
  });
  return themeOutput({
    themeId: 'gas-hub',
    title: 'Gas hub',
    conviction: 5,
    delta: 'stale',
    claims: [open],
    focus: ['Will the ministry close the gas hub?'],
    watchpoints: [],
  });
}

function briefingItems(): BriefingItem[] {
  const fromTimes = { locator: 'https://norhaven-times.example/batteries', outlet: 'norhaven-times.example' };
  const fromMinistry = { locator: 'https://ministry.example/hydrogen', outlet: 'ministry.example' };
  const times = { status: 'reported', tier: null, publishedAt: '2026-03-05T20:00:00.000Z' } as const;
  const horizon = { queryId: 'q2', themeId: null, taxonomyId: 'hydrogen' } as const;
  return [
    briefingItem(),
    briefingItem({
      itemId: 'i2',
      text: 'Only 90 megawatts are connected so far.',
      citations: ['t1f2q1'],
      ...fromTimes,
      ...times,
    }),
    briefingItem({
      itemId: 'i3',
      text: 'The ministry opened a tender for hydrogen at Norhaven.',
      citations: ['t1f4q1'],
      ...fromMinistry,
      ...horizon,
    }),
  ];
}

function liveResults(): LiveResult[] {
  return [
    liveResult(),
    liveResult({
      locator: 'https://norhaven-times.example/batteries',
      title: 'Batteries at half strength',
      verdict: 'flagged',
      reason: 'credible, not listed',
    }),
    liveResult({ queryId: 'q2', locator: 'https://ministry.example/hydrogen', title: 'Tender for hydrogen' }),
    liveResult({
      queryId: 'q2',
      locator: 'https://forum.example/hydrogen',
      title: 'My view of hydrogen',
      verdict: 'rejected',
      reason: 'tier 3',
    }),
  ];
}
