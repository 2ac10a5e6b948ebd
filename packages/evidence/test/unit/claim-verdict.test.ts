import { describe, expect, it } from 'vitest';
import { quoteOf } from '../../../../test/support/builders/research-fixtures.ts';
import { repeatsQuote } from '../../claims/claim-verdict.ts';

describe('repeatsQuote', () => {
  const quotes = [quoteOf('q1', '* **`limit`** {number} The\n  longest [wait](x.md).')];

  it('accepts the words of a cited quote without list marker, line break and link', () => {
    expect(repeatsQuote('`limit` {number} The longest wait.', quotes, [])).toBe(true);
  });

  it('refuses any other letter', () => {
    expect(repeatsQuote('`limit` {number} The longest bait.', quotes, [])).toBe(false);
  });

  it('accepts the words of the unit around it, and no other', () => {
    const units = ['The longest wait.\nThen it fails.'];

    expect(repeatsQuote('The longest wait.\nThen it fails.', quotes, units)).toBe(true);
    expect(repeatsQuote('The longest wait.\nThen it works.', quotes, units)).toBe(false);
  });
});
