import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../client/cli/context/command.ts';
import { fullDiskFailure } from '../../../client/connection/disk-space.ts';

const HOME = '/no/such/home';
const MEGABYTE = 1_024 * 1_024;

describe('a start on a full disk', () => {
  it.each([
    ['', 0, '(0 bytes free)'],
    ['the Temporal server ended with exit code 1', 3 * MEGABYTE, '(3 MB free)'],
    ['database or disk is full (13)', 900 * MEGABYTE, '(900 MB free)'],
    ['ENOSPC: no space left on device, write', null, 'is full.'],
    ['write /home/server.log: no space left on device', null, 'is full.'],
  ])('is named in one sentence, for any cause: %s', (detail, free, words) => {
    const failure = fullDiskFailure(HOME, detail, free);

    expect(failure?.message).toContain(`the disk of ${HOME} is full`);
    expect(failure?.message).toContain(words);
    expect(failure?.remedy).toContain('Free some space, or set PLUMBLINE_HOME');
    expect(describeFailure(failure)).toMatchObject({ exitCode: 3, kind: 'environment' });
  });

  it.each([
    ['address already in use', 900 * MEGABYTE],
    ['', null],
  ])('is not reported when there is space: "%s"', (detail, free) => {
    expect(fullDiskFailure(HOME, detail, free)).toBeNull();
  });
});

describe('a command on a full disk', () => {
  it('says so and what to do, also where a library wrapped the error', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

    expect(describeFailure(new Error('cannot store', { cause: full }))).toEqual({
      exitCode: 3,
      kind: 'environment',
      message:
        'the disk is full (cannot store (ENOSPC: no space left on device, write)). Free some space, or set PLUMBLINE_HOME to a folder on another disk.',
    });
  });
});
