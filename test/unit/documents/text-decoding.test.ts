import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../activities/corpus/documents/text-decoding.ts';

/** The bytes of a text in a one-byte encoding. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]));
  return Buffer.from(Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f));
}

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

  const RUSSIAN =
    'Допустимая температура в контуре составляет сорок два градуса. При превышении клапан закрывается сам, и смотритель записывает это в журнал.';
  const POLISH =
    'Najwyższa dopuszczalna temperatura w obiegu chłodzenia wynosi czterdzieści dwa stopnie. Powyżej tej wartości zawór zamyka się sam.';
  const GREEK =
    'Η μέγιστη επιτρεπόμενη θερμοκρασία στο κύκλωμα είναι σαράντα δύο βαθμοί. Πάνω από αυτή η βαλβίδα κλείνει μόνη της.';
  const GERMAN =
    'Die zulässige Höchsttemperatur im Kühlkreis beträgt 42 °C. Über diesem Wert schließt das Ventil von selbst, und der Wärter prüft die Anlage.';
  it.each([
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['iso-8859-2', POLISH],
    ['iso-8859-7', GREEK],
    ['windows-1252', GERMAN],
  ])('tells %s by the language of the words', (encoding, text) => {
    expect(decodeText(encoded(text, encoding))).toBe(text);
  });

  it.each([
    ['a byte of another encoding', GERMAN, [0xe4]],
    ['a cut character', GERMAN, [0xc3]],
    ['a few of them', `${GERMAN} ${GERMAN}`, [0xe4, 0x20, 0xf6, 0x20, 0xfc]],
  ])('reads UTF-8 with %s as UTF-8', (_, text, bytes) => {
    expect(decodeText(Buffer.concat([Buffer.from(text), Buffer.from(bytes)]))).toMatch(
      /^Die zulässige Höchst.*\uFFFD/s,
    );
  });

  it.each([
    ['shift_jis', '83898393837682cd8be38e9e8ad4945282a682e98142', 'ランプは九時間燃える。'],
    ['gb18030', 'b5c6cbfec3bfccecc9c8b5e3c8bcb5c6a1a3', '灯塔每天扇点燃灯。'],
  ])('tells %s by the language of the words', (_, bytes, text) => {
    expect(decodeText(Buffer.from(bytes.repeat(9), 'hex'))).toBe(text.repeat(9));
  });

  it('reads lines that end with a carriage return alone', () => {
    expect(decodeText(Buffer.from('# Oil\r\rIt burns.\r'))).toBe('# Oil\n\nIt burns.\n');
    expect(decodeText(Buffer.from('Oil\r\nburns'))).toBe('Oil\r\nburns');
  });

  it('refuses binary files', () => {
    expect(() => decodeText(Buffer.from([0x89, 0x50, 0, 1]))).toThrow('binary file');
  });
});
