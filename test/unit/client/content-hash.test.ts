import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { describe, expect, it } from 'vitest';
import { hashContent } from '../../../client/runs/research-id.ts';

const request = researchRequestSchema.parse({ question: 'How?', corpusDirectories: ['/docs'] });

describe('hashContent', () => {
  it('is the same for the same fields in another order', () => {
    const { settings, ...rest } = request;
    const { limits, ...others } = settings;

    expect(hashContent({ settings: { limits, ...others }, ...rest })).toBe(hashContent(request));
  });

  it('differs when a nested setting differs', () => {
    const settings = { ...request.settings, limits: { ...request.settings.limits, searches: 81 } };

    expect(hashContent({ ...request, settings })).not.toBe(hashContent(request));
  });

  it('differs when the question differs', () => {
    expect(hashContent({ ...request, question: 'Why?' })).not.toBe(hashContent(request));
  });
});
