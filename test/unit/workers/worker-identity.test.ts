import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { formatIdentity, hasEnded, parseIdentity } from '../../../workers/temporal/worker-identity.ts';

describe('worker identity', () => {
  it('is parsed from its text', () => {
    const identity = { host: 'rack@7', pid: 42, buildId: '0123456789ab' };

    expect(parseIdentity(formatIdentity(identity))).toEqual(identity);
  });

  it.each(['', '42@host', 'plumbline@host@42', 'other@host@42#0123'])('is not read from "%s"', (text) => {
    expect(parseIdentity(text)).toBeUndefined();
  });

  it('counts as ended when its process on this machine has ended, and only then', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const ended = { host: hostname(), pid, buildId: '0123456789ab' };

    expect(hasEnded(ended)).toBe(true);
    expect(hasEnded({ ...ended, pid: process.pid })).toBe(false);
    expect(hasEnded({ ...ended, host: 'another-machine' })).toBe(false);
  });
});
