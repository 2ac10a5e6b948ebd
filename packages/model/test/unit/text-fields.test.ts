import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextFieldReader } from '../../engine/answer-hearing.ts';

/** What each piece adds. */
function readPieces(pieces: readonly string[]): string[] {
  const read = createTextFieldReader();
  return pieces.map((piece) => read(piece));
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

const claims = (texts: readonly string[]) => ({ summary: texts.map((text) => ({ text, citations: ['t1f1q1'] })) });

describe('text fields', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['as it comes', ['{"text": "It', ' bur', 'ns."}'], ['It', ' bur', 'ns.']],
    ['of several fields, one below the other', [JSON.stringify(claims(['One.', 'Two.']))], ['One.\nTwo.']],
    ['at any depth', ['{"a": [{"b": {"text": "deep"}}]}'], ['deep']],
    ['and no other string', ['{"note": "no", "text": "yes", "list": ["text", "no"], "end": "no"}'], ['yes']],
    ['and not where the value is no string', ['{"text": 7, "a": {"text": ["no"]}, "b": {"text": null}}'], ['']],
    ['named text in escapes', ['{"te\\u0078t": "yes"}'], ['yes']],
    ['with an escape that is cut in two, once it is whole', ['{"text": "a\\', 'nb\\u00', 'e4"}'], ['', '', 'a\nbä']],
    ['with an escaped surrogate pair that is cut in two', ['{"text": "\\ud83d', '\\ude00!"}'], ['', '😀!']],
    ['with a surrogate pair that is cut in two', ['{"text": "\ud83d', '\ude00!"}'], ['', '😀!']],
    ['with half a surrogate pair made harmless', ['{"text": "a\\ud83d"}'], ['a\ufffd']],
    ['with a line break where JSON allows none', ['{"text": "a\nb"}'], ['a b']],
    ['in a fence behind prose', ['Here you {are}:\n```json\n{"te', 'xt": "yes"}\n```'], ['', 'yes']],
    ['behind an empty object', ['{} {"text": "yes"}'], ['yes']],
    ['with a space at the end of the first piece', ['{"text": "It ', 'burns."}'], ['It ', 'burns.']],
    ['behind thoughts', ['<think>{"text": "no"} I', ' see</think>{"text": "yes"}'], ['', 'yes']],
    ['up to the end of the object', ['{"text": "yes"}', '{"text": "no"}'], ['yes', '']],
    ['up to where the JSON is damaged', ['{"text": "yes", broken: {"text": "no"}}'], ['yes']],
    ['never where there is no object', ['It burns for nine hours. "text": "no"'], ['']],
  ])('are read %s', (_, pieces, added) => {
    expect(readPieces(pieces)).toEqual(added);
  });

  it('say the same however the answer is cut, and what JSON says', () => {
    const word = fc.string({ unit: fc.constantFrom(' ', 'a', '"', '\\', '\n', 'ä', '😀', '{'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), fc.array(fc.nat(400), { maxLength: 40 }), (texts, cuts) => {
        const answer = JSON.stringify(claims(texts));
        const said = readPieces(cutAt(answer, cuts)).join('');

        expect(said).toBe(texts.filter((text) => text !== '').join('\n'));
      }),
    );
  });

  it('of hostile pieces never throw, and end', () => {
    const hostile = fc.array(
      fc.constantFrom('{', '}', '[', '"', '\\', '\\u12', ':', ',', 'text', '<think>', '</think>', '\0'),
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        expect(() => readPieces(pieces)).not.toThrow();
      }),
    );
    expect(readPieces(['{'.repeat(50_000), '{"text": "'])).toEqual(['', '']);
  });
});
