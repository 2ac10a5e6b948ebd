import { describe, expect, it } from 'vitest';
import { createSnippets } from '../../index/hit-text.ts';

describe('a snippet', () => {
  it('begins with the sentence that has most of the words, and with the number of its entry', () => {
    const show = createSnippets('Which valve is closed at low pressure?', 'en');

    expect(show('# Steps\n\n1. Open the hatch.\n2. Close the valve at low pressure.\n')).toBe(
      '2. Close the valve at low pressure.',
    );
    expect(show('Open the hatch. Close the valve at low pressure.')).toBe('Close the valve at low pressure.');
  });
});
