import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import { describe, expect, it } from 'vitest';
import { payloadConverter } from '../../../workflows/payload-converter.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('payloadConverter', () => {
  it('round-trips what can be decoded', () => {
    const value = { text: 'Grüße', list: [1, null] };

    expect(payloadConverter.fromPayload(payloadConverter.toPayload(value))).toEqual(value);
  });

  it.each([
    { name: 'an unknown encoding', payload: { metadata: { encoding: bytes('alien/1') }, data: bytes('x') } },
    { name: 'broken JSON', payload: { metadata: { encoding: bytes('json/plain') }, data: bytes('{"a":') } },
    { name: 'no encoding', payload: { data: bytes('x') } },
  ])('marks $name instead of failing', ({ payload }) => {
    const value = payloadConverter.fromPayload<unknown>(payload);

    expect(isUndecodable(value) && describeUndecodable(value)).toContain('could not be decoded');
  });
});
