import type { Finding } from '@plumbline/contracts/evidence/finding';
import { describe, expect, it } from 'vitest';
import { selectEvidence } from '../../../workflows/domain/evidence-selection.ts';
import { QUOTE_TEXT, scriptedFinding } from '../../support/builders/scripted-evidence.ts';

const CAPS = { tier1: 2, tier2: 1, tier3: 1 };

/** A finding in a passage of its own, unless one is named. */
function found(findingId: string, finalRelevance: number, changes: Partial<Finding> = {}): Finding {
  return scriptedFinding(findingId, changes.passageId ?? `p-${findingId}`, { finalRelevance, ...changes });
}

function select(kept: readonly Finding[], changes: Partial<Parameters<typeof selectEvidence>[1]> = {}) {
  const taskIds = [...new Set(kept.map(({ taskId }) => taskId))];
  const defaults = { taskIds, summaries: [], caps: CAPS, citeThreshold: 0.3, mergesPassages: true };
  return selectEvidence(kept, { ...defaults, ...changes });
}

const idsOf = (findings: readonly { readonly findingId: string }[]): string[] =>
  findings.map(({ findingId }) => findingId);

describe('the evidence of a report', () => {
  const strong = ['t1f1', 't1f2', 't1f3'].map((id, index) => found(id, 0.9 - index / 100));

  it('keeps two findings of every task, beyond the caps where others fill them', () => {
    const { findings } = select([...strong, found('t2f1', 0.6), found('t2f2', 0.5), found('t2f3', 0.55)]);

    expect(idsOf(findings)).toEqual(['t1f1', 't1f2', 't2f1', 't2f3']);
  });

  it('has no floor of background, but for a task that has nothing else', () => {
    const background = [found('t2f1', 0.6, { contextTier: 3 }), found('t1f9', 0.9, { contextTier: 3 })];

    expect(idsOf(select([...strong, ...background]).findings)).toEqual(['t1f1', 't1f2', 't2f1']);
  });

  it('holds what is left out in reserve, and says why', () => {
    const weak = found('t1f4', 0.2);
    const { reserve, leftOut } = select([...strong, weak]);

    expect(idsOf(reserve)).toEqual(['t1f3']);
    expect(leftOut.map(({ findingId, reason }) => [findingId, reason])).toEqual([
      ['t1f3', 'cap'],
      ['t1f4', 'cite-threshold'],
    ]);
  });

  it('selects the same again from what it selected', () => {
    const kept = [...strong, found('t2f1', 0.6), found('t2f2', 0.5), found('t2f3', 0.55)];
    const { findings } = select(kept);

    expect(idsOf(select(findings, { taskIds: ['t1', 't2'] }).findings)).toEqual(idsOf(findings));
  });

  describe('of a passage that two tasks read', () => {
    const other = { ...found('t2f1', 0.7, { passageId: 'p-t1f1' }) };
    const [quote] = other.quotes;
    if (quote === undefined) throw new Error('a scripted finding has a quote');
    const own = { ...quote, key: 't2f1q2', text: 'It is filled with oil every evening.', start: 50, end: 86 };
    const shared = { ...other, quotes: [quote, own] };
    const summary = {
      taskId: 't2',
      taskText: 'part',
      summary: '',
      keyFindings: [{ text: QUOTE_TEXT, citations: ['t2f1q1', 't2f1q2'] }],
      quotes: [],
      sources: [],
      relevanceToQuestion: null,
      gaps: [],
    };

    it('is one finding, with the quotes of both, which serves both', () => {
      const [first] = strong.slice(0, 1);
      if (first === undefined) throw new Error('there are strong findings');
      const { findings, leftOut, summaries } = select([first, shared], { taskIds: ['t1', 't2'], summaries: [summary] });

      expect(
        findings.map(({ findingId, alsoServes, quotes }) => [findingId, alsoServes, quotes.map(({ key }) => key)]),
      ).toEqual([['t1f1', ['t2'], ['t1f1q1', 't2f1q2']]]);
      expect(leftOut).toMatchObject([{ findingId: 't2f1', reason: 'same-passage' }]);
      expect(summaries[0]?.keyFindings[0]?.citations).toEqual(['t1f1q1', 't2f1q2']);
    });

    it('is a finding for each, where the rules write the report', () => {
      const { findings, leftOut } = select([...strong.slice(0, 1), shared], { mergesPassages: false });

      expect(idsOf(findings)).toEqual(['t1f1', 't2f1']);
      expect(leftOut).toEqual([]);
    });
  });
});
