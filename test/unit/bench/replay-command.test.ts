import { describe, expect, it } from 'vitest';
import { parseOptions, readChanges } from '../../../bench/replay/options.ts';
import { renderReplays } from '../../../bench/replay/render-replays.ts';
import { type ChangedDecision, countEffects } from '../../../bench/replay/replayed-run.ts';

const parse = (...args: readonly string[]) => parseOptions(['node', 'replay.ts', 'report.json', ...args]);

describe('the options of a replay', () => {
  it('are those of the settings that it decides by, and how findings are scored', () => {
    const { paths, json, given } = parse('other.json', '--tier-caps', '1,0,0', '--scoring', 'first', '--json', 'out');

    expect({ paths, json }).toEqual({ paths: ['report.json', 'other.json'], json: 'out' });
    expect(readChanges(given)).toEqual({ tierCaps: { tier1: 1, tier2: 0, tier3: 0 }, scoring: 'first' });
  });

  it('must change something, within the range of the setting', () => {
    expect(() => readChanges(parse().given)).toThrow('no other setting is given');
    expect(() => readChanges(parse('--drift-threshold', '2').given)).toThrow('driftThreshold');
  });
});

describe('what a replay shows', () => {
  const change: ChangedDecision = {
    effect: 'rejected',
    subject: 'finding',
    findingId: 't1f3',
    place: 'lamp.md › Oil',
    before: 'accepted',
    after: 'left out of the report',
    scores: { hit: 1, first: null, final: 0.5 },
    excerpt: 'The lamp burns.',
  };
  const run = { researchId: 'lamp', question: 'How long?' };

  it('is each change with its scores, and a table of all', () => {
    const counts = countEffects([change]);
    const compared = { ...run, path: 'a', state: 'compared', decisions: 3, counts, notRecorded: ['1 hit'] } as const;

    const text = renderReplays([{ ...compared, changes: [change] }], counts, 100);

    expect(text).toContain('accepted -> rejected: 1\n    t1f3  lamp.md › Oil');
    expect(text).toContain('accepted -> left out of the report  (hit 1.00, final 0.50)');
    expect(text).toContain('not recorded: 1 hit');
    expect(text).toMatch(/1 run compared, 3 decisions\n[^]*^accepted -> rejected +1 +1$/mu);
  });

  it('names what could not be compared, and why', () => {
    const differences = Array.from({ length: 7 }, (_, index) => `difference ${index + 1}`);
    const other = { ...run, path: 'a', state: 'recorded-by-other-rules', differences } as const;
    const unreadable = { path: 'b', state: 'unreadable', problem: 'b cannot be checked' } as const;

    const text = renderReplays([other, unreadable], countEffects([]), 100);

    expect(text).toContain('and 2 more');
    expect(text).toContain('not compared: b cannot be checked');
    expect(text).toContain('0 runs compared, 0 decisions; 2 not compared');
  });
});
