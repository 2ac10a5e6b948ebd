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

  it('accepts them with the subject that the passage gives them, and with no other', () => {
    const readings = [{ statement: 'limit: The longest wait.', unit: 'limit: The longest wait. Then it fails.' }];

    expect(repeatsQuote('limit: The longest wait.', quotes, readings)).toBe(true);
    expect(repeatsQuote('limit: The longest wait. Then it fails.', quotes, readings)).toBe(true);
    expect(repeatsQuote('oil: The longest wait.', quotes, readings)).toBe(false);
  });
});
