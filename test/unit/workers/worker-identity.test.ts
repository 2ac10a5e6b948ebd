import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { refuseMixedBuilds } from '../../../workers/temporal/mixed-builds.ts';
import { formatIdentity, hasEnded, parseIdentity } from '../../../workers/temporal/worker-identity.ts';

describe('worker identity', () => {
  it.each([
    { host: 'rack@7', pid: 42, buildId: '0123456789ab', storeId: '4bf2aa01' },
    { host: 'rack', pid: 42, buildId: '0123456789ab', storeId: '4bf2aa02' },
  ])('is parsed from its text, host $host', (identity) => {
    expect(parseIdentity(formatIdentity(identity))).toEqual(identity);
  });

  it.each([
    '',
    '42@host',
    'plumbline@host@42',
    'other@host@42#0123/4bf2aa01',
    'plumbline@host@42#0123',
    'plumbline@host@42#0123/4bf2',
  ])('is not read from "%s"', (text) => {
    expect(parseIdentity(text)).toBeUndefined();
  });

  it('counts as ended when its process on this machine has ended, and only then', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const ended = { host: hostname(), pid, buildId: '0123456789ab', storeId: '4bf2aa01' };

    expect(hasEnded(ended)).toBe(true);
    expect(hasEnded({ ...ended, pid: process.pid })).toBe(false);
    expect(hasEnded({ ...ended, host: 'another-machine' })).toBe(false);
  });
});

describe('another build on the queue', () => {
  const other = { host: 'elsewhere', pid: 7, buildId: '0123456789ab', storeId: 'abcdefgh' };
  const joining = (deployment: string | undefined, allowMixedBuilds = false) =>
    refuseMixedBuilds({ deployment, allowMixedBuilds, taskQueue: 'research' }, async () => [other]);

  it('is refused by a worker whose runs it could take', async () => {
    await expect(joining(undefined)).rejects.toThrow('process 7 on elsewhere (build 0123456789ab)');
  });

  it('is joined by a versioned worker, and where that is allowed', async () => {
    await expect(Promise.all([joining('plumbline'), joining(undefined, true)])).resolves.toEqual([
      undefined,
      undefined,
    ]);
  });
});
