import { briefingSettingsSchema, budgetOf } from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { describe, expect, it } from 'vitest';

describe('without a setting', () => {
  it('a run asks, reads, grades and keeps as much as its design says', () => {
    expect(researchSettingsSchema.parse({})).toMatchObject({
      queryVariants: 3,
      relevanceThreshold: 0.7,
      rerankTopK: 10,
      sourceWeighting: 'auto',
      referenceDepth: 2,
      tierCaps: { tier1: 15, tier2: 10, tier3: 5 },
      minQuoteLength: 20,
      maxQuotes: 10,
      driftThreshold: 0.5,
      driftWarning: 0.7,
    });
  });

  it('a briefing asks as often as its design says, and its state may be a day and a half old', () => {
    const settings = briefingSettingsSchema.parse({ name: 'a', title: 'A' });

    expect(BRIEFING_KINDS.map((kind) => budgetOf(settings, kind))).toEqual([12, 20, 6, 8]);
    expect(settings).toMatchObject({ maxStateAgeHours: 36, highConviction: 7 });
  });
});
