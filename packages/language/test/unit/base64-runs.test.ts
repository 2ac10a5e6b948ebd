import { base64RunsIn } from '@plumbline/language/injection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** The same by a regular expression. */
const RUNS = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,4096}/g;

describe('base64RunsIn', () => {
  it('finds what a regular expression finds, wherever the runs begin and end', () => {
    const run = fc.integer({ min: 30, max: 90 }).map((length) => 'aZ09+/_-'.repeat(12).slice(0, length));
    const other = fc.stringMatching(/^[ .,:=äλ🦉\n]{1,45}$/u);
    fc.assert(
      fc.property(fc.array(fc.oneof(run, other), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect([...base64RunsIn(text)]).toEqual(text.match(RUNS) ?? []);
      }),
      { numRuns: 1_000 },
    );
  });

  it('cuts a run after 4,096 characters, and gives the rest of it to nobody', () => {
    expect([...base64RunsIn(`see ${'a'.repeat(9_000)} ${'b'.repeat(40)}`)]).toEqual([
      'a'.repeat(4_096),
      'b'.repeat(40),
    ]);
  });
});
