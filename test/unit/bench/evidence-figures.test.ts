import { describe, expect, it } from 'vitest';
import { measureEvidence, rankSentences } from '../../../bench/evidence/evidence-figures.ts';

const pairs = [
  {
    claim: 'Whale oil reduces wrecks.',
    docId: '1',
    sentences: [
      'Harbours are old.',
      'We asked whether whale oil reduces wrecks.',
      'We found that whale oil reduces wrecks.',
    ],
    evidence: [2],
  },
  {
    claim: 'Keepers sleep at noon.',
    docId: '2',
    sentences: ['Lamps burn.', 'Keepers sleep at noon.'],
    evidence: [0, 1],
  },
];

describe('rankSentences', () => {
  it('puts the best first and keeps the order of the text for ties', () => {
    expect(rankSentences([0.1, 0.5, 0.1, 0.5])).toEqual([1, 3, 0, 2]);
  });
});

describe('measureEvidence', () => {
  it('is the mean over pairs of hits at 1 and 3 and of the share found', () => {
    expect(measureEvidence(pairs, ({ sentences }) => sentences.map((_, index) => -index))).toEqual({
      hit1: 0.5,
      hit3: 1,
      recall3: 1,
    });
    expect(measureEvidence(pairs.slice(0, 1), () => [3, 2, 0])).toEqual({ hit1: 0, hit3: 1, recall3: 1 });
  });
});
