import { describe, expect, it } from 'vitest';
import { createUnigramTokenizer } from '../../unigram-tokenizer.ts';
import { PIECES, TINY_TOKENIZER } from '../tiny-model.ts';

const tokenize = createUnigramTokenizer(JSON.parse(TINY_TOKENIZER), 8);
const piecesOf = (text: string) => tokenize(text).map((id) => PIECES[id]?.[0]);

describe('createUnigramTokenizer', () => {
  it.each([
    ['lamps', ['▁lamp', 's'], 'the most likely pieces, not the first ones'],
    ['  lamp\u200B\nriver ', ['▁lamp', '▁river'], 'any white space separates words'],
    ['ｌａｍｐ', ['▁lamp'], 'wide letters are letters'],
    ['XYlamp', ['▁', '<unk>', 'la', 'mp'], 'what is unknown is one token'],
  ])('splits %j into %j: %s', (text, pieces) => {
    expect(piecesOf(text)).toEqual(['<s>', ...pieces, '</s>']);
  });

  it('cuts a long text, and keeps its end', () => {
    expect(piecesOf('lamp '.repeat(20))).toEqual(['<s>', ...Array(6).fill('▁lamp'), '</s>']);
  });

  it('refuses what it cannot read', () => {
    expect(() => createUnigramTokenizer({ model: { type: 'WordPiece' } }, 8)).toThrow('WordPiece');
  });
});
