import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describeGap } from '@plumbline/report/wording';
import { describe, expect, it } from 'vitest';

describe('gaps', () => {
  it('carry one English sentence', () => {
    const gap = createGap('limit-reached', { subject: 'searches', cause: '80' });

    expect(gap.description).toBe('The limit of 80 searches was reached; research stopped there.');
  });

  it('are written in the language of the report', () => {
    const gap = createGap('search-failed', { taskId: 't1', subject: 'Docht', cause: 'kein Index' });

    expect(describeGap(gap, 'de')).toBe('Die Suche „Docht“ ist fehlgeschlagen: kein Index');
    expect(describeGap(gap, 'fr')).toBe('The search "Docht" failed: kein Index');
  });
});
