import { describe, expect, it } from 'vitest';
import { withoutClaimedSources } from '../../../activities/conversations/claimed-sources.ts';

describe('an answer without sources', () => {
  it.each([
    ['Oil burns [1].', 'Oil burns.'],
    ['Oil burns [1, 2], gas too [3–5].', 'Oil burns, gas too.'],
    ['Oil burns.[^1]\n\n[^1]: The Oil Book, https://example.com/oil', 'Oil burns.'],
    ['Oil burns【3†source】.', 'Oil burns.'],
    ['Oil burns (source: The Oil Book).', 'Oil burns.'],
    ['Öl brennt (Quelle: Das Ölbuch).', 'Öl brennt.'],
    ['Oil burns. See https://example.com/oil.', 'Oil burns.'],
    ['Öl brennt. Mehr dazu unter https://example.com/oil.', 'Öl brennt.'],
    ['Oil [burns](https://example.com/oil "Oil").', 'Oil burns.'],
    ['Oil burns.\n\n## References\n\n1. The Oil Book\n2. https://example.com', 'Oil burns.'],
    ['Öl brennt.\n\n**Quellen:**\n- Das Ölbuch\n- www.example.com', 'Öl brennt.'],
    ['Oil burns.\nSource: The Oil Book', 'Oil burns.'],
  ])('claims none: %j', (text, expected) => {
    expect(withoutClaimedSources(text)).toBe(expected);
  });

  it.each([
    'I answer from sources only.',
    'Two lists:\n- oil\n- gas',
    'Use `list[1]` here.',
    '```sh\ncurl https://localhost:8080/a[1]\n```',
    'Ten percent (10 %) of 5 are 0.5.',
    'Quellen sind Orte, an denen Wasser austritt.',
  ])('stays as it is: %j', (text) => {
    expect(withoutClaimedSources(text)).toBe(text);
  });
});
