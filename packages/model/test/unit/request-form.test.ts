import { ModelEndpointError } from '@plumbline/model/failures';
import { describe, expect, it } from 'vitest';
import { createFormMemory, findNextForm } from '../../engine/chat-endpoint.ts';

const best = createFormMemory().formFor('any');

function refusal(complaint: string, { status = 400, codes = [] }: { status?: number; codes?: string[] } = {}) {
  return new ModelEndpointError({
    host: 'models.example',
    model: 'm',
    modelVariable: 'PLUMBLINE_MODEL',
    outcome: '',
    silence: null,
    status,
    codes,
    complaint,
    requestId: undefined,
    advice: { shouldRetry: undefined, retryAfterMs: undefined },
  });
}

describe('findNextForm', () => {
  it.each([
    {
      complaint: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      next: { lengthLimit: 'max_completion_tokens' },
    },
    { complaint: 'max_tokens is too large: 9000', next: { lengthLimit: 'max_completion_tokens' } },
    {
      complaint: 'you requested 9000 tokens (5000 in the messages, 4000 in the completion)',
      next: { lengthLimit: 'max_completion_tokens' },
    },
    { complaint: "'temperature' does not support 0.2 with this model", next: { temperature: 'left-out' } },
    { complaint: '[{"type":"extra_forbidden","loc":["body","stream_options"]}]', next: { delivery: 'stream' } },
    { complaint: 'Streaming is not supported with a grammar', next: { delivery: 'whole' } },
  ])('changes only what "$complaint" names', ({ complaint, next }) => {
    expect(findNextForm(best, refusal(complaint))).toEqual({ ...best, ...next });
  });

  it('reads the name of the parameter from the codes as well', () => {
    const error = refusal('Not allowed.', { codes: ['unsupported_parameter', 'temperature'] });

    expect(findNextForm(best, error)).toEqual({ ...best, temperature: 'left-out' });
  });

  it.each([
    { name: 'another refusal', error: refusal('response_format json_schema is not supported') },
    { name: 'a failure that mentions a stream', error: refusal('upstream closed the stream', { status: 500 }) },
    { name: 'an error of another kind', error: new Error('max_tokens') },
  ])('does not change the form because of $name', ({ error }) => {
    expect(findNextForm(best, error)).toBeUndefined();
  });

  it('gives up when the limit was refused in both ways', () => {
    expect(findNextForm({ ...best, lengthLimit: 'none' }, refusal('max_tokens'))).toBeUndefined();
  });
});

describe('the memory of forms', () => {
  it('keeps what two concurrent requests learned', () => {
    const memory = createFormMemory();

    memory.remember('m', { ...best, temperature: 'left-out' });
    memory.remember('m', { ...best, delivery: 'whole' });
    memory.remember('m', best);

    expect(memory.formFor('m')).toEqual({ ...best, temperature: 'left-out', delivery: 'whole' });
    expect(memory.formFor('other')).toEqual(best);
  });
});
