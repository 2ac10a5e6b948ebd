import type { WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { briefingRecord, claim, liveQuery, themeOutput, watchpoint } from '../../support/builders/briefing-fixtures.ts';

/** A day on which everything happens that a briefing can show. */
export function eventfulRecord(overrides: Partial<BriefingRecord> = {}): BriefingRecord {
  const { themes, queries } = briefingRecord();
  return briefingRecord({
    title: 'Norhaven',
    notes: ['The output of 2026-03-05 is missing; the last one is of 2026-03-04.', 'Missed slots: 2026-03-05 07:30.'],
    stateLoaded: 'partial',
    loaded: ['active-themes', 'continuity', 'previous-output'],
    themes: [...themes, harbourLine()],
    refusedQueries: [{ text: 'battery news', reason: 'names no actor, institution or place' }],
    droppedQueries: 3,
    requests: 12,
    queries: [...queries, liveQuery({ queryId: 'c1', origin: 'correction', itemId: 'i2', targetTiers: [1] })],
    // The second was confirmed by an ordinary query: no retrieval was made for it.
    corrections: [
      { themeId: 'grid-storage', itemId: 'i2', isConfirmed: false },
      { themeId: 'grid-storage', itemId: 'grid-storage-1', isConfirmed: true },
    ],
    diagnostics: [
      { code: 'THIN_COVERAGE', themeId: 'grid-storage', detail: '1 confirmed item, 2 are needed' },
      { code: 'BUDGET_EXCEEDED', themeId: null, detail: '15 queries wanted, 12 allowed' },
    ],
    anchored: null,
    anchoringNote: 'the log has 3 days, 5 are needed',
    issues: [
      { key: 'norhaven/THIN_COVERAGE/grid-storage', reference: 'ENG-12', action: 'opened' },
      { key: 'norhaven/HIGH_REJECTION', reference: 'ENG-9', action: 'closed' },
    ],
    unfiledIssues: { issues: [budgetIssue()], reason: 'the tracker answered 503' },
    ...overrides,
  });
}

function harbourLine() {
  const common = { themeId: 'harbour-line', citations: ['t1f3q1'], evidencedAt: '2026-03-02T09:00:00.000Z' };
  return themeOutput({
    themeId: 'harbour-line',
    title: 'Harbour line',
    delta: 'reversed',
    summary: [{ text: 'The line is not closed after all.', citations: ['t1f3q1'] }],
    claims: [
      claim({
        ...common,
        claimId: 'h1',
        text: 'The line opens in May.',
        mark: 'strengthened',
        note: 'a second outlet',
      }),
      claim({ ...common, claimId: 'h2', text: 'The line is closed.', mark: 'contradicted' }),
      claim({
        ...common,
        claimId: 'h3',
        text: 'The line was sold.',
        mark: 'withdrawn',
        note: 'the paper took it back',
      }),
    ],
    caveats: ['fewer than two confirmed items'],
    focus: ['Does the line open in May?'],
    watchpoints: [watchpoint({ evidence: 2 })],
  });
}

function budgetIssue(): WantedIssue {
  return {
    key: 'norhaven/BUDGET_EXCEEDED',
    title: 'More queries are wanted than allowed',
    body: '15 of 12',
    type: 'workflow',
    severity: 'medium',
    code: 'BUDGET_EXCEEDED',
    themeId: null,
  };
}
