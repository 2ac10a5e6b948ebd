import { describe, expect, it } from 'vitest';
import { hashRequest } from '../../../client/runs/request-hash.ts';
import { researchRequestSchema } from '../../../workflows/contracts/research-request.ts';

const request = researchRequestSchema.parse({ question: 'How?', corpusDirectories: ['/docs'] });

describe('hashRequest', () => {
  it('is the same for the same fields in another order', () => {
    const { settings, ...rest } = request;
    const { limits, ...others } = settings;

    expect(hashRequest({ settings: { limits, ...others }, ...rest })).toBe(hashRequest(request));
  });

  it('differs when a nested setting differs', () => {
    const settings = { ...request.settings, limits: { ...request.settings.limits, searches: 81 } };

    expect(hashRequest({ ...request, settings })).not.toBe(hashRequest(request));
  });

  it('differs when the question differs', () => {
    expect(hashRequest({ ...request, question: 'Why?' })).not.toBe(hashRequest(request));
  });
});
