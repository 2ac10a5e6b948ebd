import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../activities/corpus/text-decoding.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße – 😀', 'utf8'), 'Grüße – 😀'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFGrüße', 'utf8'), 'Grüße'],
    ['UTF-16', Buffer.from('\uFEFFGrüße', 'utf16le'), 'Grüße'],
    ['windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80]), 'Grüße €'],
    [
      'the encoding that an HTML page names',
      Buffer.from('<meta charset="iso-8859-2">\xb1', 'latin1'),
      '<meta charset="iso-8859-2">ą',
    ],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it('refuses binary files', () => {
    expect(() => decodeText(Buffer.from([0x89, 0x50, 0, 1]))).toThrow('binary file');
  });
});
