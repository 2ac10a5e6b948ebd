/** A piece of an RTF file. Bytes are characters U+0000 to U+00FF. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** `\*`: what does not know the destination that follows skips it. */
  | { readonly kind: 'optional' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | undefined }
  | { readonly kind: 'text'; readonly bytes: string };

const TOKEN = /[{}]|\\([A-Za-z]{1,32})(-?\d{1,10})?[ ]?|\\'([\da-fA-F]{2})|\\([^A-Za-z])|[\r\n]+|[^{}\\\r\n]+/g;
/** Control symbols that stand for a character or a word of their own. */
const SYMBOLS: Readonly<Record<string, string>> = { '\n': 'par', '\r': 'par', '\t': 'tab', '~': 'nbsp', _: 'nbhyphen' };

/** What becomes of the words of a group. */
export type Destination = 'flow' | 'skipped' | 'fonts' | 'styles' | 'title' | 'property' | 'label' | 'instruction';

const SKIPPED =
  'colortbl nonshppict objdata shprslt sp xe tc tcn rxe nonesttables private upr creatim revtim printim buptim datastore themedata';
const PROPERTIES = 'author subject keywords doccomm operator company category manager hlinkbase';
const RUNNING = 'header headerl headerr headerf footer footerl footerr footerf';
/** Groups that are read as what is around them though their mark says that they may be skipped. */
export const TRANSPARENT = new Set('shppict shpinst ud nesttableprops do ffdata formfield fldrslt field'.split(' '));
export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  ...SKIPPED.split(' ').map((name) => [name, 'skipped'] as const),
  ...PROPERTIES.split(' ').map((name) => [name, 'property'] as const),
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['title', 'title'],
  ['listtext', 'label'],
  ['pntext', 'label'],
  ['fldinst', 'instruction'],
]);

/** Texts that run beside the one around them. */
export type SideText = 'note' | 'comment' | 'box' | 'running';

export const FLOWS: ReadonlyMap<string, SideText> = new Map([
  ['footnote', 'note'],
  ['annotation', 'comment'],
  ['shptxt', 'box'],
  ['dptxbxtext', 'box'],
  ...RUNNING.split(' ').map((name) => [name, 'running'] as const),
]);
export const UNREAD: ReadonlyMap<string, 'picture' | 'embedded object' | 'formula'> = new Map([
  ['pict', 'picture'],
  ['object', 'embedded object'],
  ['moMath', 'formula'],
]);
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: ' ',
  nbsp: '\u00A0',
  nbhyphen: '-',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};
export const BREAKS = new Set(['par', 'sect', 'page', 'column']);
export const ROW_WORDS = new Set(['trowd', 'trhdr', 'clvmrg', 'clmrg', 'cellx']);
export const FILE_CODE_PAGES: Readonly<Record<string, number>> = { ansi: 1252, mac: 10_000, pc: 437, pca: 850 };

/** The pieces of an RTF file in order. @param file each byte as a character */
export function* rtfTokens(file: string): Generator<RtfToken> {
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(file); match !== null; match = pattern.exec(file)) {
    const [piece, word, value, hex, symbol] = match;
    if (piece === '{' || piece === '}') yield { kind: piece === '{' ? 'open' : 'close' };
    else if (word === 'bin') pattern.lastIndex += Math.max(0, Number(value ?? 0));
    else if (word !== undefined)
      yield { kind: 'word', name: word, value: value === undefined ? undefined : Number(value) };
    else if (hex !== undefined) yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined) yield* symbolToken(symbol);
    else if (!/^[\r\n]/.test(piece)) yield { kind: 'text', bytes: piece };
  }
}

function* symbolToken(symbol: string): Generator<RtfToken> {
  const name = SYMBOLS[symbol];
  if (symbol === '*') yield { kind: 'optional' };
  else if (name !== undefined) yield { kind: 'word', name, value: undefined };
  else if ('{}\\'.includes(symbol)) yield { kind: 'text', bytes: symbol };
}

/** Code pages by the number of a font's character set; others are the code page of the file. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'windows-949',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  437: 'cp437',
  850: 'cp850',
  852: 'cp852',
  866: 'cp866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'windows-949',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

export function encodingOfCharset(charset: number): string | undefined {
  return CHARSETS[charset];
}

export function encodingOfCodePage(codePage: number): string {
  return CODE_PAGES[codePage] ?? `windows-${codePage}`;
}
