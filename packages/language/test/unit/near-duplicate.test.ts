import { isNearDuplicate } from '@plumbline/language/copies';
import { describe, expect, it } from 'vitest';

describe('isNearDuplicate', () => {
  it.each([
    [
      '`maxRetries` {number\\[\\]} Number of retries. **Default:** `5`.',
      'maxRetries {number[]} Number of retries. Default: 5.',
    ],
    [
      'See [`stats`](fs.md#v24) of the file system.',
      'See [stats](https://example.org/v26/fs.html#stats) of the file system.',
    ],
    ['An [`<fs.Stats>`][] object of 3 fields.', 'An &lt;fs.Stats&gt; object of 3&#160;fields.'],
    ['- The lamp burns for nine hours.', '1. The lamp burns for nine hours.'],
  ])('sees no difference between formats: %s', (markdown, html) => {
    expect(isNearDuplicate(markdown, html, 'en')).toBe(true);
  });

  it.each([
    ['The lamp burns for 9 hours.', 'The lamp burns for 8 hours.'],
    ['Default: `5` retries of the agent.', 'Default: `5.5` retries of the agent.'],
    ['The lamp burns.', 'The tide rises.'],
  ])('separates texts that differ in a figure or in words: %s', (first, second) => {
    expect(isNearDuplicate(first, second, 'en')).toBe(false);
  });
});
