import { describe, expect, it } from 'vitest';
import { keepRunning, UnrecoverableError } from '../../../workers/supervisor/supervision.ts';

const running = { end: Promise.resolve() };

describe('keepRunning', () => {
  it('restarts an ended process at once', async () => {
    const stopping = new AbortController();
    let starts = 0;

    await keepRunning(async () => {
      starts += 1;
      if (starts === 2) stopping.abort();
      return running;
    }, stopping.signal);

    expect(starts).toBe(2);
  });

  it('gives up at once on an unrecoverable error', async () => {
    let starts = 0;
    const refusing = keepRunning(async () => {
      starts += 1;
      throw new UnrecoverableError('no model');
    }, new AbortController().signal);

    await expect(refusing).rejects.toThrow('no model');
    expect(starts).toBe(1);
  });

  it('starts nothing once it is stopped, whatever the last start returned', async () => {
    const stopping = new AbortController();
    let starts = 0;

    await keepRunning(async () => {
      starts += 1;
      stopping.abort();
      throw new Error('interrupted');
    }, stopping.signal);

    expect(starts).toBe(1);
  });
});
