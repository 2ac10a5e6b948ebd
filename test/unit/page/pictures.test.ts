import type { SpendingPoint } from '@plumbline/contracts/report/report-figures';
import { describe, expect, it } from 'vitest';
import { funnelBars, measureOf, spendingSteps, thinned } from '../../../packages/page/browser/models/pictures.ts';
import { ENGLISH } from '../../../packages/page/browser/words/english.ts';
import { GERMAN } from '../../../packages/page/browser/words/german.ts';
import { reportFiguresOf } from '../../support/builders/report-readings.ts';

function pointOf(minute: number, changes: Partial<SpendingPoint> = {}): SpendingPoint {
  const at = new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();
  return { at, requests: minute + 1, tokens: 0, money: 0, ...changes };
}

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
      expect(pictures.funnel.told('40', '9', '4', 6)).toMatch(/40\b.*\b9\b.*\b4\b.*\b6\b/);
      expect(pictures.map.told(9, 2, 'lamp.md', 7)).toMatch(/\b9\b.*\b2\b.*lamp\.md.*\b7\b/);
      expect(pictures.timeline.told(3, '2014', '2016-03')).toMatch(/\b3\b.*\b2014\b.*2016-03/);
      expect(pictures.spending.told('', '', '3', '4 min')).toMatch(/^3\b.*4 min/);
    }
  });
});
