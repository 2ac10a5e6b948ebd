import { describe, expect, it } from 'vitest';
import { toReadableFinding } from '../../../activities/offline-engine/answers/evidence-reading.ts';
import { completeOutline } from '../../../activities/report/writing/outline-completion.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';

const found = (findingId: string, taskId: string, contextTier: 1 | 2 | 3 = 1) => ({
  ...toReadableFinding(findingOf(findingId, 'The harbour lamp burns for nine hours.', { taskId, contextTier })),
  sourceId: 's1',
});
const findings = [found('a1', 'a'), found('a2', 'a'), found('b1', 'b'), found('b2', 'b', 3)];
const section = (heading: string, ...ids: string[]) => ({ heading, purpose: `About ${heading}.`, findings: ids });

const NONE: ReadonlySet<string> = new Set();

describe('an outline', () => {
  it('keeps sections with findings that exist, each finding once a section', () => {
    expect(
      completeOutline(
        { sections: [section('A', 'a1', 'a1', 'x9', 'a2'), section('B', 'b1'), section('C', 'x1'), section('', 'a1')] },
        findings,
        NONE,
      ),
    ).toEqual([
      { heading: 'A', purpose: 'About A.', findingIds: ['a1', 'a2'] },
      { heading: 'B', purpose: 'About B.', findingIds: ['b1'] },
    ]);
  });

  it('gives a finding that no section names to the section with most of its task, and leaves background out', () => {
    expect(completeOutline({ sections: [section('A', 'a1'), section('B', 'b1')] }, findings, NONE)).toMatchObject([
      { findingIds: ['a1', 'a2'] },
      { findingIds: ['b1'] },
    ]);
  });

  it('draws from the reserve what it names, and nothing else', () => {
    const reserve = new Set(['a2', 'b1']);
    const outline = completeOutline({ sections: [section('A', 'a1'), section('B', 'b1')] }, findings, reserve);

    expect(outline.map(({ findingIds }) => findingIds)).toEqual([['a1'], ['b1']]);
  });

  it('divides nothing with one section', () => {
    expect(completeOutline({ sections: [section('A', 'a1', 'b1')] }, findings, NONE)).toEqual([]);
    expect(completeOutline({ sections: [] }, findings, NONE)).toEqual([]);
  });
});
