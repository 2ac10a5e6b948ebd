import { describe as describeIssue, digestOf, markerOf, readDescription } from '@plumbline/trackers/tracked-issues';
import { describe, expect, it } from 'vitest';
import { wantedIssue } from '../../../../test/support/builders/issue-trackers.ts';

const NOW = new Date('2026-03-06T07:00:00Z');
const LATER = new Date('2026-03-09T07:00:00Z');

describe('the marker of an issue', () => {
  it('is read back, whatever is in it', () => {
    const issue = wantedIssue({ key: 'energy/--> ` <b> {x} }', title: 'plumbline-issue {"key":1} --> `\u2028' });
    const marker = markerOf(issue, null, NOW);
    const text = describeIssue('Body {with} braces', marker, '\n\nAdded {too}\n');

    expect(readDescription(text)).toEqual({ marker, added: '\n\nAdded {too}' });
  });

  it('ends nothing early', () => {
    const marker = markerOf(wantedIssue({ title: '--> ` -- <!-- ---' }), null, NOW);
    const line = describeIssue('', marker, '');

    expect(line.split('`')).toHaveLength(3);
    expect(line.split('\n')).toHaveLength(1);
  });

  it.each([
    'no marker',
    '<!-- plumbline-issue {"key":"energy/X"} -->',
    '<!-- plumbline-issue {"key": -->',
    '<!-- plumbline-issue -->',
  ])('is missing or damaged: %j', (text) => {
    expect(readDescription(text)).toBeNull();
  });

  it('counts what was written, from the day on which the issue was opened', () => {
    const opened = markerOf(wantedIssue(), null, NOW);
    const updated = markerOf(wantedIssue({ body: 'b' }), opened, LATER);
    const again = markerOf(wantedIssue({ body: 'c' }), updated, LATER);

    expect([opened.count, updated.count, again.count]).toEqual([1, 2, 3]);
    expect(again.openedAt).toBe(NOW.toISOString());
    expect(describeIssue('a', opened, '')).not.toContain('Updated ');
    expect(describeIssue('b', updated, '')).toContain('_Updated once since 2026-03-06._');
    expect(describeIssue('c', again, '')).toContain('_Updated 2 times since 2026-03-06._');
  });

  it.each([
    [{ body: 'other' }, false],
    [{ severity: 'medium' }, false],
    [{ type: 'task' }, false],
    [{ title: 'other' }, true],
  ] as const)('tells %j from the issue before: %j', (change, isSame) => {
    expect(digestOf(wantedIssue(change)) === digestOf(wantedIssue())).toBe(isSame);
  });
});
