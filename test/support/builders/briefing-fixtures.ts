import type { BriefingItem, LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import {
  briefingItem,
  claim,
  interaction,
  liveQuery,
  liveResult,
  pageFinding,
  signal,
  themeOutput,
} from './briefing-parts.ts';

export * from './briefing-parts.ts';

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
    elsewhere: null,
    signals: [signal()],
    interactions: [interaction()],
    queries: [liveQuery(), liveQuery({ queryId: 'q2', origin: 'horizon', themeId: null, taxonomyId: 'hydrogen' })],
    refusedQueries: [],
    droppedQueries: 0,
    requests: 2,
    results: liveResults(),
    documents: { places: [], count: 0 },
    knownPassages: [],
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
