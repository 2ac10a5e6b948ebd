import { describe, expect, it } from 'vitest';
import { formatIdentity, parseIdentity } from '../../../workers/worker-identity.ts';

describe('worker identity', () => {
  it('comes back from its text', () => {
    const identity = { host: 'rack@7', pid: 42, buildId: '0123456789ab' };

    expect(parseIdentity(formatIdentity(identity))).toEqual(identity);
  });

  it.each(['', '42@host', 'plumbline@host@42', 'other@host@42#0123'])('is not read from "%s"', (text) => {
    expect(parseIdentity(text)).toBeUndefined();
  });
});
