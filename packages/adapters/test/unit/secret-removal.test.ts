import { hideSecrets, removeSecrets } from '@plumbline/adapters/secret-removal';
import { describe, expect, it } from 'vitest';

const key = 'sk-0123456789abcdef';
const prompt = 'You plan research.\n<question>Which harbour freezes first in a hard winter?</question>';

describe('removeSecrets', () => {
  it.each([
    { name: 'the key', text: `bad key ${key} given`, left: 'bad key [key] given' },
    {
      name: 'a key with what an address escapes',
      text: 'GET /?key=sk%2F0123456789%3D',
      key: 'sk/0123456789=',
      left: 'GET /?key=[key]',
    },
    {
      name: 'a key at the border of what is examined',
      text: `${'x'.repeat(990)}${key}`,
      left: `${'x'.repeat(990)}[key]`,
    },
    {
      name: 'an echo of the prompt',
      text: 'invalid: Which harbour freezes first in a hard winter? (input)',
      left: 'invalid: […] (input)',
    },
    {
      name: 'an echo across lines',
      text: 'got "plan research.\\n<question>Which harbour" here',
      left: 'got "[…]" here',
    },
    { name: 'nothing from a message of its own', text: 'model not found', left: 'model not found' },
  ])('removes $name', ({ text, left, key: sent = key }) => {
    expect(removeSecrets(text, sent, [prompt])).toBe(left);
  });

  it('keeps words that merely contain a placeholder key', () => {
    expect(removeSecrets('none of these', 'none', [])).toBe('none of these');
  });
});

describe('hideSecrets', () => {
  it('removes each of several, but no placeholder', () => {
    expect(
      hideSecrets('keeper:open-sesame or b3Blbi1zZXNhbWU= or none', ['open-sesame', 'b3Blbi1zZXNhbWU=', 'none']),
    ).toBe('keeper:[key] or [key] or none');
  });
});
