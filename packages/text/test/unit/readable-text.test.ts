import { readableText } from '@plumbline/text/readable-text';
import { describe, expect, it } from 'vitest';

describe('readableText', () => {
  it('shows boxes', () => {
    expect(readableText('[ ] Oil burns.')).toBe('☐ Oil burns.');
    expect(readableText('- [ ] Oil burns.\n- [x] Gas burns.')).toBe('☐ Oil burns. - ☒ Gas burns.');
  });

  it('keeps the numbers of paragraphs, by which laws are cited', () => {
    expect(readableText('- (2) Oil burns.')).toBe('(2) Oil burns.');
  });
});
