import { describe, expect, it } from 'vitest';
import { repeatsItself, withoutRepetition } from '../../engine/chat-completion.ts';

const list = (ids: number) => Array.from({ length: ids }, (_, id) => `{"id": "p${id}", "score": 0.5}`).join(', ');

describe('repeatsItself', () => {
  it.each([
    { name: 'blanks', text: `{"a": 1,${'\n'.repeat(2_000)}` },
    { name: 'a word', text: `I think ${'very '.repeat(500)}` },
    { name: 'a sentence', text: `It is so. ${'The harbour freezes first in a hard winter, as they say. '.repeat(40)}` },
    { name: 'an item', text: `[${'{"id": "p1", "score": 0.5}, '.repeat(100)}` },
  ])('sees $name over and over', ({ text }) => {
    expect(repeatsItself(text)).toBe(true);
  });

  it.each([
    { name: 'a list of items that differ', text: list(200) },
    { name: 'a short repetition', text: `${list(100)} ${'-'.repeat(200)}` },
    { name: 'one that ended', text: `${'very '.repeat(500)}${list(60)}` },
    { name: 'a short text', text: 'aaaa' },
  ])('does not mind $name', ({ text }) => {
    expect(repeatsItself(text)).toBe(false);
  });
});

describe('withoutRepetition', () => {
  it('keeps what came before, and the repeated stretch in full', () => {
    const item = '{"id": "p7", "score": 0.5}, ';

    const text = withoutRepetition(`[${list(50)}, ${item.repeat(200)}`);

    expect(text.startsWith(`[${list(50)}, ${item}`)).toBe(true);
    expect(text.length).toBeLessThan(list(50).length + 3 * item.length);
  });
});
