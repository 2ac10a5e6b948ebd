import type { ComparedRun, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import { describe, expect, it } from 'vitest';
import { renderComparison } from '../../../client/cli/rendering/render-comparison.ts';
import { NO_TRUST } from '../../support/builders/report-readings.ts';

const ESCAPE = '\u001b[2J';

function runOf(researchId: string): ComparedRun {
  const costs = { searches: 1, pages: 2, modelCalls: 0, modelTokens: 0, money: 0, workedSeconds: 3 };
  return {
    researchId,
    question: `${ESCAPE}How long?`,
    language: 'en',
    outcome: 'stopped',
    publishedAt: '2026-01-02T04:00:00.000Z',
    engine: 'offline',
    costs,
    trust: NO_TRUST,
  };
}

function comparisonOf(changes: Partial<ReportComparison>): ReportComparison {
  return {
    a: runOf('lamp-1'),
    b: runOf('lamp-2'),
    claims: { both: [], sameEvidence: [], onlyA: [], onlyB: [] },
    sources: { both: [], onlyA: [], onlyB: [] },
    settings: [],
    isEqual: false,
    ...changes,
  };
}

const claimOf = (text: string, ...numbers: number[]) => ({ numbers, text, citations: [] });

describe('renderComparison', () => {
  it('shows the numbers of a common claim in both reports, once where they are the same', () => {
    const both = [
      { a: claimOf('The lamp burns.', 1, 4), b: claimOf('The lamp burns.', 2) },
      { a: claimOf('The oil lasts.', 3), b: claimOf('The oil lasts.', 3) },
    ];
    const sameEvidence = [{ a: claimOf('The wick is new.', 5), b: claimOf('A new wick.', 6) }];

    const text = renderComparison(comparisonOf({ claims: { both, sameEvidence, onlyA: [], onlyB: [] } }), 100);

    expect(text).toContain('    a 1, 4; b 2. The lamp burns.\n    3. The oil lasts.\n');
    expect(text).toContain('in other words: 1\n    a 5. The wick is new.\n    b 6. A new wick.');
  });

  it('says what moved and what was read as another text, and which settings are not set', () => {
    const place = (locator: string) => ({ locator, title: locator });
    const text = renderComparison(
      comparisonOf({
        sources: {
          both: [{ a: place('old.md'), b: place('new.md'), isSameText: true }],
          onlyA: [],
          onlyB: [place('other.md')],
        },
        settings: [{ name: 'web.providers', a: null, b: ['one', 'two'] }],
      }),
      100,
    );

    expect(text).toContain('old.md, in b new.md');
    expect(text).toContain('Sources only in b: 1\n    other.md');
    expect(text).toContain('web.providers: a not set, b [one, two]');
    expect(text).toContain('stopped early');
  });

  it('lets no text of a report reach the terminal as a command', () => {
    const place = { locator: `${ESCAPE}lamp.md`, title: '' };
    const claims = {
      both: [],
      sameEvidence: [{ a: claimOf(ESCAPE, 1), b: claimOf(ESCAPE, 1) }],
      onlyA: [claimOf(ESCAPE, 2)],
      onlyB: [claimOf(ESCAPE, 3)],
    };
    const sources = { both: [{ a: place, b: place, isSameText: false }], onlyA: [place], onlyB: [place] };
    const settings = [{ name: ESCAPE, a: ESCAPE, b: [ESCAPE] }];

    expect(renderComparison(comparisonOf({ claims, sources, settings }), 100)).not.toContain('\u001b');
  });
});
