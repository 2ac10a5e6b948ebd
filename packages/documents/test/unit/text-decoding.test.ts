import { decodeText } from '@plumbline/documents/decoding';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

const GERMAN =
  'Die zulässige Höchsttemperatur im Kühlkreis beträgt 42 °C. Über diesem Wert schließt das Ventil von selbst, und der Wärter prüft die Anlage.';

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße – 😀', 'utf8'), 'Grüße – 😀'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFGrüße', 'utf8'), 'Grüße'],
    ['UTF-16', Buffer.from('\uFEFFGrüße', 'utf16le'), 'Grüße'],
    ['UTF-16 of the other order', iconv.encode('Grüße', 'utf-16be', { addBOM: true }), 'Grüße'],
    ['UTF-32', iconv.encode('Grüße', 'utf-32le', { addBOM: true }), 'Grüße'],
    ['UTF-32 of the other order', iconv.encode('Grüße', 'utf-32be', { addBOM: true }), 'Grüße'],
    [
      'the encoding that an HTML page names',
      Buffer.from('<meta charset="iso-8859-2">\xb1', 'latin1'),
      '<meta charset="iso-8859-2">ą',
    ],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text, problem: null });
  });

  it.each([
    ['the stated encoding before the one that the page names', '<meta charset="iso-8859-2">\xb1', 'windows-1251', '±'],
    ['a stated encoding in any spelling', '\xe4', ' ISO-8859-1', 'ä'],
    ['a stated encoding of seven bits', '\x1b$BF|K\\\x1b(B', 'iso-2022-jp', '日本'],
    ['a stated encoding whose bytes could be UTF-8', '\xc1\xaa\xcd\xa8', 'gb18030', '联通'],
    ['the next best where the stated encoding is unknown', '<meta charset="iso-8859-2">\xb1', 'x-own-code', 'ą'],
    ['the encoding that an XML document names', '<?xml version="1.0" encoding="iso-8859-2"?>\xb1', null, 'ą'],
    ['a byte order mark before anything stated', '\xef\xbb\xbf\xc3\xa4', 'iso-8859-1', 'ä'],
    ['UTF-8 before a stated encoding with a byte for each letter', 'Pr\xc3\xbcfung', 'iso-8859-1', 'Prüfung'],
    ['UTF-8 before the encoding that the page names', '<meta charset="windows-1252">\xc3\xa4', null, 'ä'],
  ])('takes %s', (_, bytes, charset, text) => {
    const decoded = decodeText(Buffer.from(bytes, 'latin1'), charset);
    expect(decoded).toEqual({ text: expect.stringMatching(new RegExp(`${text}$`)), problem: null });
  });

  it.each([
    ['windows-1251', 'Допустимая температура в контуре охлаждения составляет сорок два градуса.', 'iso-8859-1'],
    ['windows-1252', GERMAN, 'utf-8'],
    ['iso-8859-2', 'Najwyższa dopuszczalna temperatura w obiegu chłodzenia wynosi czterdzieści dwa stopnie.', 'koi8-r'],
    ['shift_jis', 'ポンプ場は六か月ごとに点検される。門の鍵は当直が持っている。', 'windows-1252'],
  ])('reads %s though another encoding is stated', (encoding, text, charset) => {
    const { text: read, problem } = decodeText(iconv.encode(text, encoding), charset);
    expect(read).toBe(text);
    expect(problem).toContain(`read as ${encoding}`);
  });

  it.each([
    ['a byte of another encoding', GERMAN, [0xe4]],
    ['a cut character', GERMAN, [0xc3]],
    ['a few of them', `${GERMAN} ${GERMAN}`, [0xe4, 0x20, 0xf6, 0x20, 0xfc]],
    ['bytes that were never written', GERMAN, [0, 0, 0]],
  ])('reads UTF-8 with %s as UTF-8', (_, text, bytes) => {
    const { text: read, problem } = decodeText(Buffer.concat([Buffer.from(text), Buffer.from(bytes)]));
    expect(read).toMatch(/^Die zulässige Höchst.*\uFFFD$/s);
    expect(problem).toMatch(/^\d characters? could not be decoded$/);
  });

  it.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['numbers', Array.from({ length: 64 }, (_, at) => [at, 0, 200 - at, 0xff]).flat()],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeText(Buffer.from(bytes))).toThrow('binary file');
  });
});
