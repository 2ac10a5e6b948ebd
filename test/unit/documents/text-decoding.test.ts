import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../activities/documents/text-decoding.ts';

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

  it.each([
    ['the stated encoding before the one that the page names', '<meta charset="iso-8859-2">\xb1', 'windows-1251', '±'],
    ['a stated encoding in any spelling', '\xe4', ' ISO-8859-1', 'ä'],
    ['the next best where the stated encoding is unknown', '<meta charset="iso-8859-2">\xb1', 'x-own-code', 'ą'],
    ['the encoding that an XML document names', '<?xml version="1.0" encoding="iso-8859-2"?>\xb1', null, 'ą'],
    ['a byte order mark before anything stated', '\xef\xbb\xbf\xc3\xa4', 'iso-8859-1', 'ä'],
  ])('takes %s', (_, bytes, charset, text) => {
    expect(decodeText(Buffer.from(bytes, 'latin1'), charset)).toMatch(new RegExp(`${text}$`));
  });

  it('refuses binary files', () => {
    expect(() => decodeText(Buffer.from([0x89, 0x50, 0, 1]))).toThrow('binary file');
  });
});
