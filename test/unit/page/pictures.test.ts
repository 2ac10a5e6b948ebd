import { describe, expect, it } from 'vitest';
import {
  coverageBars,
  coverageSums,
  funnelBars,
  measureOf,
  sourceBars,
  spendingSteps,
  thinned,
} from '../../../client/page/models/pictures.ts';
import { ENGLISH } from '../../../client/page/words/english.ts';
import { GERMAN } from '../../../client/page/words/german.ts';
import type { SpendingPoint } from '../../../workflows/contracts/report/report-figures.ts';
import { reportFiguresOf } from '../../support/builders/report-readings.ts';

const TASKS = [
  { taskId: 't1', text: 'How long does it burn?', findings: 5, cited: 3, gaps: 0 },
  { taskId: 't2', text: 'Who lights it?', findings: 0, cited: 0, gaps: 1 },
];

function pointOf(minute: number, changes: Partial<SpendingPoint> = {}): SpendingPoint {
  const at = new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();
  return { at, requests: minute + 1, tokens: 0, money: 0, ...changes };
}

describe('the picture of the coverage', () => {
  it('has a bar for each task, also for one without findings, whose parts are all its findings', () => {
    const { bars } = coverageBars({ tasks: TASKS });

    expect(bars.map(({ parts, end }) => [parts, end])).toEqual([
      [[3, 2], '3 / 5'],
      [[0, 0], '0 / 0'],
    ]);
    expect(coverageSums({ tasks: TASKS })).toEqual({ tasks: 2, findings: 5, cited: 3, uncovered: 1 });
  });
});

describe('the picture of the sources', () => {
  it('shows the first twelve; the table has all', () => {
    const sources = [...Array(20).keys()].map((number) => ({
      sourceId: `s${number}`,
      locator: `${number}.md`,
      title: number === 0 ? '' : `Title ${number}`,
      citations: 1,
      claims: 20 - number,
    }));

    const { bars } = sourceBars({ sources });

    expect(bars).toHaveLength(12);
    expect(bars[0]).toEqual({ label: '0.md', parts: [20], end: '20' });
  });
});

describe('the picture of the retrieval', () => {
  it('has a bar for each step', () => {
    const { funnel } = reportFiguresOf();
    const names = GERMAN.pictures.funnel.steps;

    const { bars } = funnelBars({ funnel: { ...funnel, scored: 200 } }, names, String);

    expect(bars.map(({ label }) => label)).toEqual(['Gefunden', 'Bewertet', 'Gelesen', 'Mit Zitat', 'Im Bericht']);
    expect(bars[1]?.end).toBe('200');
  });
});

describe('the picture of the spending', () => {
  it('measures money where there are prices, else tokens, else requests', () => {
    expect(measureOf([pointOf(0, { money: 0.1, tokens: 5 })])).toBe('money');
    expect(measureOf([pointOf(0, { tokens: 5 })])).toBe('tokens');
    expect(measureOf([pointOf(0)])).toBe('requests');
  });

  it('counts time from the first request, in a unit that fits', () => {
    expect(spendingSteps([pointOf(0), pointOf(30)])).toEqual({
      form: 'steps',
      unit: 'min',
      points: [
        { x: 0, y: 1 },
        { x: 30, y: 31 },
      ],
    });
    expect(spendingSteps([]).points).toEqual([]);
  });

  it('keeps the first and the last of many points', () => {
    const points = [...Array(1_000).keys()];

    const kept = thinned(points, 50);

    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, 0, 999]);
    expect(new Set(kept).size).toBe(50);
  });
});

describe('the sentence beside a picture', () => {
  it('has every number of its picture, in both languages', () => {
    for (const { pictures } of [ENGLISH, GERMAN]) {
      expect(pictures.coverage.told('3', '5', 2, 1)).toMatch(/3\b.*\b5\b.*\b2\b.*\b1\b/);
      expect(pictures.funnel.told('40', '9', '4')).toMatch(/40\b.*\b9\b.*\b4\b/);
      expect(pictures.sources.told(2, 'lamp.md', '7')).toMatch(/\b2\b.*lamp\.md.*\b7\b/);
      expect(pictures.spending.told('', '', '3', '4 min')).toMatch(/^3\b.*4 min/);
    }
  });
});
