import type { TracedClaim } from '@plumbline/quotes/attribution';
import { describe, expect, it } from 'vitest';
import { renderTrace } from '../../../client/cli/commands/verify.ts';
import { findingOf, quoteOf, sourceOf } from '../../support/builders/research-fixtures.ts';

const OIL = 'The harbour lamp burns for nine hours on one filling.';

describe('renderTrace', () => {
  it('shows the address and the tier of a web source, and that it was read below the threshold', () => {
    const address = 'https://harbour.example/lamp';
    const quote = quoteOf('t1f1q1', OIL);
    const attribution = {
      key: quote.key,
      number: 1,
      quote,
      finding: findingOf('t1f1', OIL, { locator: address, belowThreshold: true }),
      taskText: 'the lamp',
      source: sourceOf({ locator: address, sourceTier: 2 }),
      stored: { isFound: true, words: OIL, isEqual: true, layerWords: 'rape-\nseed oil' },
      fault: null,
    };
    const claim: TracedClaim = {
      number: 1,
      part: 'answer',
      claim: { text: OIL, citations: [quote.key] },
      attributions: [attribution],
      isTraceable: true,
    };

    const text = renderTrace([claim], 400);

    expect(text).toContain(`source ${address} (source tier 2): content `);
    expect(text).toContain('text layer of the file: "rape- seed oil"');
    expect(text).toContain('relevance 1 -> 1, read below the relevance threshold; task: the lamp');
  });
});
